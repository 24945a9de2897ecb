import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Alert } from '../../../ui/feedback/notice.tsx';
import { placeQuery } from './standards-api.ts';
import styles from './standards.module.css';

/** What becomes of the standard of an entry when it gets this revision. */
export function usePlace(
  documentId: number | null,
  doc_rev: string,
  issued_on: string | null = null,
) {
  const typed = doc_rev.trim();
  const { data } = useQuery({
    ...placeQuery({ document_id: documentId ?? 0, doc_rev: typed, issued_on }),
    enabled: documentId !== null && typed !== '',
  });
  return data === undefined ? null : { ...data, doc_rev: typed };
}

export type RevisionPlace = NonNullable<ReturnType<typeof usePlace>>;

/** The same in words, read aloud when they change. */
export function PlaceWords({ place }: { place: RevisionPlace | null }) {
  return (
    <output className={styles.place}>
      {place !== null && isGood(place) && (
        <span className={styles.good}>
          <CircleCheck size="1rem" aria-hidden />
          {placeInWords(place)}
        </span>
      )}
      {place !== null && !isGood(place) && <Alert>{placeInWords(place)}</Alert>}
    </output>
  );
}

function isGood({ place }: RevisionPlace): boolean {
  return ['newest', 'beside', 'reaffirmed', 'draft'].includes(place);
}

export function placeInWords({ place, latest, doc_rev }: RevisionPlace): string {
  switch (place) {
    case 'newest':
      return `${doc_rev} becomes the latest; ${latest} is superseded.`;
    case 'older':
      return `${doc_rev} is older than ${latest}, which stays the latest. Add it only to complete the list.`;
    case 'beside':
      return `${doc_rev} amends ${latest}. Both are in force.`;
    case 'reaffirmed':
      return `${doc_rev} reaffirms ${latest}: the same text.`;
    case 'draft':
      return `${doc_rev} is a draft. It is never the latest.`;
    case 'unsure':
      return `It is unclear whether ${doc_rev} is newer than ${latest}. Readers see a note until you set the order.`;
    case 'taken':
      return `Revision ${doc_rev} already exists.`;
  }
}
