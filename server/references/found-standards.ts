import { isOrdered, type RevisionStatus } from '#contract/revision-words.ts';
import { selectInPortions } from '../db/portions.ts';
import type { Db } from '../db/schema.ts';
import { editionsFirst } from '../catalogue/standards/revisions.ts';
import { entriesWithFile, isOpenToReaders } from '../matching/entry-files.ts';

/** A standard as a citation names it: by its number. */
export type ReferencedStandard = {
  number_key: string;
  customer_id: number;
  customer: string;
  language: string | null;
  /** Of its editions, newest first. */
  revisions: string[];
  latest: {
    doc_num: string;
    doc_desc: string;
    doc_rev: string;
    status: RevisionStatus;
    has_file: boolean;
  };
};

/** All standards with these numbers, by number; those of one number in order of customers. */
export async function standardsWith(
  db: Db,
  numberKeys: readonly string[],
): Promise<Map<string, ReferencedStandard[]>> {
  const rows = await selectInPortions(numberKeys, (portion) =>
    entriesWithFile(db)
      .innerJoin('customers', 'customers.id', 'documents.customer_id')
      .innerJoin('revisions', 'revisions.document_id', 'documents.id')
      .select(['standard_id', 'customer_id', 'customers.name as customer', 'loose_num'])
      .select([
        'doc_num',
        'doc_desc',
        'doc_rev',
        'language',
        'status',
        'settled_at',
        'verdict',
        'kind',
      ])
      .where('loose_num', 'in', portion)
      .orderBy('customers.sort_key')
      .orderBy('standard_id')
      .orderBy('place')
      .orderBy(editionsFirst)
      .orderBy('documents.id', 'desc'),
  );
  const byStandard = Map.groupBy(rows, ({ standard_id }) => standard_id);
  const standards = [...byStandard.values()].flatMap((newestFirst): ReferencedStandard[] => {
    const [latest] = newestFirst;
    if (latest === undefined) return [];
    const { doc_num, doc_desc, doc_rev, status } = latest;
    const has_file = isOpenToReaders(latest);
    return [
      {
        number_key: latest.loose_num,
        customer_id: latest.customer_id,
        customer: latest.customer,
        language: latest.language,
        revisions: newestFirst.flatMap(({ doc_rev: label, kind }) =>
          isOrdered(kind) ? [label] : [],
        ),
        latest: { doc_num, doc_desc, doc_rev, status, has_file },
      },
    ];
  });
  return Map.groupBy(standards, ({ number_key }) => number_key);
}

/** The standard that a document means if several have the number: its customer's, in its language. */
export function nearestStandard(
  standards: readonly ReferencedStandard[],
  to: { customer_id: number; language: string | null },
): ReferencedStandard | null {
  const own = standards.filter(({ customer_id }) => customer_id === to.customer_id);
  const [first] = own.length > 0 ? own : standards;
  const ofCustomer = standards.filter(({ customer_id }) => customer_id === first?.customer_id);
  const languages = [languageKey(to.language), '', 'en'];
  const inLanguage = languages.map((wanted) =>
    ofCustomer.find(({ language }) => languageKey(language) === wanted),
  );
  return inLanguage.find((one) => one !== undefined) ?? first ?? null;
}

function languageKey(language: string | null): string {
  return (language ?? '').toLowerCase();
}
