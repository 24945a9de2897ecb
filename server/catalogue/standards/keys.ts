import type { FeedLine } from '../../changes/trail.ts';
import { selectInPortions } from '../../db/portions.ts';
import type { Db } from '../../db/schema.ts';
import { looseText } from '../loose-number.ts';

/** What makes a standard one: signs, blanks and capitals of number and language do not count. */
export type StandardKey = { customer_id: number; number_key: string; language_key: string };

export function standardKeyOf(of: {
  customer_id: number;
  doc_num: string;
  language: string | null;
}): StandardKey {
  return {
    customer_id: of.customer_id,
    number_key: looselyKeyed(of.doc_num),
    language_key: looselyKeyed(of.language ?? ''),
  };
}

/** What consists of signs alone is known by them. */
function looselyKeyed(text: string): string {
  return looseText(text) || text.trim();
}

/** For maps: two keys are of one standard when these texts are equal. */
export function keyText({ customer_id, number_key, language_key }: StandardKey): string {
  return JSON.stringify([customer_id, number_key, language_key]);
}

/** The standards of these that are there, by keyText. */
export async function standardIdsOf(
  db: Db,
  keys: readonly StandardKey[],
): Promise<Map<string, number>> {
  const wanted = new Set(keys.map(keyText));
  const found = await selectInPortions(
    keys.map(({ number_key }) => number_key),
    (portion) =>
      db
        .selectFrom('standards')
        .select(['id', 'customer_id', 'number_key', 'language_key'])
        .where('number_key', 'in', portion),
  );
  const known = found.map((one) => [keyText(one), one.id] as const);
  return new Map(known.filter(([key]) => wanted.has(key)));
}

/**
 * The entries that show something else after these lines of the trail: all revisions of the standards
 * that the lines are about, of what an entry was and of what it is.
 */
export async function revisionsTouchedBy(db: Db, lines: readonly FeedLine[]): Promise<number[]> {
  const standardIds = await standardIdsOf(db, lines.flatMap(keysIn));
  const rows = await selectInPortions(standardIds.values(), (portion) =>
    db.selectFrom('revisions').select('document_id').where('standard_id', 'in', portion),
  );
  return rows.map(({ document_id }) => document_id);
}

/** Lines about an entry or a standard have number and language, before and after. */
function keysIn(line: FeedLine): StandardKey[] {
  if (line.subject !== 'document' && line.subject !== 'standard') return [];
  const was = { fields: line.before, customer_id: line.previous_customer_id ?? line.customer_id };
  const is = { fields: line.after, customer_id: line.customer_id };
  return [was, is].flatMap(({ fields, customer_id }) => {
    const { doc_num, language } = fields ?? {};
    if (typeof doc_num !== 'string' || typeof language === 'number' || customer_id === null) {
      return [];
    }
    return [standardKeyOf({ customer_id, doc_num, language: language ?? null })];
  });
}
