import { selectInPortions } from '../../db/portions.ts';
import type { Db } from '../../db/schema.ts';
import type { LibraryEntry } from './library-entries.ts';

/** Entries that are written together, and the pages of their contents by hash. */
export type Portion = { portion: LibraryEntry[]; pages: Map<string, string[]> };

/** What one query reads: a page has at most 200,000 letters, a content 20 million (pdf/reader.ts). */
const pagesAtOnce = 100;
/** What one portion holds, and what is in memory with it; the more, the faster the index is written. */
const lettersAtOnce = 12_000_000;

/** The entries with their texts, in portions that fit into memory, whatever the texts are. */
export async function* withTexts(
  db: Db,
  entries: readonly LibraryEntry[],
): AsyncGenerator<Portion> {
  let portion: LibraryEntry[] = [];
  let pages = new Map<string, string[]>();
  let letters = 0;
  for (const group of groupsByPages(entries)) {
    const hashes = group.flatMap(({ hash }) => (hash === null || pages.has(hash) ? [] : [hash]));
    for (const [hash, texts] of await readPages(db, hashes)) {
      pages.set(hash, texts);
      for (const text of texts) letters += text.length;
    }
    portion.push(...group);
    if (letters < lettersAtOnce) continue;
    yield { portion, pages };
    portion = [];
    pages = new Map();
    letters = 0;
  }
  if (portion.length > 0) yield { portion, pages };
}

/** An entry with more pages is a group of its own. */
function groupsByPages(entries: readonly LibraryEntry[]): LibraryEntry[][] {
  const groups: LibraryEntry[][] = [];
  let pages = Infinity;
  for (const entry of entries) {
    pages += entry.pages;
    if (pages > pagesAtOnce) {
      groups.push([]);
      pages = entry.pages;
    }
    groups.at(-1)?.push(entry);
  }
  return groups;
}

async function readPages(db: Db, hashes: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await selectInPortions(hashes, (portion) =>
    db
      .selectFrom('page_texts')
      .select(['hash', 'page', 'text'])
      .where('hash', 'in', portion)
      .orderBy('hash')
      .orderBy('page'),
  );
  const byHash = Map.groupBy(rows, ({ hash }) => hash);
  return new Map([...byHash].map(([hash, found]) => [hash, found.map(({ text }) => text)]));
}
