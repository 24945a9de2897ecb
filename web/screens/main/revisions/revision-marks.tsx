import { useEffect, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { type DocumentIdentity, uniqueKey } from '#contract/file-name.ts';
import { type RevisionStatus, revisionStatusNames } from '#contract/revision-words.ts';
import { statusesQuery } from './revisions-api.ts';

/** Of an amendment in force that it is one. */
type Status = RevisionStatus | 'beside';
/** The status of a revision, as it is and in words: `Latest in DE`. */
export type StatusOf = (document: DocumentIdentity) => { status: Status; words: string };

type Props = {
  customer: string;
  documents: readonly DocumentIdentity[];
  onMarks: (statusOf: StatusOf | null) => void;
};

/** Loads the status of a customer's entries, for the dropdown. Without an answer nothing is marked. */
export function RevisionMarks({ customer, documents, onMarks }: Props) {
  const { data } = useQuery(statusesQuery(customer));
  const statusOf = useMemo(() => {
    if (data === undefined) return null;
    const statuses = new Map<string, Status>();
    for (const status of ['beside', 'superseded', 'draft', 'withdrawn', 'unsure'] as const) {
      for (const entry of data[status]) statuses.set(uniqueKey(entry), status);
    }
    return statusesInWords(documents, (one) => statuses.get(uniqueKey(one)) ?? 'latest');
  }, [data, documents]);

  useEffect(
    function tellMarks() {
      onMarks(statusOf);
      return () => onMarks(null);
    },
    [statusOf, onMarks],
  );

  return null;
}

/** A status is about one language: where the number has others, one of them may be newer. */
export function statusesInWords(
  documents: readonly DocumentIdentity[],
  statusOf: (document: DocumentIdentity) => Status,
): StatusOf {
  const languages = new Map<string, Set<string | null>>();
  for (const { doc_num, language } of documents) {
    const number = signsOf(doc_num);
    languages.set(number, (languages.get(number) ?? new Set()).add(language));
  }
  return (document) => {
    const status = statusOf(document);
    if (status === 'beside') return { status, words: 'Amendment' };
    const hasOthers = (languages.get(signsOf(document.doc_num))?.size ?? 0) > 1;
    const isWithin = status === 'latest' && hasOthers;
    const within = `Latest in ${document.language ?? 'this language'}`;
    return { status, words: isWithin ? within : revisionStatusNames[status] };
  };
}

/** Blanks, signs and capitals of a number do not matter. */
const signsOf = (number: string) => number.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
