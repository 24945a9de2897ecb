import { sql } from 'kysely';
import type { FoundNote } from '#contract/notes.ts';
import type { Db } from '../db/schema.ts';
import { entriesWithFile } from '../matching/entry-files.ts';
import { foldText } from '../search/folding.ts';
import { isSeenBy, type NoteReader } from './note-readers.ts';

const mostWords = 20;

/** Notes that a reader sees, in which every word of the query occurs; the last changed first. */
export async function searchNotes(
  db: Db,
  reader: NoteReader,
  { q, limit }: { q: string; limit: number },
): Promise<{ data: FoundNote[]; more: boolean }> {
  const words = foldText(q).split(/\s+/).filter(Boolean).slice(0, mostWords);
  if (words.length === 0) return { data: [], more: false };
  let query = entriesWithFile(db)
    .innerJoin('notes', 'notes.document_id', 'documents.id')
    .innerJoin('users', 'users.id', 'notes.author_id')
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .select(['customers.name as customer', 'doc_num', 'doc_desc', 'language', 'doc_rev'])
    .select(['notes.uuid as id', 'page', 'kind', 'audience', 'group_name', 'users.name as author'])
    .select(['quote', 'text', 'notes.modified_at'])
    // Others were carried over to the file that is there now.
    .whereRef('notes.content', '=', 'files.hash')
    .where(isSeenBy(reader));
  for (const word of words) {
    // Both sides are folded, so that letter case does not matter.
    query = query.where(sql<boolean>`searched like ${`%${escaped(word)}%`} escape '\\'`);
  }
  const rows = await query
    .orderBy('notes.modified_at', 'desc')
    .orderBy('notes.id')
    .limit(limit + 1)
    .execute();
  const data = rows.slice(0, limit).map(({ audience, group_name, ...note }) => ({
    ...note,
    is_private: audience === 'author',
    group: group_name,
  }));
  return { data, more: rows.length > limit };
}

function escaped(word: string): string {
  return word.replaceAll(/[%_\\]/g, '\\$&');
}
