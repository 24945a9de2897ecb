import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { caseStateNames, caseVerdictNames } from '#contract/case-words.ts';
import type { CaseFilter, EvidenceFormat, WholeCase } from '#contract/cases.ts';
import { LibraryError } from '#contract/errors.ts';
import type { AccessLog } from '../auth/access-log.ts';
import type { Db } from '../db/schema.ts';
import { spreadsheetBytes } from '../spreadsheet/spreadsheet.ts';
import { casesInPages } from './cases.ts';
import type { Evidence } from './evidence-words.ts';
import { evidenceInProcess } from './evidence-process.ts';
import { evidenceSheet } from './sheets.ts';
import { type CaseReader, wholeCase } from './whole-case.ts';

const mostCases = 100;
const mostLines = 10_000;

/** The cases that a filter lets through, for one report. */
export async function casesForEvidence(
  db: Db,
  filter: CaseFilter,
  reader: CaseReader,
): Promise<WholeCase[]> {
  const cases: WholeCase[] = [];
  let lines = 0;
  for await (const page of casesInPages(db, filter, reader)) {
    for (const { id } of page) {
      const whole = await wholeCase(db, id, reader);
      cases.push(whole);
      lines += whole.lines.length;
      if (cases.length > mostCases || lines > mostLines) throw tooMuch();
    }
  }
  if (cases.length === 0) throw new LibraryError('bad_request', 'No case fits these filters.');
  return cases;
}

function tooMuch(): LibraryError {
  const most = `${mostCases} cases with ${mostLines.toLocaleString('en')} changes`;
  return new LibraryError(
    'bad_request',
    `One report holds at most ${most}. Choose a shorter period or one customer.`,
  );
}

/** What the cases of a report have in common. */
export function filterInWords(filter: CaseFilter, user: string): string {
  const { doc_num, customer, owner, state, verdict, from, to, due_before, mine, late } = filter;
  const parts = [
    doc_num === undefined ? '' : `number ${doc_num}`,
    customer === undefined ? '' : `customer ${customer}`,
    from === undefined ? '' : `received from ${from}`,
    to === undefined ? '' : `received to ${to}`,
    state === undefined ? '' : `state ${state === 'pending' ? 'pending' : caseStateNames[state]}`,
    verdict === undefined ? '' : `verdict ${caseVerdictNames[verdict]}`,
    owner === undefined ? '' : `owner ${owner}`,
    due_before === undefined ? '' : `due before ${due_before}`,
    mine === undefined ? '' : `of ${user}`,
    late === undefined ? '' : 'late',
  ].filter(Boolean);
  return parts.length === 0 ? 'Change cases' : `Change cases: ${parts.join(', ')}`;
}

type Making = { format: EvidenceFormat; user: string; address: string; signal: AbortSignal };

/** The report; its SHA-256 goes into the access audit. */
export async function makeEvidence(
  { now, access }: { now: () => number; access: AccessLog },
  evidence: Evidence,
  { format, user, address, signal }: Making,
): Promise<Buffer> {
  const madeAt = new Date(now()).toISOString();
  const bytes =
    format === 'pdf'
      ? Buffer.from(await evidenceInProcess(user, { ...evidence, madeAt }, signal))
      : await buffer(Readable.from(spreadsheetBytes(format, evidenceSheet(evidence))));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const ids = evidence.cases.map(({ id }) => id).join(', ');
  const detail = `cases ${ids}, SHA-256 ${sha256}`;
  await access.note({ action: 'evidence_exported', user, address, detail });
  return bytes;
}
