import { useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isSessionOver } from '../../../api.ts';
import { isKeepingUnsaved } from '../../../unsaved.ts';
import type { ConsoleData, OpenDocuments } from './console-data.ts';
import type { Narrowing } from './narrowing.ts';

const pollMs = 3000;

const signedOut = 'You are signed out. Sign in in another tab to save your changes.';

export const listsKey = ['manage', 'lists'] as const;
export const narrowedKey = ['manage', 'narrowed'] as const;
export const changesKey = ['manage', 'changes'] as const;

/** A list is read once; from then on only its changes are. */
const readOnce = { staleTime: Infinity, gcTime: Infinity } as const;

export const customersQuery = (data: ConsoleData) => ({
  ...readOnce,
  queryKey: [...listsKey, 'customers'],
  queryFn: ({ signal }: { signal: AbortSignal }) => data.loadCustomers(signal),
});

export const documentsQuery = (data: ConsoleData, open: OpenDocuments) => ({
  ...readOnce,
  queryKey: [...listsKey, 'documents', open.customerId],
  queryFn: ({ signal }: { signal: AbortSignal }) => data.loadDocuments(open, signal),
});

export const filesQuery = (data: ConsoleData) => ({
  ...readOnce,
  queryKey: [...listsKey, 'files'],
  queryFn: ({ signal }: { signal: AbortSignal }) => data.loadFiles(signal),
});

/** All narrowings of a list are read into one store: what was read for another is not there any more. */
const readEachTime = { staleTime: Infinity, gcTime: 0 } as const;

export const narrowedDocumentsQuery = (
  data: ConsoleData,
  open: OpenDocuments,
  narrowing: Narrowing | null,
  linked: number | null,
) => ({
  ...readEachTime,
  queryKey: [...narrowedKey, 'documents', narrowing, linked],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    data.loadNarrowed(open, narrowing, linked, signal),
});

export const narrowedFilesQuery = (data: ConsoleData, narrowing: Narrowing | null) => ({
  ...readEachTime,
  queryKey: [...narrowedKey, 'files', narrowing],
  queryFn: ({ signal }: { signal: AbortSignal }) => data.loadNarrowedFiles(narrowing, signal),
});

/** Reads changes every few seconds while the page is visible, and at once when it is visible again. */
export function useLiveUpdates(data: ConsoleData) {
  const client = useQueryClient();
  const customers = useQuery(customersQuery(data));
  const changes = useQuery({
    queryKey: changesKey,
    queryFn: async ({ signal }) => {
      const changed = await data.poll(signal).catch((error: unknown) => {
        // Another error, because this one leads to the login page and what is not kept would be lost.
        const isLost = data.unsavedCount() > 0 && !isKeepingUnsaved();
        if (isSessionOver(error) && isLost) throw new Error(signedOut);
        throw error;
      });
      if (changed?.reload === true) void client.invalidateQueries({ queryKey: listsKey });
      if (changed?.lookAgain === true) void client.invalidateQueries({ queryKey: narrowedKey });
      return changed;
    },
    enabled: customers.isSuccess,
    refetchInterval: pollMs,
    refetchOnWindowFocus: 'always',
    retry: false,
    gcTime: 0,
  });
  const isLost = changes.error !== null;
  useEffect(
    function sendWhatWaited() {
      // The connection is back, or someone signed in again in another tab.
      if (!isLost) data.retry();
    },
    [isLost, data],
  );
  useEffect(
    function forgetListsOnLeave() {
      return () => client.removeQueries({ queryKey: listsKey });
    },
    [client],
  );

  return {
    scan: changes.data?.scan ?? null,
    pace: changes.data?.pace ?? null,
    fault: changes.error === null ? null : faultOf(changes.error),
  };
}

function faultOf({ message }: Error): string {
  return message === signedOut ? message : 'No connection to the server. Retrying…';
}
