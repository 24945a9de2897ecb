import { verdictNames } from '#contract/sheet-texts.ts';
import { fileTexts, fileTextsInPages, type FileTexts } from '../file-rows.ts';
import { ChoiceColumn, TextColumn, TimeColumn } from './columns.ts';
import { RowIndex } from './row-index.ts';
import type { Sheet } from './sheet.ts';

/** The files of the shared folder, by the columns of their grid. */
export function fileSheet(): Sheet {
  const columns = {
    path: new TextColumn(),
    verdict: new ChoiceColumn(),
    pages: new ChoiceColumn(),
    title: new TextColumn(),
    customers: new ChoiceColumn(),
    modified: new TimeColumn(),
  };
  const index = new RowIndex<FileTexts>({
    columns,
    scopeOf: () => 0,
    write(slot, file) {
      columns.path.set(slot, file.path);
      columns.verdict.set(slot, verdictNames[file.verdict]);
      columns.pages.set(slot, file.pages === null ? '' : String(file.pages));
      columns.title.set(slot, file.title ?? '');
      columns.customers.set(slot, file.customers.join(', '));
      columns.modified.set(slot, file.modified_at);
    },
  });
  return {
    index,
    counted: columns.verdict,
    changed: ({ files }) => files,
    async load(db) {
      for await (const files of fileTextsInPages(db)) index.append(files);
    },
    async update(db, ids) {
      const files = await fileTexts(db, ids);
      const there = new Set(files.map(({ id }) => id));
      const gone = ids.filter((id) => !there.has(id));
      index.update(files, gone);
    },
  };
}
