import type { Static } from 'typebox';
import type { CaseLine, decideLines } from '#contract/cases.ts';
import { caseDecisionNames } from '#contract/case-words.ts';
import { LibraryError } from '#contract/errors.ts';
import { redlineName } from '#contract/file-name.ts';
import { changeWeights, furnitureWords } from '#contract/redline-words.ts';
import type { Redline, RedlineChange } from '#contract/redline.ts';
import { documentsById } from '../catalogue/documents.ts';
import type { Change } from '../changes/change.ts';
import type { AuditFields } from '../changes/trail.ts';
import { portionsOf } from '../db/portions.ts';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { entriesWithFile } from '../matching/entry-files.ts';
import { engineVersion } from '../redline/redline-cache.ts';
import { type CaseRow, recordCase } from './case-rows.ts';
import { countRows } from '../db/count-rows.ts';

/** A comparison of two documents; null while it cannot be made. Throws if they cannot be compared. */
export type Compare = (user: string, names: ComparedNames) => Promise<Compared | null>;
type Compared = Pick<Redline, 'verdict' | 'changes' | 'furniture' | 'from' | 'to'> & {
  engine: number;
};
export type ComparedNames = { from: string; to: string };

type LineRow = Schema['case_lines'];

/** Both sides of a case's comparison; null if there is no revision to compare with. */
export async function sidesOf(db: Db, row: CaseRow): Promise<ComparedNames | null> {
  if (row.previous_document_id === null) return null;
  const documents = await documentsById(db, [row.previous_document_id, row.document_id]);
  const from = documents.get(row.previous_document_id);
  const to = documents.get(row.document_id);
  if (from === undefined || to === undefined) return null;
  return { from: redlineName(from), to: redlineName(to) };
}

export async function linesOf(db: Db, case_id: number): Promise<CaseLine[]> {
  const rows = await db
    .selectFrom('case_lines')
    .selectAll()
    .where('case_id', '=', case_id)
    .orderBy('position')
    .execute();
  return rows.map(({ case_id: _case, ...line }) => line);
}

/** Writes the lines of a comparison, in the order of their weight. Decisions about the same text stay. */
export async function writeLines(
  tx: Tx,
  row: CaseRow,
  compared: Compared,
  change: Change,
): Promise<number> {
  const before = await linesOf(tx, row.id);
  const decided = new Map(before.map((line) => [keyOf(line), line]));
  const typed = before.filter(({ change: of, weight }) => of === null && weight === null);
  const lines = [...linesIn(compared), ...typed].map((line, at): LineRow => {
    const known = decided.get(keyOf(line));
    const { decision = null, remark = '', decided_by = null, remark_by = null } = known ?? {};
    const work = { decision, remark, decided_by, remark_by };
    return { ...line, ...work, case_id: row.id, position: at + 1 };
  });
  await tx.deleteFrom('case_lines').where('case_id', '=', row.id).execute();
  for (const portion of portionsOf(lines)) {
    await tx.insertInto('case_lines').values(portion).execute();
  }
  const from_hash = compared.from.hash;
  const to_hash = compared.to.hash;
  const kept = lines.filter(({ decision }) => decision !== null).length;
  const what = `List of changes made: ${lines.length}${kept > 0 ? `, decisions kept: ${kept}` : ''}`;
  return recordCase(tx, row, { from_hash, to_hash, engine: compared.engine }, what, change);
}

type Line = Pick<CaseLine, 'change' | 'weight' | 'clause' | 'text'>;

function keyOf({ clause, text }: Line): string {
  return JSON.stringify([clause, text]);
}

/** Limits and obligations first, as the comparison lists them. */
function linesIn({ verdict, changes, furniture }: Compared): Line[] {
  if (verdict === 'different') {
    const text = 'The two revisions have hardly anything in common: review the whole document.';
    return [{ change: null, weight: 'text', clause: null, text }];
  }
  const listed = changes.map((one): Line => ({
    change: one.id,
    weight: one.weight,
    clause: one.row === null ? one.clause : [one.clause, one.row].filter(Boolean).join(', '),
    text: textOf(one),
  }));
  const furnitureLines = furniture.map(({ kind, weight, from_text, to_text }): Line => ({
    change: null,
    weight,
    clause: furnitureWords[kind],
    text: marked('deleted', from_text) + marked('inserted', to_text),
  }));
  return [...listed, ...furnitureLines].toSorted((a, b) => placeOf(a) - placeOf(b));
}

function placeOf({ weight }: Line): number {
  return weight === null ? changeWeights.length : changeWeights.indexOf(weight);
}

function textOf({ context, from_text, to_text }: RedlineChange): string {
  if (context.length === 0) return marked('deleted', from_text) + marked('inserted', to_text);
  return context.map(({ kind, text }) => (kind === 'same' ? text : marked(kind, text))).join('');
}

function marked(kind: 'deleted' | 'inserted', text: string): string {
  if (text.trim() === '') return text;
  return kind === 'deleted' ? `[-${text}-]` : `{+${text}+}`;
}

/** Whether a PDF is another one than its list of changes was made from, or an earlier engine made it. */
export async function isOutdated(db: Db, row: CaseRow): Promise<boolean> {
  if (row.to_hash === null || row.previous_document_id === null) return false;
  if (row.engine !== engineVersion) return true;
  const files = await entriesWithFile(db)
    .select(['documents.id', 'files.hash'])
    .where('documents.id', 'in', [row.previous_document_id, row.document_id])
    .execute();
  const hashOf = (id: number | null) => files.find((file) => file.id === id)?.hash;
  // A file that is missing just now is not another one.
  const differs = (hash: string | null | undefined, kept: string | null) =>
    hash !== undefined && hash !== null && hash !== kept;
  return (
    differs(hashOf(row.previous_document_id), row.from_hash) ||
    differs(hashOf(row.document_id), row.to_hash)
  );
}

/** Decides about lines of a case that is in review. Returns how many are left. */
export async function decide(
  tx: Tx,
  row: CaseRow,
  { positions, decision, remark }: Static<typeof decideLines.body>,
  change: Change,
): Promise<number> {
  requireInReview(row);
  const decided_by = decision === null ? null : change.user;
  const decided = decision === undefined ? {} : { decision, decided_by };
  const words = remark?.trim() ?? '';
  const remarked =
    remark === undefined ? {} : { remark: words, remark_by: words === '' ? null : change.user };
  for (const portion of portionsOf(positions)) {
    const { numUpdatedRows } = await tx
      .updateTable('case_lines')
      .set({ ...decided, ...remarked, case_id: row.id })
      .where('case_id', '=', row.id)
      .where('position', 'in', portion)
      .executeTakeFirst();
    if (Number(numUpdatedRows) < portion.length) {
      throw new LibraryError('changed_meanwhile', 'The list of changes was made again.');
    }
  }
  const name =
    decision === undefined || decision === null ? 'undecided' : caseDecisionNames[decision];
  const lines = positions.length === 1 ? `Line ${positions[0]}` : `${positions.length} lines`;
  const did_words =
    remark === undefined ? name : decision === undefined ? 'remark' : `${name}, remark`;
  const did = {
    what: `${lines}: ${did_words}`,
    lines: positions.join(', '),
    remark: remark ?? null,
  };
  await recordWork(row, did, change);
  return undecided(tx, row.id);
}

/** Work on lines and actions changes no field of the case, so its version stays: two reviewers do not collide. */
export async function recordWork(
  row: CaseRow,
  did: AuditFields & { what: string },
  change: Change,
): Promise<void> {
  const { customer, doc_num, language, doc_rev } = row;
  const about = { customer, doc_num, language, doc_rev };
  await change.record([
    {
      action: 'changed',
      subject: 'case',
      subject_id: row.id,
      customer_id: row.customer_id,
      document_id: row.document_id,
      previous_customer_id: null,
      before: about,
      after: { ...about, ...did },
    },
  ]);
}

export async function undecided(db: Db, case_id: number): Promise<number> {
  const lines = db.selectFrom('case_lines').where('case_id', '=', case_id);
  return countRows(lines.where('decision', 'is', null));
}

/** Adds a line that a reviewer typed. */
export async function typeLine(
  tx: Tx,
  row: CaseRow,
  text: string,
  change: Change,
): Promise<number> {
  requireInReview(row);
  const { last } = await tx
    .selectFrom('case_lines')
    .select((select) => select.fn.max('position').as('last'))
    .where('case_id', '=', row.id)
    .executeTakeFirstOrThrow();
  const position = (last ?? 0) + 1;
  if (position > mostLines) throw new LibraryError('bad_request', 'The list is full.');
  const line = { change: null, weight: null, clause: null, text: text.trim() };
  const none = { decision: null, remark: '', decided_by: null, remark_by: null };
  await tx
    .insertInto('case_lines')
    .values({ case_id: row.id, position, ...line, ...none })
    .execute();
  const what = `Line ${position} added`;
  await recordWork(row, { what, text: line.text }, change);
  return position;
}

const mostLines = 20_000;

function requireInReview(row: CaseRow): void {
  if (row.state === 'in_review') return;
  const why =
    row.state === 'open'
      ? 'Start the review first.'
      : 'The review of this case is closed to changes.';
  throw new LibraryError('case_refused', why);
}
