import { useEffect, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import type { DocumentIdentity } from '#contract/file-name.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { watchReader } from './attended.ts';
import styles from './banner.module.css';
import { noticeOf } from './revision-notice.ts';
import { learnOf, revisionsQuery, statusesQuery } from './revisions-api.ts';

type Props = {
  customer: string;
  document: DocumentIdentity;
  /** Gets what the banner says, for printing; null when there is nothing to say, undefined while that is not known. */
  onWords: (words: string | null | undefined) => void;
};

/**
 * Above the page of a revision that is not the latest, or of a standard that is withdrawn or replaced.
 * It cannot be closed: a part made to such a page comes back.
 */
export function RevisionBanner({ customer, document, onWords }: Props) {
  const client = useQueryClient();
  const { data: revisions, refetch } = useQuery(revisionsQuery({ customer, ...document }));
  const [isFolded, setFolded] = useState(false);
  const notice = revisions === undefined ? null : noticeOf(revisions, customer, document);
  const words = notice?.words ?? null;
  const said = notice === null ? null : `${notice.words} ${notice.remark}`.trim();
  const printed = revisions === undefined ? undefined : said;
  const seen = useRef(revisions);

  useEffect(() => watchReader(() => void refetch()), [refetch]);

  useEffect(
    function spreadTheNews() {
      if (revisions === undefined) return;
      void learnOf(client, customer, revisions.data);
      // Something was said of it, or came, while it is open: the dropdown has to know, too.
      const isNews = seen.current !== undefined && seen.current !== revisions;
      seen.current = revisions;
      if (isNews) void client.invalidateQueries({ queryKey: statusesQuery(customer).queryKey });
    },
    [client, customer, revisions],
  );

  useEffect(
    function tellWords() {
      onWords(printed);
      return () => onWords(undefined);
    },
    [printed, onWords],
  );

  return (
    <div
      className={notice === null ? undefined : styles.banner}
      data-tone={notice?.tone}
      data-folded={isFolded}
    >
      {notice !== null && <TriangleAlert size="1.125rem" aria-hidden className={styles.icon} />}
      {/* There before its words are, so that they are read aloud: once, when they come or change. */}
      <output className={styles.words}>
        {words}
        {notice !== null && notice.remark !== '' && (
          <span className={styles.remark}> {notice.remark}</span>
        )}
      </output>
      {notice !== null && (
        <>
          <span className={styles.links}>
            {notice.links.map(({ label, to }) => (
              <Link key={to} to={to} className={styles.link}>
                {label}
              </Link>
            ))}
          </span>
          <IconButton
            className={styles.fold}
            aria-label={isFolded ? 'Show the whole notice' : 'Show the notice in one line'}
            aria-expanded={!isFolded}
            onClick={() => setFolded(!isFolded)}
          >
            {isFolded ? (
              <ChevronDown size="1.125rem" aria-hidden />
            ) : (
              <ChevronUp size="1.125rem" aria-hidden />
            )}
          </IconButton>
        </>
      )}
    </div>
  );
}
