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
 * The search, kept the same as the address. A choice is shown at once and the address follows, as
 * every navigation waits for the guard. Back, forward and links change the address first; `onLink` is
 * told of links.
 */
export function useSearch(onLink: () => void): [SearchState, (action: SearchAction) => void] {
  const location = useLocation();
  const navigationType = useNavigationType();
  const navigate = useNavigate();
  const [search, dispatch] = useReducer(nextSearch, location.search, searchOfQuery);

  // An address that `act` wrote is skipped: the reader may have chosen something else since.
  const [lastKey, setLastKey] = useState(location.key);
  if (location.key !== lastKey) {
    setLastKey(location.key);
    if (navigationType === 'POP' || location.state !== writtenBySearch) {
      dispatch({ type: 'goTo', search: searchOfQuery(location.search) });
    }
  }

  function act(action: SearchAction) {
    dispatch(action);
    if (action.type === 'search') return; // the address changes when the search is dispatched
    const query = queryOfSearch(nextSearch(search, action));
    // Not compared with the address: a navigation that still waits may lead elsewhere, and this one replaces it.
    if (query === queryOfSearch(search)) return;
    // Back returns to the document or the results that were shown before, not to every choice since.
    // The browser's own address: a busy page renders the router's a moment later.
    const { searched, textQuery } = searchOfQuery(window.location.search);
    const replace = searched === null && textQuery === null;
    void navigate(`${pages.main}${query}`, { replace, state: writtenBySearch });
  }

  // A link to where the reader already is replaces the address.
  const isLink = navigationType !== 'POP' && location.state !== writtenBySearch;
  useEffect(
    function tellOfLink() {
      if (isLink) onLink();
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each link
    [location.key],
  );

  const { pending } = search;
  useEffect(
    function dispatchAfterDelay() {
      if (!pending) return;
      const timer = setTimeout(act, dispatchDelayMs, { type: 'dispatch' });
      return () => clearTimeout(timer);
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- any other change ends `pending`
    [pending],
  );

  return [search, act];
}

const writtenBySearch = 'search';
