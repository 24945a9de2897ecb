import type { DocumentIdentity } from '#contract/file-name.ts';
import type { Db } from '../db/schema.ts';
import { portionsOf } from '../db/portions.ts';

/** An entry that a file's name belongs to. */
export type Claim = DocumentIdentity & {
  id: number;
  customer: string;
  file_key: string;
  short_file_key: string;
};

/**
 * The entries that each name belongs to, by the name's key; several if customers share the document.
 * The FAQ's short name counts only if it is unambiguous: no document has it as its full name, and the
 * document has no language or is the only language of its number and revision. An empty list means
 * that the name is ambiguous.
 */
export async function claimsOn(db: Db, keys: Iterable<string>): Promise<Map<string, Claim[]>> {
  const claims = new Map<string, Claim[]>();
  for (const portion of portionsOf([...new Set(keys)])) {
    const found = await claimingEntries(db, portion);
    const byFullName = Map.groupBy(found, (entry) => entry.file_key);
    const byShortName = Map.groupBy(found, (entry) => entry.short_file_key);
    for (const key of portion) {
      const claiming = byFullName.get(key) ?? unambiguous(byShortName.get(key));
      if (claiming !== undefined) claims.set(key, claiming);
    }
  }
  return claims;
}

/** The entries whose full or short name has one of these keys; at most a portion of keys. */
export function claimingEntries(db: Db, keys: readonly string[]): Promise<Claim[]> {
  return db
    .selectFrom('documents')
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .select(['documents.id', 'doc_num', 'language', 'doc_rev', 'file_key', 'short_file_key'])
    .select('customers.name as customer')
    .where((where) =>
      where.or([where('file_key', 'in', keys), where('short_file_key', 'in', keys)]),
    )
    .orderBy('documents.id')
    .execute();
}

function unambiguous<T extends DocumentIdentity>(sharing: T[] | undefined): T[] | undefined {
  const first = sharing?.[0];
  if (sharing === undefined || first === undefined) return undefined;
  const differ = (one: T) => one.doc_num !== first.doc_num || one.doc_rev !== first.doc_rev;
  if (sharing.some(differ)) return [];
  const withoutLanguage = sharing.filter(({ language }) => language === null);
  if (withoutLanguage.length > 0) return withoutLanguage;
  return sharing.every(({ language }) => language === first.language) ? sharing : [];
}
