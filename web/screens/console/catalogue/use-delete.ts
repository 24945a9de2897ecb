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

/** What happens to the documents of a customer that is deleted. */
export type DocumentsOfDeletedCustomer = { action: 'delete' } | { action: 'move'; to_id: number };

type Deleted = { change_id: string; deleted: number };

/** From here on a deletion takes so long that it is shown before it is done. */
const manyRows = 100;

/** Deletes without asking first, and then offers to undo it. */
export function useDelete() {
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

  async function deleteDocumentRows(store: DocumentStore, rows: readonly DocumentRow[]) {
    store.discard(rows.filter(({ saved }) => saved === null).map(({ key }) => key));
    const seen = rows.flatMap(({ saved }) =>
      saved === null ? [] : { id: saved.id, version: saved.version },
    );
    if (seen.length === 0) return;
    if (seen.length > manyRows) showBusy(`Deleting ${formatCount(seen.length, 'row')}…`);
    try {
      const deleted = await deleteRows(seen);
      if (deleted !== null) {
        const ids = seen.map(({ id }) => id);
        store.discard(ids.flatMap((id) => store.rowOfId(id)?.key ?? []));
        store.apply([], ids);
        offerUndo(formatCount(deleted.deleted, 'standard number'), [deleted.change_id]);
      }
    } catch (error) {
      hideBusy();
      showError(failedChange('Nothing was deleted.', error));
    }
    refresh();
  }

  /** Deletes all that match, also those that are not shown. */
  async function deleteAllThatMatch(narrowing: Narrowing, found: number) {
    showBusy(`Deleting ${formatCount(found, 'row')}…`);
    try {
      const { job } = await consoleApi.deleteManyDocuments({ body: { narrowing, found } });
      const deleted = await followDeletion(job);
      if (deleted !== null) {
        offerUndo(formatCount(deleted.deleted, 'standard number'), [deleted.change_id]);
      }
    } catch (error) {
      hideBusy();
      showError(failedChange('Nothing was deleted.', error));
    }
    refresh();
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
        showError(failedChange(`${customer.customer} was not deleted.`, error));
      }
    }
    const [first] = customers;
    offerUndo(
      customers.length === 1 && first ? first.customer : formatCount(changeIds.length, 'customer'),
      changeIds,
    );
    refresh();
  }

  return { deleteDocumentRows, deleteAllThatMatch, deleteCustomers };
}
