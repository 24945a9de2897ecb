import { useEffect, useId, useState } from 'react';
import type { FoundEntry } from '#contract/search.ts';
import form from '../catalogue/form.module.css';
import { quickOpen } from '../console-api.ts';
import { messageOf } from '../format.ts';
import styles from './entry-search.module.css';

type Props = { chosen: FoundEntry | null; onChoose: (entry: FoundEntry) => void };

const shown = 8;
const pauseMs = 150;

/** Finds an entry by what is typed of its number, description or customer, and lets one choose it. */
export function EntrySearch({ chosen, onChoose }: Props) {
  const name = useId();
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly FoundEntry[] | null>(null);
  const [fault, setFault] = useState<string | null>(null);

  useEffect(
    function searchWhatIsTyped() {
      if (text.trim() === '') return;
      const asked = new AbortController();
      const timer = setTimeout(async () => {
        try {
          const answer = await quickOpen({ q: text, limit: String(shown) }, asked.signal);
          if (asked.signal.aborted) return;
          setFound([...answer.data, ...answer.did_you_mean].slice(0, shown));
          setFault(null);
        } catch (error) {
          if (!asked.signal.aborted) setFault(messageOf(error));
        }
      }, pauseMs);
      return () => {
        clearTimeout(timer);
        asked.abort();
      };
    },
    [text],
  );

  const entries = text.trim() === '' ? null : found;
  const isListed = chosen !== null && entries?.some((entry) => isSame(entry, chosen)) === true;
  const options = [...(chosen === null || isListed ? [] : [chosen]), ...(entries ?? [])];
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
        {fault ?? (entries?.length === 0 ? 'No entry is found. Try another word.' : '')}
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
            <b>{entry.doc_num}</b> {entry.language ?? ''} rev {entry.doc_rev}, {entry.customer}
            <small>
              {entry.doc_desc}
              {entry.has_file && ' · has a file, which would be replaced'}
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
