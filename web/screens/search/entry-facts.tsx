import { FileX } from 'lucide-react';
import type { FoundEntry } from '#contract/search.ts';
import { noLanguage } from '#contract/file-name.ts';
import styles from './entry-facts.module.css';
import { RevisionStatusChip } from '../../ui/revision-status.tsx';
import { Marked } from './marked.tsx';
import { typedMarks } from './quick-open/typed-marks.ts';

type Props = { entry: FoundEntry; typed?: string; isScan?: boolean };

/** Customer, language and revision of an entry, and what is missing of it. */
export function EntryFacts({ entry, typed = '', isScan = false }: Props) {
  const marked = (text: string) => <Marked text={text} marks={typedMarks(text, typed)} />;
  return (
    <span className={styles.facts}>
      <span>{marked(entry.customer)}</span> <span>{marked(entry.language ?? noLanguage)}</span>{' '}
      <span>Rev. {marked(entry.doc_rev)}</span> <RevisionStatusChip status={entry.status} />{' '}
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
