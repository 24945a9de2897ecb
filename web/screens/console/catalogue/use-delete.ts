import { mostRowsAtOnce } from '#contract/calls.ts';
import type { ManagedCustomer } from '#contract/editing.ts';
import { showToast } from '../../../ui/toast.tsx';
import { deletedCustomer, deletedDocuments, undone } from '../console-api.ts';
import { useConsole } from '../console-context.ts';
import type { DocumentStore } from '../console-data.ts';
import type { DocumentRow } from './kinds.ts';
import { counted } from '../format.ts';

/** What becomes of the documents of a customer that is deleted. */
export type DocumentsOfDeleted = { action: 'delete' } | { action: 'move'; to_id: number };

/** Deletes at once, and offers to undo it instead of asking before. */
export function useDeleting() {
  const { data, refresh, fail } = useConsole();

  async function undo(changeIds: readonly string[]) {
    try {
      let rows = 0;
      for (const id of changeIds.toReversed()) rows += (await undone(id)).restored;
      showToast(`${counted(rows, 'row')} restored`);
    } catch (error) {
      fail('This cannot be undone.', error);
    }
    refresh();
  }

  function offerUndo(what: string, changeIds: readonly string[]) {
    if (changeIds.length === 0) return;
    showToast(`${what} deleted`, { label: 'Undo', act: () => void undo(changeIds) });
  }

  async function deleteDocuments(store: DocumentStore, rows: readonly DocumentRow[]) {
    store.discard(rows.filter(({ saved }) => saved === null).map(({ key }) => key));
    const seen = rows.flatMap(({ saved }) =>
      saved === null ? [] : { id: saved.id, version: saved.version },
    );
    const changeIds: string[] = [];
    let count = 0;
    try {
      for (let at = 0; at < seen.length; at += mostRowsAtOnce) {
        const portion = seen.slice(at, at + mostRowsAtOnce);
        const { change_id, deleted } = await deletedDocuments({ rows: portion });
        changeIds.push(change_id);
        count += deleted;
        const ids = portion.map(({ id }) => id);
        store.discard(ids.flatMap((id) => store.rowOfId(id)?.key ?? []));
        store.apply([], ids);
      }
    } catch (error) {
      fail(count === 0 ? 'Nothing was deleted.' : 'Not everything was deleted.', error);
    }
    offerUndo(counted(count, 'standard number'), changeIds);
    refresh();
  }

  async function deleteCustomers(
    customers: readonly ManagedCustomer[],
    documents?: DocumentsOfDeleted,
  ) {
    const changeIds: string[] = [];
    for (const { id, version, customer } of customers) {
      try {
        const whatOf = documents === undefined ? {} : { documents };
        changeIds.push((await deletedCustomer({ id, version, ...whatOf })).change_id);
        data.customers.discard([data.customers.rowOfId(id)?.key ?? id]);
        data.customers.apply([], [id]);
      } catch (error) {
        fail(`${customer} was not deleted.`, error);
      }
    }
    const [first] = customers;
    offerUndo(
      customers.length === 1 && first ? first.customer : counted(changeIds.length, 'customer'),
      changeIds,
    );
    refresh();
  }

  return { deleteDocuments, deleteCustomers };
}
