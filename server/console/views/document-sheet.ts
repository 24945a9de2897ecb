import { noLanguage } from '#contract/file-name.ts';
import { revisionStatusNames } from '#contract/revision-words.ts';
import { statusNames } from '#contract/sheet-texts.ts';
import type { UploadStatus } from '#contract/upload-status.ts';
import type { Db } from '../../db/schema.ts';
import { selectInPortions } from '../../db/portions.ts';
import { statusCodesBetween, statusesOf } from '../../matching/status.ts';
import { ChoiceColumn, TextColumn, TimeColumn } from './columns.ts';
import { RowIndex } from './row-index.ts';
import type { Sheet } from './sheet.ts';
import { inPages } from '../../db/pages.ts';

const rowsAtOnce = 5000;

/** The standard numbers, by the columns of their grid. */
export function documentSheet(): Sheet {
  const columns = {
    customer: new ChoiceColumn(),
    doc_num: new TextColumn(),
    doc_desc: new TextColumn(),
    language: new ChoiceColumn(),
    doc_rev: new ChoiceColumn(),
    issued_on: new ChoiceColumn(),
    revision_status: new ChoiceColumn(),
    status: new ChoiceColumn(),
    modified: new TimeColumn(),
    created: new TimeColumn(),
  };
  const index = new RowIndex<IndexedDocument>({
    columns,
    scopeOf: ({ customer_id }) => customer_id,
    write(slot, row) {
      columns.customer.set(slot, row.customer);
      columns.doc_num.set(slot, row.doc_num);
      columns.doc_desc.set(slot, row.doc_desc);
      columns.language.set(slot, row.language ?? noLanguage);
      columns.doc_rev.set(slot, row.doc_rev);
      columns.issued_on.set(slot, row.issued_on ?? '');
      columns.revision_status.set(slot, revisionStatusNames[row.revision_status]);
      columns.status.set(slot, statusNames[row.code]);
      columns.modified.set(slot, row.modified_at, row.modified_by_user);
      columns.created.set(slot, row.created_at, row.created_by_user);
    },
  });
  return {
    index,
    counted: columns.status,
    changed: ({ documents }) => documents,
    load: (db) => load(db, (rows) => index.append(rows)),
    async update(db, ids) {
      const rows = await rowsById(db, ids);
      const there = new Set(rows.map(({ id }) => id));
      const gone = ids.filter((id) => !there.has(id));
      index.update(rows, gone);
    },
  };
}

type StoredDocument = Awaited<ReturnType<ReturnType<typeof documentRows>['execute']>>[number];
type IndexedDocument = StoredDocument & { customer: string; code: UploadStatus['code'] };

async function load(db: Db, add: (rows: IndexedDocument[]) => void): Promise<void> {
  const customers = await db.selectFrom('customers').select(['id', 'name']).execute();
  const names = new Map(customers.map(({ id, name }) => [id, name]));
  const all = documentRows(db).orderBy('documents.id');
  const pages = inPages(rowsAtOnce, { id: 0 }, ({ id }) => all.where('documents.id', '>', id));
  let after = 0;
  for await (const rows of pages) {
    const last = rows.at(-1)?.id ?? after;
    const codes = await statusCodesBetween(db, after, last);
    add(
      rows.map((row) => {
        const customer = names.get(row.customer_id) ?? '';
        return Object.assign(row, { customer, code: codes.get(row.id) ?? 'no_file' });
      }),
    );
    after = last;
  }
}

async function rowsById(db: Db, ids: readonly number[]): Promise<IndexedDocument[]> {
  const rows = await selectInPortions(ids, (portion) =>
    documentRows(db)
      .innerJoin('customers', 'customers.id', 'customer_id')
      .select('customers.name as customer')
      .where('documents.id', 'in', portion),
  );
  const statuses = await statusesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, code: statuses.get(row.id)?.code ?? 'no_file' }));
}

function documentRows(db: Db) {
  return db
    .selectFrom('documents')
    .leftJoin('revisions', 'revisions.document_id', 'documents.id')
    .select(['documents.id', 'customer_id'])
    .select(['doc_num', 'doc_desc', 'language', 'doc_rev', 'issued_on'])
    .select((select) =>
      select.fn.coalesce('revisions.status', select.val('unsure' as const)).as('revision_status'),
    )
    .select(['created_by_user', 'created_at', 'modified_by_user', 'modified_at']);
}
