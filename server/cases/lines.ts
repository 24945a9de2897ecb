import type { Insertable, Selectable } from 'kysely';
import type { Static } from 'typebox';
import type { CaseLine, decideLines } from '#contract/cases.ts';
import { type CaseDecision, caseDecisionNames } from '#contract/case-words.ts';
import { LibraryError } from '#contract/errors.ts';
import { redlineName } from '#contract/file-name.ts';
import { changeWeights, furnitureWords } from '#contract/redline-words.ts';
import type { Redline, RedlineChange } from '#contract/redline.ts';
import { documentsById } from '../catalogue/documents.ts';
import type { Change } from '../changes/change.ts';
import type { AuditFields } from '../changes/trail.ts';
import { portionsOf, selectInPortions } from '../db/portions.ts';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { entriesWithFile } from '../matching/entry-files.ts';
import { engineVersion } from '../redline/redline-cache.ts';
import { type CaseRow, changedMeanwhile, recordCase, recordLine } from './case-rows.ts';
import { isPending } from './due-days.ts';
import { countRows } from '../db/count-rows.ts';

/** A comparison of two documents; null while it cannot be made. Throws if they cannot be compared. */
export type Compare = (user: string, names: ComparedNames) => Promise<Compared | null>;
type Compared = Pick<Redline, 'verdict' | 'changes' | 'furniture' | 'from' | 'to'> & {
  engine: number;
};
export type ComparedNames = { from: string; to: string };

type LineRow = Selectable<Schema['case_lines']>;

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
  return (await lineRowsOf(db, case_id)).map(asLine);
}

async function lineRowsOf(db: Db, case_id: number): Promise<LineRow[]> {
  const lines = db.selectFrom('case_lines').selectAll().where('case_id', '=', case_id);
  return lines.orderBy('position').orderBy('id').execute();
}

function asLine(row: LineRow): CaseLine {
  const { former_decision, former_by: by, former_at: at, former_rev, is_former, ...line } = row;
  const { case_id: _case, changed_by: _by, changed_at: _at, ...shown } = line;
  const former =
    former_decision === null
      ? null
      : { decision: former_decision, by, at, doc_rev: former_rev ?? '' };
  return { ...shown, former, is_former: is_former === 1 };
}

/**
 * Writes the lines of a comparison, in the order of their weight. A line with the same text stays with its id and
 * decision. One that was worked on and is not in the comparison any more stays at the end, to be decided again.
 */
export async function writeLines(
  tx: Tx,
  row: CaseRow,
  compared: Compared,
  change: Change,
): Promise<number> {
  const known = Map.groupBy(await lineRowsOf(tx, row.id), keyOf);
  const listed = linesIn(compared).map((line): NewLine => {
    const { id, ...work } = known.get(keyOf(line))?.shift() ?? newLine;
    return { ...work, ...(id === undefined ? {} : { id }), ...line, is_former: 0 };
  });
  const others = [...known.values()].flat();
  const typed = others.filter((line) => isTyped(line));
  const former = others.filter((line) => !isTyped(line) && isWorkedOn(line));
  const stay = [...typed, ...former.map((line) => asFormer(line, row.doc_rev))];
  const lines = [...listed, ...stay].map((line, at) => ({
    ...line,
    case_id: row.id,
    position: at + 1,
  }));
  await tx.deleteFrom('case_lines').where('case_id', '=', row.id).execute();
  for (const portion of portionsOf(lines)) await insertLines(tx, portion);
  const from_hash = compared.from.hash;
  const to_hash = compared.to.hash;
  const kept = lines.filter(({ decision }) => decision !== null).length;
  const what = [
    `List of changes made: ${lines.length}`,
    kept === 0 ? '' : `decisions kept: ${kept}`,
    former.length === 0 ? '' : `to decide again, as their text changed: ${former.length}`,
  ];
  const changed = { from_hash, to_hash, engine: compared.engine };
  return recordCase(tx, row, changed, what.filter(Boolean).join(', '), change);
}

/**
 * Copies what was worked on in one case to another, where it is decided again; the list that is made there takes over the
 * lines of the same text. In a list that is made already, a text that it lacks is gone. Returns the new ids by the old ones.
 */
export async function carryLines(tx: Tx, from: CaseRow, to: CaseRow): Promise<Map<number, number>> {
  const there = await lineRowsOf(tx, to.id);
  const known = Map.groupBy(there, keyOf);
  const ids = new Map<number, number>();
  const added: LineRow[] = [];
  const formerOf = (line: LineRow) => ({
    ...asFormer(line, from.doc_rev),
    is_former: to.to_hash === null || isTyped(line) ? 0 : 1,
  });
  for (const line of await lineRowsOf(tx, from.id)) {
    if (!isTyped(line) && !isWorkedOn(line)) continue;
    const same = known.get(keyOf(line))?.shift();
    if (same === undefined) {
      added.push(line);
      continue;
    }
    ids.set(line.id, same.id);
    const { former_decision, former_by, former_at, former_rev, remark, remark_by } = formerOf(line);
    // What a superseded case decided is always shown.
    const isNews = isPending(from) || same.former_decision === null;
    const former =
      former_decision !== null && isNews
        ? { former_decision, former_by, former_at, former_rev }
        : {};
    const remarked = same.remark === '' ? { remark, remark_by } : {};
    const carried = { ...former, ...remarked, version: same.version };
    await tx.updateTable('case_lines').set(carried).where('id', '=', same.id).execute();
  }
  const first = (there.at(-1)?.position ?? 0) + 1;
  const rows = added.map((line, at) => {
    const { id: _id, ...former } = formerOf(line);
    return { ...former, case_id: to.id, position: first + at, version: 1 };
  });
  for (const portion of portionsOf(rows)) {
    const insert = tx.insertInto('case_lines').values(portion);
    const written = await insert.returning(['id', 'position']).execute();
    for (const { id, position } of written) {
      const line = added[position - first];
      if (line !== undefined) ids.set(line.id, id);
    }
  }
  return ids;
}

// PostgreSQL gives a row its own number only where the column is not named.
async function insertLines(
  tx: Tx,
  lines: readonly Insertable<Schema['case_lines']>[],
): Promise<void> {
  const parts = [
    lines.filter(({ id }) => id !== undefined),
    lines.filter(({ id }) => id === undefined),
  ];
  for (const part of parts) {
    if (part.length > 0) await tx.insertInto('case_lines').values(part).execute();
  }
}

type NewLine = Omit<LineRow, 'id' | 'case_id' | 'position'> & { id?: number };

const nothingDecided = {
  decision: null,
  remark: '',
  decided_by: null,
  remark_by: null,
  decided_at: null,
  changed_by: null,
  changed_at: null,
  version: 1,
} as const;
const nothingFormer = {
  former_decision: null,
  former_by: null,
  former_at: null,
  former_rev: null,
} as const;
const newLine: Partial<LineRow> & typeof nothingDecided & typeof nothingFormer = {
  ...nothingDecided,
  ...nothingFormer,
};

function isTyped({ change, weight }: LineRow): boolean {
  return change === null && weight === null;
}

function isWorkedOn({ decision, remark, former_decision }: LineRow): boolean {
  return decision !== null || remark !== '' || former_decision !== null;
}

/** A decision is about a text: where the text is another one, it is shown and made again. */
function asFormer<L extends Omit<LineRow, 'id'>>(line: L, doc_rev: string): L {
  const of = { ...line, change: null, is_former: 1 };
  const { decision, decided_by, decided_at } = line;
  if (decision === null) return of;
  return {
    ...of,
    decision: null,
    decided_by: null,
    decided_at: null,
    former_decision: decision,
    former_by: decided_by,
    former_at: decided_at,
    former_rev: doc_rev,
    version: line.version + 1,
  };
}

type Line = Pick<CaseLine, 'change' | 'weight' | 'clause' | 'text'>;

function keyOf({ clause, text }: Line): string {
  return JSON.stringify([clause, text]);
}

/** Limits and obligations first, as the comparison lists them. */
function linesIn({ verdict, changes, furniture }: Compared): Line[] {
  if (verdict === 'different') {
    const text = 'The two revisions share almost no text. Review the whole document.';
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

function textOf({ kind, context, from_text, to_text }: RedlineChange): string {
  // Of a change that is shown in part, the whole: a decision stays only with the same text.
  const isCut = context.some((piece) => piece.kind !== 'same' && piece.text.endsWith(' …'));
  if (kind === 'moved') return to_text;
  if (context.length === 0 || isCut)
    return marked('deleted', from_text) + marked('inserted', to_text);
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

type Decided = Static<typeof decideLines.response>;

/** Decides about lines of a case that is in review, but for those that someone else changed meanwhile. */
export async function decide(
  tx: Tx,
  row: CaseRow,
  { lines, decision, remark }: Static<typeof decideLines.body>,
  change: Change,
): Promise<Decided> {
  requireInReview(row);
  const found = await selectInPortions(
    lines.map(({ id }) => id),
    (portion) =>
      tx
        .selectFrom('case_lines')
        .selectAll()
        .where('case_id', '=', row.id)
        .where('id', 'in', portion),
  );
  const versions = new Map(lines.map(({ id, version }) => [id, version]));
  if (found.length < versions.size) {
    throw changedMeanwhile('The list of changes was updated.');
  }
  const words = remark?.trim();
  const isDone = (line: LineRow) =>
    (decision === undefined || line.decision === decision) &&
    (words === undefined || line.remark === words);
  const open = found.filter((line) => !isDone(line));
  const [wanted = [], meanwhile = []] = [true, false].map((is) =>
    open.filter((line) => (line.version === versions.get(line.id)) === is),
  );
  const { user } = change;
  const at = change.at.toISOString();
  const by = decision === null ? null : user;
  const decided =
    decision === undefined ? {} : { decision, decided_by: by, decided_at: by === null ? null : at };
  const remarked =
    words === undefined ? {} : { remark: words, remark_by: words === '' ? null : user };
  for (const portion of portionsOf(wanted.map(({ id }) => id))) {
    await tx
      .updateTable('case_lines')
      .set((line) => ({
        ...decided,
        ...remarked,
        changed_by: user,
        changed_at: at,
        version: line('version', '+', 1),
      }))
      .where('id', 'in', portion)
      .execute();
  }
  if (wanted.length > 0) {
    const what = decidedInWords(wanted, decision, words);
    const ids = wanted.map(({ id }) => id).join(', ');
    await recordWork(row, { what, lines: ids, remark: words ?? null }, change);
  }
  const [changed, stays] = [new Set(wanted), new Set(meanwhile)];
  return {
    left: await undecided(tx, row.id),
    saved: found
      .filter((line) => !stays.has(line))
      .map((line) => ({ id: line.id, version: line.version + (changed.has(line) ? 1 : 0) })),
    conflicts: meanwhile.map((line) => ({
      line: asLine(line),
      by: line.changed_by,
      at: line.changed_at,
    })),
  };
}

/** `Lines 1–4, 7: No impact. Line 5: No impact (was Action), remark "Logo only" (was "8 h")`. */
function decidedInWords(
  lines: readonly LineRow[],
  decision: CaseDecision | null | undefined,
  remark: string | undefined,
): string {
  const was = (before: string) => (before === '' ? '' : ` (was ${before})`);
  const nameOf = (one: CaseDecision | null) =>
    one === null ? 'undecided' : caseDecisionNames[one];
  const quoted = (text: string) => (text === '' ? '' : `"${text}"`);
  const wordsOf = (line: LineRow) => {
    const before =
      line.decision === null || line.decision === decision ? '' : nameOf(line.decision);
    const decided = decision === undefined ? '' : nameOf(decision) + was(before);
    const former = line.remark === remark ? '' : quoted(line.remark);
    const remarked =
      remark === undefined
        ? ''
        : `${remark === '' ? 'no remark' : `remark ${quoted(remark)}`}${was(former)}`;
    return [decided, remarked].filter(Boolean).join(', ');
  };
  const groups = Map.groupBy(lines, wordsOf);
  return [...groups].map(([words, of]) => `${linesInWords(of)}: ${words}`).join('. ');
}

/** `Line 3 (4.2 Torque)`, `Lines 1–4, 7`. */
function linesInWords(lines: readonly LineRow[]): string {
  const [only] = lines;
  if (only !== undefined && lines.length === 1) {
    return `Line ${only.position}${only.clause === null ? '' : ` (${only.clause})`}`;
  }
  const spans: [from: number, to: number][] = [];
  for (const { position } of lines.toSorted((a, b) => a.position - b.position)) {
    const last = spans.at(-1);
    if (last?.[1] === position - 1) last[1] = position;
    else spans.push([position, position]);
  }
  return `Lines ${spans.map(([from, to]) => (from === to ? from : `${from}–${to}`)).join(', ')}`;
}

/** Work on lines and actions changes no field of the case, so its version stays: two reviewers do not collide. */
export async function recordWork(
  row: CaseRow,
  did: AuditFields & { what: string },
  change: Change,
): Promise<void> {
  const { customer, doc_num, language, doc_rev } = row;
  const about = { customer, doc_num, language, doc_rev };
  await recordLine(row, about, { ...about, ...did }, change);
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
  if (position > mostLines)
    throw new LibraryError(
      'bad_request',
      'The list of changes is full. Write the rest into the remark of a line.',
    );
  const line = { change: null, weight: null, clause: null, text: text.trim() };
  const { id } = await tx
    .insertInto('case_lines')
    .values({ case_id: row.id, position, ...line, ...nothingDecided })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordWork(row, { what: `Line ${position} added: ${line.text}` }, change);
  return id;
}

const mostLines = 20_000;

function requireInReview(row: CaseRow): void {
  if (row.state === 'in_review') return;
  const why =
    row.state === 'open'
      ? 'Start the review first.'
      : 'The review is signed or over, so its decisions stay.';
  throw new LibraryError('case_refused', why);
}
