import { useEffect, useReducer, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { pages } from '#contract/pages.ts';
import {
  type SearchAction,
  type SearchState,
  dispatchDelayMs,
  nextSearch,
  queryOfSearch,
  searchOfQuery,
} from './search-state.ts';

/**
 * The search, kept in step with the address. A choice shows at once and the address follows, as
 * every navigation waits for the guard; back, forward and links go the other way.
 */
export function useSearch(): [SearchState, (action: SearchAction) => void] {
  const location = useLocation();
  const navigationType = useNavigationType();
  const navigate = useNavigate();
  const [search, change] = useReducer(nextSearch, location.search, searchOfQuery);

  // An address we wrote ourselves is older than what has been chosen since; all others are news.
  const [seen, setSeen] = useState(location.key);
  if (location.key !== seen) {
    setSeen(location.key);
    if (navigationType === 'POP' || location.state !== ours) {
      change({ type: 'goTo', search: searchOfQuery(location.search) });
    }
  }

  function act(action: SearchAction) {
    change(action);
    if (action.type === 'search') return; // the address follows when it is dispatched
    const query = queryOfSearch(nextSearch(search, action));
    // Not compared with the address: another navigation may be on its way, and must be overtaken.
    if (query === queryOfSearch(search)) return;
    // Back should return to a document that was shown, not to every choice on the way.
    const replace = searchOfQuery(location.search).searched === null;
    void navigate(`${pages.main}${query}`, { replace, state: ours });
  }

  const { pending } = search;
  useEffect(
    function dispatchAfterDelay() {
      if (!pending) return;
      const timer = setTimeout(act, dispatchDelayMs, { type: 'dispatch' });
      return () => clearTimeout(timer);
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- whatever else changes ends `pending`
    [pending],
  );

  return [search, act];
}

const ours = 'search';

/** Puts the page into the address without a navigation: turning a page asks no guard. */
export function writePage(page: number): void {
  const url = new URL(window.location.href);
  if (page === 1) url.searchParams.delete('page');
  else url.searchParams.set('page', String(page));
  window.history.replaceState(window.history.state, '', url);
}
