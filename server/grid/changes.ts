import type { Static } from 'typebox';
import type { AsOf, listChanges } from '#contract/editing.ts';
import type { ScanState } from '#contract/scan.ts';
import type { Db } from '../db/schema.ts';
import { revisionsTouchedBy } from '../catalogue/standards/keys.ts';
import { nameKeysIn } from '../matching/follower.ts';
import { selectInPortions } from '../db/portions.ts';
import { fileRows } from './file-rows.ts';
import { customersById, documentsById } from './rows.ts';
import { changesSince, positionOf } from '../changes/changes-since.ts';
import { entriesWithFile, filesWithEntry } from '../matching/entry-files.ts';

type Changes = Static<typeof listChanges.response>;

/** With more changes than this a console reads its lists again: they come faster by the page. */
const mostRows = 1000;

/**
 * What an open console does not know yet: the audit trail says which customers and documents were
 * changed, the files' counter which files and which matches.
 */
export async function consoleChanges(db: Db, since: AsOf, scan: ScanState): Promise<Changes> {
  const as_of = await positionOf(db);
  const nothing = { customers: [], documents: [], files: [] };
  const changes: Changes = { as_of, reload: false, ...nothing, deleted: nothing, scan };
  if (as_of.audit === since.audit && as_of.files === since.files) return changes;
  const ids = await changedIds(db, since);
  if (ids === null) return { ...changes, reload: true };
  const customers = await customersById(db, ids.customers);
  const documents = await documentsById(db, ids.documents);
  const files = await fileRows(db, ids.files);
  const missing = (asked: readonly number[], found: readonly { id: number }[]) => {
    const there = new Set(found.map(({ id }) => id));
    return asked.filter((id) => !there.has(id));
  };
  return {
    ...changes,
    customers,
    documents,
    files,
    deleted: {
      customers: missing(ids.customers, customers),
      documents: missing(ids.documents, documents),
      files: missing(ids.files, files),
    },
  };
}

type ChangedIds = { customers: number[]; documents: number[]; files: number[] };

/** What to read again; null when it is too much. */
async function changedIds(db: Db, since: AsOf): Promise<ChangedIds | null> {
  const changes = await changesSince(db, { ...since, matches: since.files }, mostRows + 1);
  if (changes === null) return { customers: [], documents: [], files: [] };
  if (changes.isMore) return null;
  const { lines, files, matches: rematched } = changes;
  const renamedCustomers = lines
    .filter(({ subject, action }) => subject === 'customer' && action === 'changed')
    .map(({ subject_id }) => subject_id);
  const fileIds = files.map(({ id }) => id);
  // An entry shows the name of its customer and the state of its file.
  const withChangedFile = await filesWithEntry(db)
    .select(['document_id', 'file_id'])
    .where('file_id', 'in', fileIds)
    .limit(mostRows + 1)
    .execute();
  const ofRenamed = await entriesWithFile(db)
    .select(['documents.id as document_id', 'file_id'])
    .where('customer_id', 'in', renamedCustomers)
    .limit(mostRows + 1)
    .execute();
  const documents = [...rematched, ...withChangedFile, ...ofRenamed];
  // Each of them shows whether it is the latest of its standard.
  const revisions = await revisionsTouchedBy(db, lines);
  if (documents.length > mostRows || revisions.length > mostRows) return null;
  // A file shows the customers whose entries have it.
  const named = await selectInPortions(lines.flatMap(nameKeysIn), (portion) =>
    db.selectFrom('files').select('id').where('name_key', 'in', portion),
  );
  return {
    customers: idsIn(lines.flatMap((line) => [line.customer_id, line.previous_customer_id])),
    documents: idsIn([
      ...lines.map((line) => line.document_id),
      ...revisions,
      ...documents.map(({ document_id }) => document_id),
      ...files.map((file) => file.nearest_document_id),
    ]),
    files: idsIn([
      ...fileIds,
      ...documents.map(({ file_id }) => file_id),
      ...named.map(({ id }) => id),
    ]),
  };
}

function idsIn(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
