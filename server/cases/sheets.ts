import { setImmediate } from 'node:timers/promises';
import type { Case, CaseFilter, WholeCase } from '#contract/cases.ts';
import type { Db } from '../db/schema.ts';
import type { CellKind } from '../spreadsheet/workbook.ts';
import { type Asking, casesInPages } from './cases.ts';
import { type EvidenceTable, evidenceTables } from './evidence-tables.ts';
import type { Evidence } from './evidence-words.ts';

const headings = [
  'id',
  'customer',
  'doc_num',
  'language',
  'doc_rev',
  'previous_rev',
  'reason',
  'state',
  'notified_on',
  'received_on',
  'due_on',
  'first_due_on',
  'late_since',
  'reviewed_on',
  'implemented_on',
  'owner',
  'owner_name',
  'verdict',
  'is_late',
] as const satisfies (keyof Case)[];

/** The cases that a filter lets through, as rows of a spreadsheet with the header first. */
export async function* caseSheet(
  db: Db,
  filter: CaseFilter,
  asking: Asking,
): AsyncGenerator<string[][]> {
  yield [[...headings]];
  for await (const cases of casesInPages(db, filter, asking)) {
    yield cases.map((one) => headings.map((heading) => cellOf(one[heading])));
  }
}

function cellOf(value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null ? '' : String(value);
}

type Sheet = { name: string; pages: AsyncIterable<string[][]>; kinds?: readonly CellKind[] };

/** Cases as evidence: a sheet of cases, of lines, of actions, and of the history. */
export function evidenceSheets({ cases }: Evidence): Sheet[] {
  return evidenceTables.map((table) => ({
    name: table.name,
    kinds: table.columns.map(([, kind = 'text']) => kind),
    pages: tableRows(table, cases),
  }));
}

/** The same as one sheet, for CSV: one table after the other. */
export async function* evidenceSheet({ title, cases }: Evidence): AsyncGenerator<string[][]> {
  yield [[title], ['Cases', String(cases.length)]];
  for (const table of evidenceTables) {
    yield [[], [table.name]];
    yield* tableRows(table, cases);
  }
}

async function* tableRows(
  { columns, rowsOf }: EvidenceTable,
  cases: Iterable<WholeCase>,
): AsyncGenerator<string[][]> {
  yield [columns.map(([name]) => name)];
  for (const of of cases) {
    yield rowsOf(of);
    await setImmediate();
  }
}
