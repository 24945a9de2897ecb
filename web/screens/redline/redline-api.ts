import { queryOptions } from '@tanstack/react-query';
import type { Static, TSchema, TUnion } from 'typebox';
import * as calls from '#contract/calls.ts';
import type * as contract from '#contract/redline.ts';
import { ApiError, call } from '../../api.ts';

/** Both sides of a redline, by their names (redlineName). */
export type Sides = { from: string; to: string };

/** A call that answers 200 with what was asked for, or 202 with how far it is. */
type OrProgress<E extends { response: TSchema; progress: TSchema }> = Omit<E, 'response'> & {
  response: TUnion<[E['response'], E['progress']]>;
};

/** The changes between two documents; asked again while they are being compared. */
export const redlineQuery = ({ from, to }: Sides) =>
  queryOptions({
    queryKey: ['redline', from, to],
    queryFn: ({ signal }): Promise<contract.Redline | contract.RedlineProgress> =>
      call<OrProgress<typeof contract.startRedline>>(calls.startRedline, {
        body: { from, to },
        signal,
      }),
    ...kept,
    refetchInterval: ({ state }) => pauseAfter(state),
  });

type Text = Static<typeof contract.readRedlineText.response>;

/** The same in one text. */
export const redlineTextQuery = ({ from, to }: Sides) =>
  queryOptions({
    queryKey: ['redline-text', from, to],
    queryFn: ({ signal }): Promise<Text | contract.RedlineProgress> =>
      call<OrProgress<typeof contract.startRedlineText>>(calls.startRedlineText, {
        body: { from, to },
        signal,
      }),
    ...kept,
    refetchInterval: ({ state }) => pauseAfter(state),
  });

// It follows from the bytes of both files; a file that is replaced is noticed at the next look.
const kept = { staleTime: 5 * 60_000, refetchOnWindowFocus: false } as const;

export function isProgress(answer: object): answer is contract.RedlineProgress {
  return 'step' in answer;
}

const firstPauseMs = 250;
const longestPauseMs = 3000;

/** How long to wait before asking again, after `answers` answers that it is not done yet. */
export function pauseMs(answers: number): number {
  return Math.min(firstPauseMs * 1.5 ** Math.max(0, answers - 1), longestPauseMs);
}

function pauseAfter(state: { data: object | undefined; dataUpdateCount: number }): number | false {
  const { data, dataUpdateCount } = state;
  return data !== undefined && isProgress(data) ? pauseMs(dataUpdateCount) : false;
}

/** What is happening, in words. */
export function wordsOfProgress({ step, done }: contract.RedlineProgress): string {
  const percent = Math.round(done * 100);
  if (step === 'waiting') return 'Waiting: other documents are being compared.';
  if (step === 'reading') return `Reading both documents: ${percent} %`;
  if (step === 'reading_again') return 'Reading again: this version reads documents better.';
  return `Comparing the documents: ${percent} %`;
}

/** Why there is no redline, and what to do. `isFinal`: asking again will not help. */
export type RedlineFailure = { title: string; text: string; isFinal: boolean };

export function failureOf(error: unknown): RedlineFailure {
  if (!(error instanceof ApiError) || error.code === null || error.code === 'unexpected') {
    return {
      title: 'The comparison is not possible now',
      text: 'The server did not answer. Retrying…',
      isFinal: false,
    };
  }
  if (error.code === 'too_many_waiting') return othersFirst;
  const { title, advice } = faults[error.code] ?? usualFault;
  const isFinal = error.status < 500 && error.status !== 429;
  const again = isFinal ? '' : ' Retrying…';
  return { title, text: `${error.message}${advice === '' ? '' : ` ${advice}`}${again}`, isFinal };
}

// The server says 'Try again when one is done.'; this page retries.
const othersFirst: RedlineFailure = {
  title: 'Your other comparisons come first',
  text: 'Three of your comparisons are already waiting. This one starts when one is done.',
  isFinal: false,
};

const usualFault = { title: 'The comparison is not possible now', advice: '' };

const faults: Record<string, typeof usualFault> = {
  not_found: {
    title: 'One of the documents is missing',
    advice: 'Choose another revision, or tell your librarian that its PDF is missing.',
  },
  file_damaged: {
    title: 'One of the documents is unreadable',
    advice: 'Tell your librarian.',
  },
  file_changing: { title: 'One of the documents is being replaced', advice: '' },
  too_large: {
    title: 'These documents are too large to compare',
    advice: 'Read them side by side in two windows.',
  },
  bad_request: {
    title: 'This link is incomplete',
    advice: 'Choose both documents again.',
  },
};
