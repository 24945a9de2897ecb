import type { DocumentIdentity } from '#contract/file-name.ts';
import { customerKey } from '../catalogue/customers.ts';
import { looseText } from '../catalogue/loose-number.ts';
import { selectInPortions } from '../db/portions.ts';
import type { Db } from '../db/schema.ts';

/** An entry that is missing, and the customer that it likely belongs to. */
type Missing = { reading: DocumentIdentity | null; customer: string | null };

/**
 * What a missing entry is most likely about: the description of the same number's newest revision, of
 * its customer and in its language before others. Null where the number is new.
 */
export async function previousDescriptions(
  db: Db,
  missing: readonly Missing[],
): Promise<(string | null)[]> {
  const numbers = missing.flatMap(({ reading }) => reading?.doc_num ?? []);
  const found = await selectInPortions(numbers.map(looseText), (portion) =>
    db
      .selectFrom('documents')
      .innerJoin('customers', 'customers.id', 'documents.customer_id')
      .select(['customers.name as customer', 'doc_num', 'language', 'doc_desc'])
      .where('loose_num', 'in', portion)
      .orderBy('documents.id', 'desc'),
  );
  const byNumber = Map.groupBy(found, ({ doc_num }) => doc_num);
  return missing.map(({ reading, customer }) => {
    const others = byNumber.get(reading?.doc_num ?? '') ?? [];
    const own = others.filter(
      (one) => customer === null || customerKey(one.customer) === customerKey(customer),
    );
    const alike = own.find(({ language }) => language === reading?.language) ?? own[0];
    return alike?.doc_desc ?? null;
  });
}
