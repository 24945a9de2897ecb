import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { personIn } from '#contract/case-facts.ts';
import { caseStateGroupNames, caseStateNames, caseVerdictNames } from '#contract/case-words.ts';
import type { CaseFilter, EvidenceFormat, WholeCase } from '#contract/cases.ts';
import { LibraryError } from '#contract/errors.ts';
import type { AccessLog } from '../auth/access-log.ts';
import type { Library } from '../changes/change.ts';
import { countRows } from '../db/count-rows.ts';
import type { Db } from '../db/schema.ts';
import { FairQueue } from '../processes/fair-queue.ts';
import { PackedList } from '../spreadsheet/packed-list.ts';
import { sheetsBytes, spreadsheetBytes } from '../spreadsheet/spreadsheet.ts';
import { casesInPages, countCases } from './cases.ts';
import type { Evidence } from './evidence-words.ts';
import { evidenceInProcess } from './evidence-process.ts';
import { evidenceSheet, evidenceSheets } from './sheets.ts';
import { namesOf } from './people.ts';
import { type CaseReader, wholeCase } from './whole-case.ts';

// A report as a PDF is laid out as a whole; the tables of a workbook are written as they are read.
const most = { pdf: 20_000, other: 500_000 };
/** Each is a line of the access audit, which nobody can shorten. */
const mostInAnHour = 200;
const hourMs = 3600_000;
const exports = new FairQueue(2, 'exports of evidence');

/** How many cases a filter lets through; refuses none, and more than a report holds. */
export async function countForEvidence(
  db: Db,
  filter: CaseFilter,
  reader: CaseReader,
  format: EvidenceFormat,
): Promise<number> {
  const { cases, lines } = await countCases(db, filter, reader);
  if (cases === 0) throw new LibraryError('bad_request', 'No case matches these filters.');
  if (lines + cases * 10 > (format === 'pdf' ? most.pdf : most.other)) {
    throw new LibraryError('bad_request', tooMuch(format, { cases, lines }));
  }
  return cases;
}

type Period = Making & { filter: CaseFilter; reader: CaseReader };

/** The report of a period, after one byte for each of `total` cases, as soon as it is read. */
export function evidenceOfPeriod(
  deps: Deps,
  total: number,
  { filter, reader, ...making }: Period,
): Readable {
  const parts = new PassThrough();
  const read = async () => {
    const cases = new PackedList<WholeCase>();
    for await (const page of casesInPages(deps.db, filter, reader)) {
      for (const { id } of page) {
        cases.push(await wholeCase(deps.db, id, reader));
        making.signal.throwIfAborted();
        if (cases.length <= total) parts.write('\n');
      }
    }
    parts.write('\n'.repeat(Math.max(0, total - cases.length))); // some were filtered out meanwhile
    const names = await namesOf(deps.db, [filter.owner ?? null, reader.user]);
    const named = (account: string) => personIn({ names }, account);
    return { title: filterInWords(filter, reader.user, named), cases };
  };
  makeEvidence(deps, read, making).then(
    (report) => parts.end(report),
    (error: Error) => parts.destroy(error),
  );
  return parts;
}

function tooMuch(format: EvidenceFormat, { cases, lines }: Record<'cases' | 'lines', number>) {
  const figures = `${cases.toLocaleString('en')} cases with ${lines.toLocaleString('en')} changes`;
  return format === 'pdf'
    ? `${figures} are too many for a PDF. Choose XLSX (up to 500,000) or a shorter period.`
    : `${figures} are too many for one report. Choose a shorter period or one customer.`;
}

/** What the cases of a report have in common. */
function filterInWords(
  filter: CaseFilter,
  user: string,
  named: (account: string) => string,
): string {
  const { doc_num, customer, owner, state, verdict, from, to, due_before, mine, late } = filter;
  const { due_from, due_to, late_from, late_to, reviewed_from, reviewed_to } = filter;
  const parts = [
    doc_num === undefined ? '' : `number ${doc_num}`,
    customer === undefined ? '' : `customer ${customer}`,
    from === undefined ? '' : `received from ${from}`,
    to === undefined ? '' : `received to ${to}`,
    state === undefined ? '' : `state ${{ ...caseStateNames, ...caseStateGroupNames }[state]}`,
    verdict === undefined ? '' : `verdict ${caseVerdictNames[verdict]}`,
    owner === undefined ? '' : `owner ${named(owner)}`,
    due_before === undefined ? '' : `due before ${due_before}`,
    due_from === undefined ? '' : `due from ${due_from}`,
    due_to === undefined ? '' : `due to ${due_to}`,
    late_from === undefined ? '' : `late since ${late_from} or later`,
    late_to === undefined ? '' : `late since ${late_to} or earlier`,
    reviewed_from === undefined ? '' : `reviewed from ${reviewed_from}`,
    reviewed_to === undefined ? '' : `reviewed to ${reviewed_to}`,
    mine === undefined ? '' : `of ${named(user)}`,
    late === undefined ? '' : late === '1' ? 'late' : 'never late',
  ].filter(Boolean);
  return parts.length === 0 ? 'Change cases' : `Change cases: ${parts.join(', ')}`;
}

function bytesOf(format: 'csv' | 'xlsx', evidence: Evidence): AsyncGenerator<Uint8Array> {
  return format === 'csv'
    ? spreadsheetBytes(format, evidenceSheet(evidence))
    : sheetsBytes(evidenceSheets(evidence));
}

type Making = { format: EvidenceFormat; user: string; address: string; signal: AbortSignal };
type Deps = Pick<Library, 'db' | 'now'> & { access: AccessLog };

/** The report about what is read in one's turn; its SHA-256 goes into the access audit. */
export function makeEvidence(
  deps: Deps,
  read: () => Promise<Evidence>,
  making: Making,
): Promise<Buffer> {
  const { user, signal } = making;
  const make = async () => {
    await requireBudget(deps, user);
    return writeReport(deps, await read(), making);
  };
  return exports.use(user, make, signal);
}

async function requireBudget({ db, now }: Deps, user: string): Promise<void> {
  const lately = await countRows(
    db
      .selectFrom('access_audit')
      .where('at', '>', new Date(now() - hourMs).toISOString())
      .where('action', '=', 'evidence_exported')
      .where('user', '=', user),
  );
  if (lately < mostInAnHour) return;
  throw new LibraryError(
    'too_many_attempts',
    `You have exported evidence ${mostInAnHour} times in the last hour. Try again later, or export several cases at once.`,
  );
}

async function writeReport(
  { now, access }: Deps,
  evidence: Evidence,
  { format, user, address, signal }: Making,
): Promise<Buffer> {
  const madeAt = new Date(now()).toISOString();
  const cases = format === 'pdf' ? [...evidence.cases] : [];
  const ids: number[] = [];
  for (const { id } of evidence.cases) ids.push(id);
  const bytes =
    format === 'pdf'
      ? Buffer.from(await evidenceInProcess(user, { ...evidence, cases, madeAt }, signal))
      : await buffer(Readable.from(bytesOf(format, evidence)));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const detail = `cases ${ids.join(', ')}, SHA-256 ${sha256}`;
  await access.note({ action: 'evidence_exported', user, address, detail });
  return bytes;
}
