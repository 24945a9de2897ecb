import { type MouseEvent, useEffect, useState } from 'react';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { isRouteErrorResponse, Outlet, useRevalidator, useRouteError } from 'react-router';
import { ApiError, isSessionOver } from '../api.ts';
import { Failed } from './failed.tsx';
import { NavBar } from './nav-bar.tsx';
import { NotFound } from './not-found.tsx';
import styles from './shell.module.css';

/** What Main, Manage, About and FAQ share: the bar above, and the memory of what the server said. */
export function Shell() {
  const { revalidate } = useRevalidator();
  const [client] = useState(() => newQueryClient(revalidate));

  useEffect(
    function followLogoutInAnotherTab() {
      const heard = (event: StorageEvent) => {
        if (event.key === null) void revalidate(); // clear() was called: ask the guard
      };
      window.addEventListener('storage', heard);
      return () => window.removeEventListener('storage', heard);
    },
    [revalidate],
  );

  return (
    <QueryClientProvider client={client}>
      <div className={styles.shell}>
        <a className={styles.skip} href="#content" onClick={skipToContent}>
          Skip to content
        </a>
        <NavBar />
        <main id="content" className={styles.content} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </QueryClientProvider>
  );
}

/** A path that exists for others only is the 404 page, with no bar above, as for any unknown one. */
export function ShellFailed() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <Failed />;
}

// Without a navigation, which would ask the guard and forget what is chosen but not searched yet.
function skipToContent(event: MouseEvent) {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

const longestPauseMs = 30_000;

/**
 * A list that cannot be read is asked for again, ever more slowly, until it can: readers see
 * nothing of a short outage. An answer that says no is final; when the session is over, the
 * guard is asked where to go.
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
        retry: (_count, error) => mayPass(error),
        retryDelay: (count) => Math.min(1000 * 2 ** count, longestPauseMs),
      },
    },
  });
}

function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
}
