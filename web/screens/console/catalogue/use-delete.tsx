import { useState } from 'react';
import { mostRowsDeletedAtOnce } from '#contract/calls.ts';
import type { ManagedCustomer } from '#contract/editing.ts';
import { hideBusy, showBusy } from '../../../ui/feedback/toast.tsx';
import { consoleApi } from '../console-api.ts';
import { useConsole } from '../state/console-context.ts';
import type { DocumentStore } from '../state/console-data.ts';
import type { Narrowing } from '../state/narrowing.ts';
import { failedChange } from '../failed-change.ts';
import { formatCount } from '../format.ts';
import { useUndo } from '../state/use-undo.ts';
import type { DocumentRow } from '../state/document-rows.ts';
import { DeleteManyDialog, type ToDelete } from './delete-many-dialog.tsx';

/** What happens to the documents of a customer that is deleted. */
export type DocumentsOfDeletedCustomer = { action: 'delete' } | { action: 'move'; to_id: number };

type Deleted = { change_id: string; deleted: number };

/** A deletion of more rows says first what it touches, and shows that it is under way. */
const manyRows = 100;

type Asked = { of: ToDelete; act: (rows: number) => void };

/** Deletes, and then offers to undo it; `dialog` asks before many rows are deleted. */
export function useDelete() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data, undo, refresh, showError } = useConsole();
  const { offer } = useUndo();

  function offerUndo(what: string, changeIds: readonly string[]) {
    if (changeIds.length === 0) return;
    offer(`${what} deleted`, undo.did(`${what} deleted`, changeIds));
  }

  /** Follows a deletion that is a job; null when it was cancelled or failed, which its window says. */
  async function followDeletion(job: string): Promise<Deleted | null> {
    hideBusy(); // the window says it now
    const { deletion } = await undo.followJob(job);
    if (deletion === null || deletion.change_id === null) return null;
    undo.hideJob();
    return { change_id: deletion.change_id, deleted: deletion.deleted };
  }

  async function deleteRows(rows: readonly { id: number; version: number }[]) {
    if (rows.length <= mostRowsDeletedAtOnce)
      return consoleApi.deleteDocuments({ body: { rows: [...rows] } });
    const ids = rows.map(({ id }) => id);
    const versions = rows.map(({ version }) => version);
    return followDeletion((await consoleApi.deleteManyDocuments({ body: { ids, versions } })).job);
  }

  function deleteDocumentRows(store: DocumentStore, rows: readonly DocumentRow[]) {
    store.discard(rows.filter(({ saved }) => saved === null).map(({ key }) => key));
    const seen = rows.flatMap(({ saved }) =>
      saved === null ? [] : { id: saved.id, version: saved.version },
    );
    const ids = seen.map(({ id }) => id);
    const act = async () => {
      const deleted = await shown(seen.length, () => deleteRows(seen));
      if (deleted === null) return;
      store.discard(ids.flatMap((id) => store.rowOfId(id)?.key ?? []));
      store.apply([], ids);
    };
    if (seen.length > manyRows) setAsked({ of: { ids }, act: () => void act() });
    else if (seen.length > 0) void act();
  }

  /** Deletes all that match, also those that are not shown. */
  function deleteAllThatMatch(narrowing: Narrowing, found: number) {
    const act = (count: number) =>
      void shown(count, async () => {
        const body = { narrowing, found: count };
        return followDeletion((await consoleApi.deleteManyDocuments({ body })).job);
      });
    if (found > manyRows) setAsked({ of: { narrowing }, act });
    else act(found);
  }

  /** Does a deletion of standard numbers, and offers to undo it; null when nothing was deleted. */
  async function shown(rows: number, work: () => Promise<Deleted | null>): Promise<Deleted | null> {
    if (rows > manyRows) showBusy(`Deleting ${formatCount(rows, 'row')}…`);
    try {
      const deleted = await work();
      if (deleted !== null) {
        offerUndo(formatCount(deleted.deleted, 'standard number'), [deleted.change_id]);
      }
      return deleted;
    } catch (error) {
      hideBusy();
      showError(failedChange('Nothing was deleted.', error));
      return null;
    } finally {
      refresh();
    }
  }

  async function deleteOne(
    { id, version, documents: count }: ManagedCustomer,
    documents?: DocumentsOfDeletedCustomer,
  ): Promise<string | null> {
    if (count > manyRows) showBusy(`Deleting ${formatCount(count + 1, 'row')}…`);
    const choice = documents === undefined ? {} : { documents };
    const answer = await consoleApi.deleteCustomer({ body: { id, version, ...choice } });
    if (answer.job === null) return answer.change_id;
    return (await followDeletion(answer.job))?.change_id ?? null;
  }

  async function deleteCustomers(
    customers: readonly ManagedCustomer[],
    documents?: DocumentsOfDeletedCustomer,
  ) {
    const changeIds: string[] = [];
    for (const customer of customers) {
      try {
        const changeId = await deleteOne(customer, documents);
        if (changeId === null) continue; // cancelled
        changeIds.push(changeId);
        const { id } = customer;
        data.customers.discard([data.customers.rowOfId(id)?.key ?? id]);
        data.customers.apply([], [id]);
      } catch (error) {
        hideBusy();
        showError(failedChange(`Couldn’t delete ${customer.customer}.`, error));
      }
    }
    const [first] = customers;
    offerUndo(
      customers.length === 1 && first ? first.customer : formatCount(changeIds.length, 'customer'),
      changeIds,
    );
    refresh();
  }

  const dialog = asked && (
    <DeleteManyDialog of={asked.of} onDelete={asked.act} onClose={() => setAsked(null)} />
  );
  return { deleteDocumentRows, deleteAllThatMatch, deleteCustomers, dialog };
}
