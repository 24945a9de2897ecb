import { mostRowsAtOnce } from '#contract/calls.ts';
import type { ManagedCustomer } from '#contract/editing.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { deleteCustomer, deleteDocuments } from '../console-api.ts';
import { useConsole } from '../console-context.ts';
import type { DocumentStore } from '../console-data.ts';
import { formatCount } from '../format.ts';
import { useUndo } from '../undo/use-undo.ts';
import type { DocumentRow } from './document-rows.ts';

/** What happens to the documents of a customer that is deleted. */
export type DocumentsOfDeletedCustomer = { action: 'delete' } | { action: 'move'; to_id: number };

/** Deletes without asking first, and then offers to undo it. */
export function useDelete() {
  const { data, undo, refresh, showError } = useConsole();
  const { take } = useUndo();
  const undoLast = () => void take('undo');

  function offerUndo(what: string, changeIds: readonly string[]) {
    if (changeIds.length === 0) return;
    undo.did(`${what} deleted`, changeIds);
    showToast(`${what} deleted`, { label: 'Undo', act: undoLast });
  }

  async function deleteDocumentRows(store: DocumentStore, rows: readonly DocumentRow[]) {
    store.discard(rows.filter(({ saved }) => saved === null).map(({ key }) => key));
    const seen = rows.flatMap(({ saved }) =>
      saved === null ? [] : { id: saved.id, version: saved.version },
    );
    const changeIds: string[] = [];
    let count = 0;
    try {
      for (let at = 0; at < seen.length; at += mostRowsAtOnce) {
        const portion = seen.slice(at, at + mostRowsAtOnce);
        const { change_id, deleted } = await deleteDocuments({ rows: portion });
        changeIds.push(change_id);
        count += deleted;
        const ids = portion.map(({ id }) => id);
        store.discard(ids.flatMap((id) => store.rowOfId(id)?.key ?? []));
        store.apply([], ids);
      }
    } catch (error) {
      showError(count === 0 ? 'Nothing was deleted.' : 'Not everything was deleted.', error);
    }
    offerUndo(formatCount(count, 'standard number'), changeIds);
    refresh();
  }

  async function deleteCustomers(
    customers: readonly ManagedCustomer[],
    documents?: DocumentsOfDeletedCustomer,
  ) {
    const changeIds: string[] = [];
    for (const { id, version, customer } of customers) {
      try {
        const choice = documents === undefined ? {} : { documents };
        changeIds.push((await deleteCustomer({ id, version, ...choice })).change_id);
        data.customers.discard([data.customers.rowOfId(id)?.key ?? id]);
        data.customers.apply([], [id]);
      } catch (error) {
        showError(`${customer} was not deleted.`, error);
      }
    }
    const [first] = customers;
    offerUndo(
      customers.length === 1 && first ? first.customer : formatCount(changeIds.length, 'customer'),
      changeIds,
    );
    refresh();
  }

  return { deleteDocumentRows, deleteCustomers };
}
