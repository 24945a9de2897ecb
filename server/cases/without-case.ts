import { sql } from 'kysely';
import type { Static } from 'typebox';
import { pendingStates } from '#contract/case-words.ts';
import type { listWithoutCase, WithoutCase } from '#contract/cases.ts';
import { orderedKinds } from '#contract/revision-words.ts';
import type { Db } from '../db/schema.ts';

const rowsAPage = 100;

/** The standards whose latest revision has no case, and why: what an auditor asks next. */
export async function standardsWithoutCase(
  db: Db,
  { customer, after }: Static<typeof listWithoutCase.query>,
): Promise<Static<typeof listWithoutCase.response>> {
  const rows = await latestWithoutCase(db)
    .where((where) =>
      where.and(customer === undefined ? [] : [where('customers.name', '=', customer)]),
    )
    .where((where) =>
      after === undefined
        ? where.and([])
        : where(
            where.refTuple('documents.sort_key', 'documents.id'),
            '>',
            where
              .selectFrom('documents as last')
              .select(['last.sort_key', 'last.id'])
              .where('last.id', '=', Number(after))
              .$asTuple('sort_key', 'id'),
          ),
    )
    .orderBy('documents.sort_key')
    .orderBy('documents.id')
    .limit(rowsAPage + 1)
    .execute();
  const page = rows.slice(0, rowsAPage);
  const last = page.at(-1);
  return {
    data: page.map(({ status, opens, imported, withdrawn, older, ...row }) => ({
      ...row,
      why: whyOf({ status, opens, imported, withdrawn, older }),
    })),
    next: rows.length > rowsAPage && last !== undefined ? String(last.document_id) : null,
  };
}

type Known = {
  status: string;
  opens: string | null;
  imported: unknown;
  withdrawn: unknown;
  older: unknown;
};

function whyOf({ status, opens, imported, withdrawn, older }: Known): WithoutCase['why'] {
  if (status === 'unsure') return 'unsure';
  if (withdrawn !== null) return 'withdrawn';
  if (opens === 'never') return 'never';
  if (imported !== null) return 'imported';
  return older === null ? 'first' : 'earlier';
}

function latestWithoutCase(db: Db) {
  return db
    .selectFrom('documents')
    .innerJoin('revisions', 'revisions.document_id', 'documents.id')
    .innerJoin('standards', 'standards.id', 'revisions.standard_id')
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .leftJoin('case_rules', 'case_rules.customer_id', 'documents.customer_id')
    .where('revisions.place', '=', 0)
    .where('revisions.kind', 'in', orderedKinds)
    .where('revisions.status', 'in', ['latest', 'unsure'])
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('cases')
            .select('cases.id')
            .whereRef('cases.customer_id', '=', 'standards.customer_id')
            .whereRef('cases.number_key', '=', 'standards.number_key')
            .whereRef('cases.language_key', '=', 'standards.language_key')
            .where('cases.state', '<>', 'withdrawn')
            .where((one) =>
              one.or([
                one('cases.document_id', '=', one.ref('documents.id')),
                one.and([
                  one('cases.reason', '=', 'order'),
                  one('cases.state', 'in', pendingStates),
                ]),
              ]),
            ),
        ),
      ),
    )
    .select(['documents.id as document_id', 'customers.name as customer', 'documents.doc_num'])
    .select(['documents.language', 'documents.doc_rev', 'documents.created_at as added_at'])
    .select(['revisions.status', 'case_rules.opens'])
    .select([importedBy.as('imported'), withdrawnCase.as('withdrawn'), olderOne.as('older')]);
}

const importedBy = sql`(select min(audit.id) from audit inner join jobs on jobs.change_id = audit.change_id
  where audit.subject = 'document' and audit.subject_id = documents.id and audit.action = 'added'
    and jobs.kind = 'import')`;
const withdrawnCase = sql`(select min(cases.id) from cases where cases.document_id = documents.id
  and cases.reason = 'revision' and cases.state = 'withdrawn')`;
const olderOne = sql`(select min(older.document_id) from revisions as older
  where older.standard_id = revisions.standard_id and older.place > 0 and older.kind in ('edition', 'instead')
    and older.status <> 'withdrawn')`;
