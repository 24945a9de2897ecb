import { noLanguage } from '#contract/file-name.ts';
import { statusText } from '#contract/sheet-texts.ts';
import type { UploadStatus } from '#contract/upload-status.ts';
import type { Db } from '../../db/schema.ts';
import { selectInPortions } from '../../db/portions.ts';
import { statusCodesBetween, statusesOf } from '../../matching/status.ts';
import { ChoiceColumn, TextColumn, TimeColumn } from './columns.ts';
import { type IndexedRow, RowIndex } from './row-index.ts';
import type { Sheet } from './sheet.ts';

const rowsAtOnce = 5000;

/** The standard numbers, by the columns of their grid. */
export function documentSheet(): Sheet {
  const status = new ChoiceColumn();
  // A word is sought in the columns in this order: first where looking is cheap.
  const index = new RowIndex<Values>({
    customer: new ChoiceColumn(),
    language: new ChoiceColumn(),
    doc_rev: new ChoiceColumn(),
    status,
    modified: new TimeColumn(),
    created: new TimeColumn(),
    doc_num: new TextColumn(),
    doc_desc: new TextColumn(),
  });
  return {
    index,
    counted: status,
    changed: ({ documents }) => documents,
    load: (db) => load(db, (rows) => index.update(rows)),
    async update(db, ids) {
      const rows = await rowsById(db, ids);
      const there = new Set(rows.map(({ id }) => id));
      const gone = ids.filter((id) => !there.has(id));
      index.update(rows, gone);
    },
  };
}

type Values = {
  customer: string;
  language: string;
  doc_rev: string;
  status: string;
  modified: { at: string; user: string };
  created: { at: string; user: string };
  doc_num: string;
  doc_desc: string;
};

async function load(db: Db, add: (rows: IndexedRow<Values>[]) => void): Promise<void> {
  for (let after = 0; ;) {
    const rows = await documentRows(db)
      .where('documents.id', '>', after)
      .orderBy('documents.id')
      .limit(rowsAtOnce)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    const codes = await statusCodesBetween(db, after, last.id);
    add(rows.map((row) => indexedRow(row, codes.get(row.id) ?? 'no_file')));
    after = last.id;
  }
}

async function rowsById(db: Db, ids: readonly number[]): Promise<IndexedRow<Values>[]> {
  const rows = await selectInPortions(ids, (portion) =>
    documentRows(db).where('documents.id', 'in', portion),
  );
  const statuses = await statusesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => indexedRow(row, statuses.get(row.id)?.code ?? 'no_file'));
}

function documentRows(db: Db) {
  return db
    .selectFrom('documents')
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .select(['documents.id', 'customer_id', 'customers.name as customer'])
    .select(['doc_num', 'doc_desc', 'language', 'doc_rev'])
    .select(['created_by_user', 'created_at', 'modified_by_user', 'modified_at']);
}

type StoredRow = Awaited<ReturnType<ReturnType<typeof documentRows>['execute']>>[number];

function indexedRow(row: StoredRow, code: UploadStatus['code']): IndexedRow<Values> {
  const { customer, doc_num, doc_desc, doc_rev } = row;
  return {
    id: row.id,
    scope: row.customer_id,
    values: {
      customer,
      doc_num,
      doc_desc,
      doc_rev,
      language: row.language ?? noLanguage,
      status: statusText(code),
      modified: { at: row.modified_at, user: row.modified_by_user },
      created: { at: row.created_at, user: row.created_by_user },
    },
  };
}
