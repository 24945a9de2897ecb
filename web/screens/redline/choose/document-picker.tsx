/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a `select` cannot ask the server for what is typed */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { FoundEntry } from '#contract/search.ts';
import { EntryFacts } from '../../search/entry-facts.tsx';
import { Marked } from '../../search/marked.tsx';
import { AnswerNotice } from '../../search/quick-open/answer-notice.tsx';
import { entriesIn } from '../../search/quick-open/options.ts';
import { typedMarks } from '../../search/quick-open/typed-marks.ts';
import { useAnswer } from '../../search/quick-open/use-answer.ts';
import styles from './document-picker.module.css';

type Props = {
  label: string;
  /** What is chosen, in words; empty when nothing is. */
  chosen: string;
  /** What is offered before anything is typed: the number on the other side, or what was opened last. */
  likely: string;
  onChoose: (entry: FoundEntry) => void;
};

/** Finds a document by what is typed of it, as quick open does, and lets one choose it. */
export function DocumentPicker({ label, chosen, likely, onChoose }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [pointed, setPointed] = useState(0);
  const query = text.trim() || likely;
  const { answer, isCurrent, failure } = useAnswer(query);
  const entries = entriesIn(answer);
  const active = isOpen ? entries[Math.min(pointed, entries.length - 1)] : undefined;
  const idOf = (entry: FoundEntry) => `${id}-${entries.indexOf(entry)}`;

  // Enter is often faster than the answer. Until it comes, the list is not about what was typed.
  const isAwaited = useRef(false);
  function enter() {
    isAwaited.current = !isCurrent;
    if (isCurrent) choose(active);
  }
  useEffect(
    function chooseOnceAnswered() {
      if (isCurrent && isAwaited.current) enter();
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when the answer comes, and only then
    [isCurrent],
  );

  function type(next: string) {
    isAwaited.current = false;
    setText(next);
    setPointed(0);
    setOpen(true);
  }

  function close() {
    isAwaited.current = false;
    setOpen(false);
    setText('');
    setPointed(0);
  }

  function choose(entry: FoundEntry | undefined) {
    if (entry === undefined || !entry.has_file) return;
    onChoose(entry);
    close();
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      if (isOpen) setPointed(Math.max(0, Math.min(entries.length - 1, pointed + by)));
      else setOpen(true);
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      enter();
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault(); // the dialog around it stays
      event.stopPropagation();
      close();
    }
  }

  return (
    <div className={styles.picker}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.field}
        role="combobox"
        type="text"
        inputMode="search"
        aria-autocomplete="list"
        aria-expanded={isOpen && entries.length > 0}
        aria-controls={isOpen && entries.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={active === undefined ? undefined : idOf(active)}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        placeholder={chosen || 'Number, title, customer …'}
        value={isOpen ? text : chosen}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={close}
        onKeyDown={handleKeyDown}
      />
      {isOpen && (
        <div className={styles.answer} aria-busy={!isCurrent}>
          <AnswerNotice {...{ answer, isCurrent, failure }} />
          {entries.length > 0 && (
            <div id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
              {entries.map((entry, at) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
                <div
                  key={JSON.stringify(entry)}
                  id={idOf(entry)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={entry === active}
                  aria-disabled={!entry.has_file}
                  className={styles.option}
                  onPointerMove={() => at !== pointed && setPointed(at)}
                  onMouseDown={(event) => event.preventDefault()} // the focus stays in the field
                  onClick={() => choose(entry)}
                >
                  <span>
                    <b>
                      <Marked text={entry.doc_num} marks={typedMarks(entry.doc_num, query)} />
                    </b>{' '}
                    {entry.doc_desc}
                  </span>{' '}
                  <EntryFacts entry={entry} typed={query} />
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  );
}
