import { setImmediate } from 'node:timers/promises';
import type { BuiltOn } from '#contract/audit.ts';
import type { EntryFields } from '#contract/entry.ts';
import { LibraryError } from '#contract/errors.ts';
import { type RevisionFacts, revisionFacts } from '#contract/revision-words.ts';
import type { Change } from '../changes/change.ts';
import { type AuditFields, type FeedLine, lastLineAbout } from '../changes/trail.ts';
import type { Tx } from '../db/schema.ts';
import {
  countDocuments,
  customerColumns,
  customerLine,
  type CatalogueCustomer,
  findCustomer,
  findCustomerById,
} from './customers.ts';
import {
  changeDocument,
  type CustomersEntry,
  documentLine,
  type CatalogueDocument,
  documentsByFileKey,
  documentsById,
  entryFields,
  fileKeyOf,
  findDocument,
  entryColumns,
  factsOf,
  refusalAmong,
  refusalOf,
} from './documents.ts';
import { deleteAll } from './editing.ts';
import { undoStandard } from './standards/undo-statement.ts';

const rowsAtOnce = 100;

/** What became of lines that were to be undone. */
export type UndoResult = {
  /** How many rows are again as they were. */
  rows: number;
  /** Rows that were changed again since: a librarian decides about them. */
  builtOn: BuiltOn[];
  /** What stays although the change made it, in words. */
  left: string[];
};

/**
 * Undoes lines of the trail about customers, documents and standards, the last one first: what they added
 * goes, what they deleted comes back with its id and dates, and what they changed is as before. A
 * row that was changed again since is left, unless its line is one of `overwrite`.
 */
export async function undoLines(
  tx: Tx,
  lines: readonly FeedLine[],
  overwrite: ReadonlySet<number>,
  change: Change,
): Promise<UndoResult> {
  const taken: UndoResult = { rows: 0, builtOn: [], left: [] };
  // A customer was deleted after its documents, and added before them.
  for (const run of runsOf(lines.toReversed())) {
    await setImmediate();
    for (const outcome of await undoRun(tx, run, overwrite, change)) {
      if (outcome === 'done') taken.rows += 1;
      else if (typeof outcome !== 'string') taken.builtOn.push(outcome);
      else if (outcome !== 'as it was') taken.left.push(outcome);
    }
  }
  return taken;
}

/** Lines that follow each other and are undone by the same statements: documents added, or deleted. */
function runsOf(lines: readonly FeedLine[]): FeedLine[][] {
  const runs: FeedLine[][] = [];
  for (const line of lines) {
    const run = runs.at(-1) ?? [];
    const isLonger =
      run.length < rowsAtOnce && wayOf(line) !== null && wayOf(run[0]) === wayOf(line);
    if (isLonger) run.push(line);
    else runs.push([line]);
  }
  return runs;
}

function wayOf(line: FeedLine | undefined): 'added' | 'deleted' | null {
  if (line?.subject !== 'document') return null;
  if (line.before === null) return 'added';
  return line.after === null ? 'deleted' : null;
}

async function undoRun(
  tx: Tx,
  run: readonly FeedLine[],
  overwrite: ReadonlySet<number>,
  change: Change,
): Promise<Outcome[]> {
  const way = wayOf(run[0]);
  if (way === 'added') return undoAdded(tx, run, overwrite, change);
  if (way === 'deleted') return undoDeleted(tx, run, change);
  const outcomes: Outcome[] = [];
  for (const line of run) {
    outcomes.push(await undoBySubject[line.subject](tx, line, overwrite.has(line.id), change));
  }
  return outcomes;
}

/** Words say why the row stays. */
type Outcome = 'done' | 'as it was' | (string & {}) | BuiltOn;
type UndoLine = (tx: Tx, line: FeedLine, overwrite: boolean, change: Change) => Promise<Outcome>;

const undoBySubject: Record<FeedLine['subject'], UndoLine> = {
  customer: undoCustomer,
  document: undoDocument,
  async standard(tx, line, overwrite, change) {
    const outcome = await undoStandard(tx, line, overwrite, change);
    if (typeof outcome === 'string') return outcome;
    return 'left' in outcome ? outcome.left : builtOnBy(tx, line, outcome.builtOn);
  },
  async file() {
    throw new Error('Files are undone by the console.');
  },
  note: async () => 'Notes stay: they are undone in the viewer.',
  case: async () =>
    'A change case is not undone here: a reviewer opens it and uses "Undo" or "Back to open".',
  case_rule: rulesStay,
  calendar: rulesStay,
};

async function rulesStay(): Promise<Outcome> {
  return 'Rules and calendars are not undone here: edit them under Manage, Cases.';
}

async function undoCustomer(
  tx: Tx,
  line: FeedLine,
  overwrite: boolean,
  change: Change,
): Promise<Outcome> {
  const id = line.subject_id;
  const now = await findCustomerById(tx, id);
  if (line.before === null) return now === null ? 'as it was' : deleteEmptied(tx, now, change);
  const name = text(line.before['customer']);
  if (line.after === null) {
    if (now !== null) return 'as it was';
    await requireFreeName(tx, name);
    await tx
      .insertInto('customers')
      .values({ id, ...customerColumns(name) })
      .execute();
    await change.record([customerLine('restored', id, null, name)]);
    return 'done';
  }
  if (now?.name === name) return 'as it was';
  if (now === null) return `${name} stays deleted: it was deleted since.`;
  if (now.name !== line.after['customer'] && !overwrite) {
    return builtOnBy(tx, line, { customer: now.name });
  }
  await requireFreeName(tx, name, id);
  await tx.updateTable('customers').set(customerColumns(name)).where('id', '=', id).execute();
  await change.record([customerLine('changed', id, now.name, name)]);
  return 'done';
}

/** A customer that was added goes, unless others gave it documents since. */
async function deleteEmptied(
  tx: Tx,
  { id, name }: CatalogueCustomer,
  change: Change,
): Promise<Outcome> {
  const documents = await countDocuments(tx, id);
  if (documents > 0) return `${name} stays: it has standard numbers.`;
  await tx.deleteFrom('customers').where('id', '=', id).execute();
  await change.record([customerLine('deleted', id, name, null)]);
  return 'done';
}

async function requireFreeName(tx: Tx, name: string, ownId?: number): Promise<void> {
  const taken = await findCustomer(tx, name);
  if (taken === null || taken.id === ownId) return;
  throw cannotUndo(`There is a customer "${taken.name}" again.`);
}

async function undoAdded(
  tx: Tx,
  lines: readonly FeedLine[],
  overwrite: ReadonlySet<number>,
  change: Change,
): Promise<Outcome[]> {
  const now = await documentsById(tx, lines.map(subjectOf));
  const outcomes: Outcome[] = [];
  const unchanged: CatalogueDocument[] = [];
  for (const line of lines) {
    const row = now.get(line.subject_id);
    if (row === undefined) outcomes.push('as it was');
    else if (!isUnchanged(row, line, line.after) && !overwrite.has(line.id)) {
      outcomes.push(await builtOnBy(tx, line, entryFields(row)));
    } else {
      unchanged.push(row);
      outcomes.push('done');
    }
  }
  await deleteAll(tx, unchanged, change);
  return outcomes;
}

async function undoDeleted(tx: Tx, lines: readonly FeedLine[], change: Change): Promise<Outcome[]> {
  const now = await documentsById(tx, lines.map(subjectOf));
  // What is there was restored already, whatever became of it since.
  const isThere = (line: FeedLine) => now.has(line.subject_id);
  await restoreDocuments(
    tx,
    lines.filter((line) => !isThere(line)),
    change,
  );
  return lines.map((line) => (isThere(line) ? 'as it was' : 'done'));
}

function subjectOf({ subject_id }: FeedLine): number {
  return subject_id;
}

/** Undoes a change of a document's fields. */
async function undoDocument(
  tx: Tx,
  line: FeedLine,
  overwrite: boolean,
  change: Change,
): Promise<Outcome> {
  const { before, after } = line;
  const now = await findDocument(tx, line.subject_id);
  const fields = changedFields(line);
  if (now === null) {
    if (!overwrite) return builtOnBy(tx, line, null);
    const deletion = await lastLineAbout(tx, line);
    await restoreDocuments(tx, [{ ...line, before: { ...deletion?.before, ...before } }], change);
    return 'done';
  }
  if (fields.every((field) => isAsBefore(now, line, field))) return 'as it was';
  if (!isUnchanged(now, line, after, fields) && !overwrite) {
    return builtOnBy(tx, line, entryFields(now));
  }
  return changeBack(tx, line, now, change);
}

const documentFields = [
  'customer',
  'doc_num',
  'doc_desc',
  'language',
  'doc_rev',
  ...revisionFacts,
] as const;
type DocumentField = (typeof documentFields)[number];

function changedFields({ before, after, previous_customer_id }: FeedLine): DocumentField[] {
  return documentFields.filter((field) =>
    // A customer may have been renamed since: only its id says whether it is another.
    field === 'customer'
      ? previous_customer_id !== null
      : (before?.[field] ?? null) !== (after?.[field] ?? null),
  );
}

/** Whether these fields of the document are still what the line made of them. */
function isUnchanged(
  now: CatalogueDocument,
  line: FeedLine,
  after: AuditFields | null,
  fields: readonly DocumentField[] = documentFields,
): boolean {
  return fields.every((field) =>
    field === 'customer'
      ? isCustomer(now, line.customer_id, after)
      : now[field] === (after?.[field] ?? null),
  );
}

function isAsBefore(now: CatalogueDocument, line: FeedLine, field: DocumentField): boolean {
  return field === 'customer'
    ? isCustomer(now, line.previous_customer_id, line.before)
    : now[field] === (line.before?.[field] ?? null);
}

function isCustomer(now: CatalogueDocument, id: number | null, named: AuditFields | null): boolean {
  return id === null ? now.customer === named?.['customer'] : now.customer_id === id;
}

async function changeBack(
  tx: Tx,
  line: FeedLine,
  now: CatalogueDocument,
  change: Change,
): Promise<Outcome> {
  const before = entryOf(line.before ?? {});
  const fields = changedFields(line);
  const back = Object.fromEntries(fields.map((field) => [field, before[field]]));
  const customer = fields.includes('customer')
    ? await requireCustomer(tx, line.previous_customer_id, before)
    : { id: now.customer_id, name: now.customer };
  const entry = { ...now, ...back, customer: customer.name, customer_id: customer.id };
  const refusal = await refusalOf(tx, entry, now.id);
  if (refusal !== null) throw cannotUndo(refusal.message);
  await changeDocument(tx, now.id, entryColumns(entry), change);
  await change.record([documentLine('changed', now.id, now, entry)]);
  return 'done';
}

/** Makes the documents again that lines have as they were before. */
async function restoreDocuments(tx: Tx, lines: readonly FeedLine[], change: Change): Promise<void> {
  if (lines.length === 0) return;
  const customers = new Map<string, CatalogueCustomer>();
  const restored: { line: FeedLine; entry: CustomersEntry; before: AuditFields }[] = [];
  for (const line of lines) {
    const before = line.before ?? {};
    const id = line.previous_customer_id ?? line.customer_id;
    const key = `${id} ${text(before['customer'])}`;
    const customer = customers.get(key) ?? (await requireCustomer(tx, id, before));
    customers.set(key, customer);
    const entry = { ...entryOf(before), customer: customer.name, customer_id: customer.id };
    restored.push({ line, entry, before });
  }
  await requireFree(
    tx,
    restored.map(({ entry }) => entry),
  );
  const rows = restored.map(({ line, entry, before }) => ({
    id: line.subject_id,
    ...entryColumns(entry),
    // A version that nobody has seen: an edit begun before the deletion is a conflict.
    version: Number(before['version'] ?? 1) + 1,
    created_by_user: text(before['created_by_user'] ?? change.user),
    created_at: text(before['created_at'] ?? change.at.toISOString()),
    modified_by_user: text(before['modified_by_user'] ?? change.user),
    modified_at: text(before['modified_at'] ?? change.at.toISOString()),
  }));
  await tx.insertInto('documents').values(rows).execute();
  await change.record(
    restored.map(({ line, entry }) => documentLine('restored', line.subject_id, null, entry)),
  );
}

/** Refuses when the place of one of these entries was taken, also by another one of them. */
async function requireFree(tx: Tx, entries: readonly CustomersEntry[]): Promise<void> {
  const sharing: Map<string, CustomersEntry[]> = await documentsByFileKey(
    tx,
    entries.map(fileKeyOf),
  );
  for (const entry of entries) {
    const key = fileKeyOf(entry);
    const others = sharing.get(key) ?? [];
    const refusal = refusalAmong(entry, others);
    if (refusal !== null) throw cannotUndo(refusal.message);
    sharing.set(key, [...others, entry]);
  }
}

/** The customer that the entry was of: by its id, or by its name where the line is an old one. */
async function requireCustomer(
  tx: Tx,
  id: number | null,
  before: { customer?: string | number | null },
): Promise<CatalogueCustomer> {
  const name = text(before.customer);
  const byId = id === null ? null : await findCustomerById(tx, id);
  const customer = byId ?? (await findCustomer(tx, name));
  if (customer === null) throw cannotUndo(`The customer "${name}" is not there any more.`);
  return customer;
}

async function builtOnBy(tx: Tx, line: FeedLine, now: AuditFields | null): Promise<BuiltOn> {
  const { id, subject, subject_id, before } = line;
  const last = await lastLineAbout(tx, line);
  const by = { user: last?.user ?? '', at: last?.at ?? '' };
  return { line_id: id, subject, subject_id, before, now, ...by };
}

function entryOf(fields: AuditFields): EntryFields & RevisionFacts {
  return {
    customer: text(fields['customer']),
    doc_num: text(fields['doc_num']),
    doc_desc: text(fields['doc_desc']),
    language: (fields['language'] ?? null) === null ? null : text(fields['language']),
    doc_rev: text(fields['doc_rev']),
    // The trail has them as they were written.
    ...factsOf(fields as Partial<RevisionFacts>),
  };
}

function text(field: string | number | null | undefined): string {
  return String(field ?? '');
}

function cannotUndo(why: string): LibraryError {
  return new LibraryError('changed_meanwhile', `It cannot be undone any more. ${why}`);
}
