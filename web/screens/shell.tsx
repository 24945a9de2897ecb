import { type MouseEvent, useEffect, useState } from 'react';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useRevalidator } from 'react-router';
import { ApiError, isSessionOver } from '../api.ts';
import { useSession } from '../session.ts';
import { watchUnsaved } from '../unsaved.ts';
import { closeAhead, restOn } from './main/fetch-ahead.ts';
import { NavBar } from './nav-bar.tsx';
import { useQuickOpen } from './search/use-quick-open.tsx';
import { readSingleKeys } from './single-keys.ts';
import styles from './shell.module.css';

/** What Main, Manage, About and FAQ share: the bar above, and the cache of the server's answers. */
export function Shell() {
  const { revalidate } = useRevalidator();
  const [client] = useState(() => newQueryClient(revalidate));
  const session = useSession();
  useState(() => readSingleKeys(session)); // before toolbars show keys
  const quickOpen = useQuickOpen();

  useEffect(watchUnsaved, []);

  useEffect(
    function followLogoutInAnotherTab() {
      const askGuard = ({ key }: StorageEvent) => {
        if (key === null) void revalidate(); // the other tab called clear()
      };
      window.addEventListener('storage', askGuard);
      return () => window.removeEventListener('storage', askGuard);
    },
    [revalidate],
  );

  useEffect(
    function fetchAheadOfClicks() {
      const rest = ({ target }: Event) => {
        const link = target instanceof Element ? target.closest('a') : null;
        restOn(client, link && `${link.search}`);
      };
      const events = ['pointerover', 'focusin'];
      events.forEach((event) => document.addEventListener(event, rest));
      return () => {
        events.forEach((event) => document.removeEventListener(event, rest));
        closeAhead();
      };
    },
    [client],
  );

  return (
    <QueryClientProvider client={client}>
      <div className={styles.shell}>
        <a className={styles.skip} href="#content" onClick={skipToContent}>
          Skip to content
        </a>
        <NavBar onFind={quickOpen.open} />
        <main id="content" className={styles.content} tabIndex={-1}>
          <Outlet context={quickOpen.open} />
        </main>
      </div>
      {quickOpen.dialog}
    </QueryClientProvider>
  );
}

// Not by the link itself: the navigation would lose what is chosen but not searched for yet.
function skipToContent(event: MouseEvent) {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

const longestRetryDelayMs = 30_000;

/**
 * A list that cannot be read is asked for again, ever more slowly, until it can be: readers notice
 * nothing of a short outage. A refusal is final; when the session is over, the guard decides where
 * to go.
 */
function newQueryClient(askGuard: () => Promise<void>): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isSessionOver(error)) void askGuard();
      },
    }),
    defaultOptions: {
      queries: {
        // A laptop that serves itself has no network and calls itself offline; ask all the same.
        networkMode: 'always',
        retry: (_count, error) => isTemporary(error),
        retryDelay: (count) => Math.min(1000 * 2 ** count, longestRetryDelayMs),
      },
    },
  });
}

function isTemporary(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
}
