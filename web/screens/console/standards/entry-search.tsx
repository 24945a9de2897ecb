import { useId, useState } from 'react';
import type { FoundEntry } from '#contract/search.ts';
import { RevisionStatusChip } from '../../../ui/revision-status.tsx';
import { entriesIn } from '../../search/quick-open/options.ts';
import { useAnswer } from '../../search/quick-open/use-answer.ts';
import { reasonOf } from '../../search/search-api.ts';
import form from '../../form.module.css';
import styles from './entry-search.module.css';

type Props = {
  chosen: FoundEntry | null;
  onChoose: (entry: FoundEntry) => void;
  /** What is chosen keeps its file. */
  keepsFiles?: boolean;
};

const shown = 8;

/** Finds an entry by what is typed of its number, description or customer, and lets one choose it. */
export function EntrySearch({ chosen, onChoose, keepsFiles = false }: Props) {
  const name = useId();
  const [text, setText] = useState('');
  const { answer, isCurrent, failure } = useAnswer(text.trim());
  const entries = entriesIn(answer).slice(0, shown);
  const isListed = chosen !== null && entries.some((entry) => isSame(entry, chosen));
  const options = [...(chosen === null || isListed ? [] : [chosen]), ...entries];
  return (
    <div className={styles.search}>
      <input
        type="search"
        className={form.input}
        aria-label="Search for the entry"
        placeholder="Number, description or customer"
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      <output className={styles.words}>
        {failure !== null && !isCurrent && reasonOf(failure)}
        {isCurrent &&
          text.trim() !== '' &&
          entries.length === 0 &&
          'No entry found. Try other words.'}
      </output>
      {options.map((entry) => (
        <label key={JSON.stringify(entry)}>
          <input
            type="radio"
            name={name}
            checked={chosen !== null && isSame(entry, chosen)}
            onChange={() => onChoose(entry)}
          />
          <span>
            <b>{entry.doc_num}</b> {entry.language ?? ''} rev {entry.doc_rev}{' '}
            <RevisionStatusChip status={entry.status} />, {entry.customer}
            <small>
              {entry.doc_desc}
              {entry.has_file && !keepsFiles && ' · has a file, which will be replaced'}
            </small>
          </span>
        </label>
      ))}
    </div>
  );
}

function isSame(a: FoundEntry, b: FoundEntry): boolean {
  return (
    a.customer === b.customer &&
    a.doc_num === b.doc_num &&
    a.language === b.language &&
    a.doc_rev === b.doc_rev
  );
}
