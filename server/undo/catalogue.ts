import { setImmediate } from 'node:timers/promises';
import type { EntryFields } from '#contract/entry.ts';
import { LibraryError } from '#contract/errors.ts';
import { type RevisionFacts, revisionFacts } from '#contract/revision-words.ts';
import {
  addCustomer,
  type CatalogueCustomer,
  countDocuments,
  deleteEmptyCustomer,
  findCustomer,
  findCustomerById,
  renameCustomer,
} from '../catalogue/customers.ts';
import {
  addDocuments,
  type CatalogueDocument,
  changeDocument,
  type CustomersEntry,
  documentLine,
  documentsByFileKey,
  documentsById,
  entryColumns,
  entryFields,
  factsOf,
  fileKeyOf,
  findDocument,
  refusalAmong,
  refusalOf,
} from '../catalogue/documents.ts';
import { deleteAll } from '../catalogue/editing.ts';
import type { Change } from '../changes/change.ts';
import { type AuditFields, type FeedLine, lastLineAbout } from '../changes/trail.ts';
import type { Tx } from '../db/schema.ts';
import { text, textOrNull, Undone, type UndoLine, type UndoOutcome } from './plan.ts';
import { undoStandard } from './standards.ts';

const rowsAtOnce = 100;

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
): Promise<Undone> {
  const undone = new Undone();
  // A customer was deleted after its documents, and added before them.
  for (const run of runsOf(lines.toReversed())) {
    await setImmediate();
    const outcomes = await undoRun(tx, run, overwrite, change);
    for (const [at, line] of run.entries()) {
      await undone.add(tx, line, outcomes[at] ?? 'as it was');
    }
  }
  return undone;
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

type UndoRun = (
  tx: Tx,
  run: readonly FeedLine[],
  overwrite: ReadonlySet<number>,
  change: Change,
) => Promise<UndoOutcome[]>;

const undoRun: UndoRun = async (tx, run, overwrite, change) => {
  const way = wayOf(run[0]);
  if (way === 'added') return undoAdded(tx, run, overwrite, change);
  if (way === 'deleted') return undoDeleted(tx, run, overwrite, change);
  const [line] = run;
  if (line === undefined) return [];
  return [await undoBySubject[line.subject](tx, line, overwrite.has(line.id), change)];
};

const undoCustomer: UndoLine = async (tx, line, overwrite, change) => {
  const id = line.subject_id;
  const now = await findCustomerById(tx, id);
  if (line.before === null) {
    if (now === null) return 'as it was';
    // One that was added goes, unless others gave it documents since.
    if ((await countDocuments(tx, id)) > 0) {
      return { left: `${now.name} stays: it has standard numbers.` };
    }
    await deleteEmptyCustomer(tx, now, change);
    return 'done';
  }
  const name = text(line.before['customer']);
  if (line.after === null) {
    if (now !== null) return 'as it was';
    await requireFreeName(tx, name, id);
    await addCustomer(tx, name, change, { id });
    return 'done';
  }
  if (now === null) return { left: `${name} stays deleted: someone deleted it since.` };
  if (now.name === name) return 'as it was';
  if (now.name !== line.after['customer'] && !overwrite) return { now: { customer: now.name } };
  await requireFreeName(tx, name, id);
  await renameCustomer(tx, now, name, change);
  return 'done';
};

async function requireFreeName(tx: Tx, name: string, ownId: number): Promise<void> {
  const taken = await findCustomer(tx, name);
  if (taken === null || taken.id === ownId) return;
  throw cannotUndo(`The customer "${taken.name}" exists again.`);
}

const undoAdded: UndoRun = async (tx, lines, overwrite, change) => {
  const now = await documentsById(tx, lines.map(subjectOf));
  const unchanged: CatalogueDocument[] = [];
  const outcomes = lines.map((line): UndoOutcome => {
    const row = now.get(line.subject_id);
    if (row === undefined) return 'as it was';
    const isOurs = overwrite.has(line.id) || is(row, line.customer_id, line.after);
    if (!isOurs) return { now: entryFields(row) };
    unchanged.push(row);
    return 'done';
  });
  await deleteAll(tx, unchanged, change);
  return outcomes;
};

const undoDeleted: UndoRun = async (tx, lines, _overwrite, change) => {
  const now = await documentsById(tx, lines.map(subjectOf));
  // What is there was restored already, whatever became of it since.
  const isThere = (line: FeedLine) => now.has(line.subject_id);
  await restoreDocuments(
    tx,
    lines.filter((line) => !isThere(line)),
    change,
  );
  return lines.map((line) => (isThere(line) ? 'as it was' : 'done'));
};

function subjectOf({ subject_id }: FeedLine): number {
  return subject_id;
}

/** Undoes a change of a document's fields. */
const undoDocument: UndoLine = async (tx, line, overwrite, change) => {
  const { before, after } = line;
  const now = await findDocument(tx, line.subject_id);
  if (now === null) {
    if (!overwrite) return { now: null };
    const deletion = await lastLineAbout(tx, line);
    await restoreDocuments(tx, [{ ...line, before: { ...deletion?.before, ...before } }], change);
    return 'done';
  }
  const fields = changedFields(line);
  if (is(now, line.previous_customer_id, before, fields)) return 'as it was';
  if (!is(now, line.customer_id, after, fields) && !overwrite) return { now: entryFields(now) };
  const then = entryOf(before ?? {});
  const entry = { ...now, ...Object.fromEntries(fields.map((field) => [field, then[field]])) };
  if (fields.includes('customer')) {
    Object.assign(entry, await requireCustomer(tx, line.previous_customer_id, before ?? {}));
  }
  const refusal = await refusalOf(tx, entry, now.id);
  if (refusal !== null) throw cannotUndo(refusal.message);
  await changeDocument(tx, now.id, entryColumns(entry), change);
  await change.record([documentLine('changed', now.id, now, entry)]);
  return 'done';
};

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

/** Whether these fields of the document are those of the trail; an old line names the customer without an id. */
function is(
  now: CatalogueDocument,
  customerId: number | null,
  fieldsThen: AuditFields | null,
  fields: readonly DocumentField[] = documentFields,
): boolean {
  return fields.every((field) =>
    field === 'customer' && customerId !== null
      ? now.customer_id === customerId
      : now[field] === (fieldsThen?.[field] ?? null),
  );
}

/** Makes the documents again that lines have as they were before. */
async function restoreDocuments(tx: Tx, lines: readonly FeedLine[], change: Change): Promise<void> {
  if (lines.length === 0) return;
  const at = change.at.toISOString();
  const customers = new Map<string, CustomerOfEntry>();
  const entries = [];
  for (const { subject_id: id, before, previous_customer_id, customer_id } of lines) {
    const fields = before ?? {};
    const customerId = previous_customer_id ?? customer_id;
    const key = `${customerId} ${text(fields['customer'])}`;
    const customer = customers.get(key) ?? (await requireCustomer(tx, customerId, fields));
    customers.set(key, customer);
    const kept = {
      id,
      // A version that nobody has seen: an edit begun before the deletion is a conflict.
      version: Number(fields['version'] ?? 1) + 1,
      created_by_user: text(fields['created_by_user'] ?? change.user),
      created_at: text(fields['created_at'] ?? at),
      modified_by_user: text(fields['modified_by_user'] ?? change.user),
      modified_at: text(fields['modified_at'] ?? at),
    };
    entries.push({ ...entryOf(fields), ...customer, kept });
  }
  await requireFree(tx, entries);
  await addDocuments(tx, entries, change);
  const restored = entries.map((entry) => documentLine('restored', entry.kept.id, null, entry));
  await change.record(restored);
}

/** Refuses when the place of one of these entries was taken, also by another one of them. */
async function requireFree(tx: Tx, entries: readonly CustomersEntry[]): Promise<void> {
  const keys = entries.map(fileKeyOf);
  const sharing: Map<string, CustomersEntry[]> = await documentsByFileKey(tx, keys);
  for (const [at, entry] of entries.entries()) {
    const key = keys[at] ?? '';
    const others = sharing.get(key) ?? [];
    const refusal = refusalAmong(entry, others);
    if (refusal !== null) throw cannotUndo(refusal.message);
    sharing.set(key, [...others, entry]);
  }
}

type CustomerOfEntry = Pick<CustomersEntry, 'customer' | 'customer_id'>;

/** The customer that the entry was of: by its id, or by its name where the line is an old one. */
async function requireCustomer(
  tx: Tx,
  id: number | null,
  before: AuditFields,
): Promise<CustomerOfEntry> {
  const named = text(before['customer']);
  const byId = id === null ? null : await findCustomerById(tx, id);
  const found: CatalogueCustomer | null = byId ?? (await findCustomer(tx, named));
  if (found === null) throw cannotUndo(`The customer "${named}" was deleted.`);
  return { customer: found.name, customer_id: found.id };
}

function entryOf(fields: AuditFields): EntryFields & RevisionFacts {
  return {
    customer: text(fields['customer']),
    doc_num: text(fields['doc_num']),
    doc_desc: text(fields['doc_desc']),
    language: textOrNull(fields['language']),
    doc_rev: text(fields['doc_rev']),
    // The trail has them as they were written.
    ...factsOf(fields as Partial<RevisionFacts>),
  };
}

function cannotUndo(why: string): LibraryError {
  return new LibraryError('changed_meanwhile', `Undo is no longer possible. ${why}`);
}

const stays = (left: string) => async (): Promise<UndoOutcome> => ({ left });
const rulesStay = stays('Undo does not cover rules and calendars. Edit them under Manage, Cases.');

const undoBySubject: Record<FeedLine['subject'], UndoLine> = {
  customer: undoCustomer,
  document: undoDocument,
  standard: undoStandard,
  async file() {
    throw new Error('Files are planned by planFiles.');
  },
  note: stays('Undo does not cover notes. Undo them in the viewer.'),
  case: stays(
    'Undo does not cover change cases. A reviewer opens the case and uses "Undo" or "Back to open".',
  ),
  case_rule: rulesStay,
  calendar: rulesStay,
};
