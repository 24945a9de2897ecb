import { useEffect, useRef } from 'react';
import { consoleApi } from '../console-api.ts';
import { useConsole } from '../state/console-context.ts';
import type { DocumentStore } from '../state/console-data.ts';

/**
 * Brings the entry that an address leads to into view, where a filter hides it. Says so when there is no such entry
 * any more.
 */
export function useLinkedEntry(store: DocumentStore, id: number | null, isLoaded: boolean): void {
  const { showError } = useConsole();
  const asked = useRef<number | null>(null);

  useEffect(
    function bringIntoView() {
      if (id === null || !isLoaded || asked.current === id) return;
      asked.current = id;
      const { arrangement, indexOf } = store.snapshot();
      const key = store.rowOfId(id)?.key;
      if (key !== undefined && indexOf(key) !== -1) return;
      const show = async () => {
        const { data } = await consoleApi.listManagedDocuments({ query: { after: id - 1 } });
        const entry = data.find((row) => row.id === id);
        if (entry === undefined) throw new Error('The entry no longer exists.');
        store.arrange({ ...arrangement, search: '', filters: { doc_num: entry.doc_num } });
      };
      show().catch((error: unknown) => showError('The link is broken.', error));
    },
    [store, id, isLoaded, showError],
  );
}
