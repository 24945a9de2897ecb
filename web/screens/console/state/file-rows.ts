import type { ManagedFile } from '#contract/files.ts';
import { verdictNames } from '#contract/cell-texts.ts';
import { formatTime } from '../format.ts';
import type { GridKind } from '../rows/row-store.ts';
import type { GridRow } from '../rows/row.ts';

export type FileRow = GridRow<ManagedFile, never>;

export const fileKind: GridKind<ManagedFile, never> = {
  fields: [],
  columns: ['path', 'verdict', 'pages', 'title', 'customers', 'modified'],
  fieldsOf: () => ({}),
  tidy: (fields) => fields,
  faultsOf: () => [],
  textOf: fileText,
  sortTextOf: (row, column) =>
    column === 'modified' ? (row.saved?.modified_at ?? '') : fileText(row, column),
};

function fileText({ saved }: FileRow, column: string): string {
  if (saved === null) return '';
  switch (column) {
    case 'path':
      return saved.path;
    case 'verdict':
      return verdictNames[saved.verdict];
    case 'pages':
      return saved.pages === null ? '' : String(saved.pages);
    case 'title':
      return saved.title ?? '';
    case 'customers':
      return saved.customers.join(', ');
    default:
      return formatTime(saved.modified_at);
  }
}
