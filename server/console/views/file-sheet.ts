import type { Db } from '../../db/schema.ts';
import { fileTexts, fileTextsAfter, type FileTexts } from '../file-rows.ts';
import { ChoiceColumn, TextColumn, TimeColumn } from './columns.ts';
import { type IndexedRow, RowIndex } from './row-index.ts';
import type { Sheet } from './sheet.ts';
import { verdictNames } from '#contract/sheet-texts.ts';

type Values = {
  verdict: string;
  pages: string;
  customers: string;
  modified: { at: string; user: string };
  path: string;
  title: string;
};

/** The files of the shared folder, by the columns of their grid. */
export function fileSheet(): Sheet {
  const verdict = new ChoiceColumn();
  const index = new RowIndex<Values>({
    verdict,
    pages: new ChoiceColumn(),
    customers: new ChoiceColumn(),
    modified: new TimeColumn(),
    path: new TextColumn(),
    title: new TextColumn(),
  });
  return {
    index,
    counted: verdict,
    changed: ({ files }) => files,
    load: (db) => load(db, (rows) => index.update(rows)),
    async update(db, ids) {
      const rows = await fileTexts(db, ids);
      const there = new Set(rows.map(({ id }) => id));
      const gone = ids.filter((id) => !there.has(id));
      index.update(rows.map(indexedRow), gone);
    },
  };
}

async function load(db: Db, add: (rows: IndexedRow<Values>[]) => void): Promise<void> {
  for (let after = 0; ;) {
    const rows = await fileTextsAfter(db, after);
    const last = rows.at(-1);
    if (last === undefined) return;
    add(rows.map(indexedRow));
    after = last.id;
  }
}

function indexedRow(file: FileTexts): IndexedRow<Values> {
  return {
    id: file.id,
    scope: 0,
    values: {
      verdict: verdictNames[file.verdict],
      pages: file.pages === null ? '' : String(file.pages),
      customers: file.customers.join(', '),
      modified: { at: file.modified_at, user: '' },
      path: file.path,
      title: file.title ?? '',
    },
  };
}
