import { useEffect, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { type DocumentIdentity, uniqueKey } from '#contract/file-name.ts';
import { type RevisionStatus, revisionStatusNames } from '#contract/revision-words.ts';
import { statusesQuery } from './revisions-api.ts';

/** Of an amendment in force that it is one. */
export type StatusOf = (document: DocumentIdentity) => RevisionStatus | 'beside';

type Props = { customer: string; onMarks: (statusOf: StatusOf | null) => void };

/** `Latest`, `Superseded`, … A status is about one language: where the number has others, one of them may be newer. */
export function statusInWords(
  { doc_num, language }: DocumentIdentity,
  status: ReturnType<StatusOf>,
  all: readonly DocumentIdentity[],
): string {
  if (status === 'beside') return 'Amendment';
  const hasOthers = all.some(
    (other) => other.language !== language && signsOf(other.doc_num) === signsOf(doc_num),
  );
  const isWithin = status === 'latest' && hasOthers;
  return isWithin ? `Latest in ${language ?? 'this language'}` : revisionStatusNames[status];
}

/** Blanks, signs and capitals of a number do not matter. */
const signsOf = (number: string) => number.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Loads the status of a customer's entries, for the dropdown. Without an answer nothing is marked. */
export function RevisionMarks({ customer, onMarks }: Props) {
  const { data } = useQuery(statusesQuery(customer));
  const statusOf = useMemo(() => {
    if (data === undefined) return null;
    const statuses = new Map<string, ReturnType<StatusOf>>();
    for (const status of ['beside', 'superseded', 'draft', 'withdrawn', 'unsure'] as const) {
      for (const entry of data[status]) statuses.set(uniqueKey(entry), status);
    }
    return (document: DocumentIdentity) => statuses.get(uniqueKey(document)) ?? 'latest';
  }, [data]);

  useEffect(
    function tellMarks() {
      onMarks(statusOf);
      return () => onMarks(null);
    },
    [statusOf, onMarks],
  );

  return null;
}
