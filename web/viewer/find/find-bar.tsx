import { useEffect, useRef, useState } from 'react';
import { CaseSensitive, ChevronDown, ChevronUp, Highlighter, WholeWord, X } from 'lucide-react';
import { Tool } from '../toolbar/tool.tsx';
import styles from './find-bar.module.css';
import { type FindRequest, type FindResult, describeFound, textOfQuery } from './find-state.ts';
import { rememberedWords, rememberWords } from './find-words.ts';

/**
 * The reader asks for the bar, with these words selected on the page: each time, they are looked for
 * and the field takes the focus. Or a search found this page: its words are searched for, and
 * the focus stays on the page.
 */
export type FindBarRequest = { words: string } | { terms: readonly string[] };

type Props = {
  found: FindResult;
  find: (request: FindRequest) => void;
  close: () => void;
  request: FindBarRequest;
};

type Options = Omit<FindRequest, 'step'>;

/** Finds text in the document: marks every hit, and goes from one to the next. */
export function FindBar({ found, find, close, request }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [options, setOptions] = useState<Options>({
    query: 'terms' in request ? request.terms : request.words || rememberedWords(),
    matchCase: false,
    wholeWords: false,
    highlightAll: true,
  });

  const text = textOfQuery(options.query);
  const isEmpty = text === '';

  const [lastRequest, setLastRequest] = useState(request);
  if (request !== lastRequest) {
    setLastRequest(request);
    const query = 'terms' in request ? request.terms : request.words;
    if (query !== '') setOptions({ ...options, query });
  }

  useEffect(
    function takeUpRequest() {
      const lands = 'terms' in request;
      if (!lands) field.current?.select();
      if (isEmpty) return;
      rememberWords(text);
      find({ ...options, step: lands ? 'land' : 'type' });
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is typed is looked for as it is typed
    [request],
  );

  function change(changes: Partial<Options>, step: FindRequest['step'] = 'type') {
    const next = { ...options, ...changes };
    setOptions(next);
    rememberWords(textOfQuery(next.query));
    find({ ...next, step });
  }
  const step = (step: 'next' | 'previous') => find({ ...options, step });
  const { matchCase, wholeWords, highlightAll } = options;

  return (
    <search className={styles.bar} aria-label="Find in document">
      <input
        ref={field}
        className={styles.field}
        type="text"
        aria-label="Find in document"
        placeholder="Find in document"
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => change({ query: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
          if (event.key === 'Enter' && !isEmpty) step(event.shiftKey ? 'previous' : 'next');
        }}
      />
      <output className={styles.count} data-wide={found.state === 'no_text' && !isEmpty}>
        {isEmpty ? '' : describeFound(found)}
      </output>
      <Tool
        name="Previous match"
        keysOf="findPrevious"
        disabled={found.total === 0}
        onClick={() => step('previous')}
      >
        <ChevronUp size="1.125rem" aria-hidden />
      </Tool>
      <Tool
        name="Next match"
        keysOf="findNext"
        disabled={found.total === 0}
        onClick={() => step('next')}
      >
        <ChevronDown size="1.125rem" aria-hidden />
      </Tool>
      <span className={styles.options}>
        <Tool
          name="Match case"
          pressed={matchCase}
          onClick={() => change({ matchCase: !matchCase })}
        >
          <CaseSensitive size="1.25rem" aria-hidden />
        </Tool>
        <Tool
          name="Whole words"
          pressed={wholeWords}
          onClick={() => change({ wholeWords: !wholeWords })}
        >
          <WholeWord size="1.25rem" aria-hidden />
        </Tool>
        <Tool
          name="Highlight all"
          pressed={highlightAll}
          onClick={() => change({ highlightAll: !highlightAll }, 'highlight')}
        >
          <Highlighter size="1.125rem" aria-hidden />
        </Tool>
      </span>
      <Tool name="Close find" onClick={close}>
        <X size="1.125rem" aria-hidden />
      </Tool>
    </search>
  );
}
