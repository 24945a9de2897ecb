import { useEffect, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { quickOpenQuery } from '../search-api.ts';
import type { QuickAnswer } from './options.ts';

// A pause in typing: who types on asks only once, and nobody notices the wait.
const pauseMs = 60;

type State = {
  /** The last answer, which stays until the next one comes. */
  answer: QuickAnswer | undefined;
  /** It answers what is typed now. */
  isCurrent: boolean;
  /** Why there is none; it is asked again meanwhile. */
  failure: unknown;
};

/** What quick open finds for what is typed: at once if it was asked before, else after a pause. */
export function useAnswer(typed: string): State {
  const [asked, setAsked] = useState(typed);
  const query = quickOpenQuery(typed);
  const isKept = useQueryClient().getQueryData(query.queryKey) !== undefined;
  const { data, isPlaceholderData, failureReason } = useQuery({
    ...query,
    enabled: typed === asked || isKept,
  });

  useEffect(
    function askAfterPause() {
      const timer = setTimeout(setAsked, pauseMs, typed);
      return () => clearTimeout(timer);
    },
    [typed],
  );

  return {
    answer: data,
    isCurrent: data !== undefined && !isPlaceholderData,
    failure: failureReason,
  };
}
