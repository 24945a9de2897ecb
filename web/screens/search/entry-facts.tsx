import { Fragment } from 'react';
import { Link } from 'react-router';
import { FileX } from 'lucide-react';
import type { FoundEntry } from '#contract/search.ts';
import { noLanguage } from '#contract/file-name.ts';
import { besideName } from '#contract/revision-words.ts';
import styles from './entry-facts.module.css';
import { RevisionStatusChip } from '../../ui/revision-status.tsx';
import { Marked } from './marked.tsx';
import { documentAddress } from './text-search.ts';
import { typedMarks } from './quick-open/typed-marks.ts';

type Props = {
  entry: FoundEntry;
  typed?: string;
  isScan?: boolean;
  /** Of the links to amendments; without it there are none. */
  linkState?: object;
};

/** Customer, language and revision of an entry, and what is missing of it. */
export function EntryFacts({ entry, typed = '', isScan = false, linkState }: Props) {
  const marked = (text: string) => <Marked text={text} marks={typedMarks(text, typed)} />;
  return (
    <span className={styles.facts}>
      <span>{marked(entry.customer)}</span> <span>{marked(entry.language ?? noLanguage)}</span>{' '}
      <span>
        Rev. {marked(entry.doc_rev)}
        {entry.amends !== null && ` amends ${entry.amends}`}
        {entry.beside.map((one, at) => {
          const name = besideName(one.doc_rev, entry.doc_rev);
          return (
            <Fragment key={one.doc_rev}>
              {at === 0 ? ' with ' : ', '}
              {linkState === undefined ? (
                name
              ) : (
                <Link to={documentAddress({ ...entry, ...one })} state={linkState}>
                  {name}
                </Link>
              )}
            </Fragment>
          );
        })}
      </span>{' '}
      <RevisionStatusChip status={entry.status} />{' '}
      {!entry.has_file && (
        <span className={styles.chip}>
          <FileX size="0.875rem" aria-hidden />
          no PDF
        </span>
      )}
      {isScan && <span className={styles.chip}>no text (scan)</span>}
    </span>
  );
}
