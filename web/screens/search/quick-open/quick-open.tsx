import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Search, X } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { controlKey } from '../../../ui/control-key.ts';
import { restOn } from '../../main/fetch-ahead.ts';
import { AnswerNotice } from './answer-notice.tsx';
import { ClearRecent } from './clear-recent.tsx';
import { QuickOptions } from './quick-options.tsx';
import { type OptionGroup, type QuickOption, groupsOf } from './options.ts';
import keys from '../../../ui/keys.module.css';
import styles from './quick-open.module.css';
import { useAnswer } from './use-answer.ts';

/** Rows that PageUp and PageDown move by. */
const pageRows = 5;

/**
 * Finds any document by what is typed of it. A combobox whose list is always open and whose options
 * are links, which open in a new tab as any link does; the focus stays in the field.
 */
export function QuickOpen({ start, onClose }: { start: string; onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const opened = useRef(false);
  const [text, setText] = useState(start);
  const [pointed, setPointed] = useState<string | null>(null);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const typed = text.trim();
  const { answer, isCurrent, failure } = useAnswer(typed);
  const groups = groupsOf(answer, typed, unfolded);
  // Until the answer comes, the rows of the one before keep their room, and are not shown.
  const isShown = ({ name }: OptionGroup) => isCurrent || name === 'Texts';
  const options = groups.filter(isShown).flatMap((group) => group.options);
  const active = options.find(({ to }) => to === pointed) ?? (isCurrent ? options[0] : undefined);
  const isRecent = isCurrent && groups[0]?.name === 'Recently opened';

  useEffect(function openModal() {
    const before = document.activeElement;
    const box = dialog.current;
    box?.showModal();
    field.current?.focus();
    return () => {
      box?.close();
      if (opened.current) return focusHeading();
      // The browser gives the focus back only if the dialog closes before it leaves the page.
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);

  const client = useQueryClient();
  const restsOn = isCurrent && active?.entry ? active.to : null;
  useEffect(
    function fetchAhead() {
      restOn(client, restsOn);
    },
    [client, restsOn],
  );

  function leave() {
    opened.current = true;
    onClose();
  }

  function unfold({ to }: QuickOption) {
    const next = new Set(unfolded);
    if (!next.delete(to)) next.add(to);
    setUnfolded(next);
  }

  function open(option: QuickOption, inTab: boolean) {
    const { to, unfolds } = option;
    if (unfolds !== undefined) return unfold(option);
    if (inTab) return void window.open(to, '_blank', 'noopener');
    leave();
    void navigate(to);
  }

  // Enter is often faster than the answer. Until it comes, the list is not about what was typed.
  const awaited = useRef<{ inTab: boolean } | null>(null);
  function enter(inTab: boolean) {
    awaited.current = isCurrent || pointed !== null ? null : { inTab };
    if (awaited.current === null && active !== undefined) open(active, inTab);
  }
  useEffect(
    function openOnceAnswered() {
      if (isCurrent && awaited.current !== null) enter(awaited.current.inTab);
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when the answer comes, and only then
    [isCurrent],
  );

  function type(next: string) {
    awaited.current = null;
    setText(next);
    setPointed(null);
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return; // Enter and arrows belong to what converts the letters
    if (event.key === 'Enter') {
      event.preventDefault(); // the dialog closes, and the key would press what gets the focus
      enter(event.ctrlKey || event.metaKey);
    }
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: pageRows, PageUp: -pageRows }[event.key];
    if (by === undefined || event.altKey) return;
    event.preventDefault();
    setPointed(optionAfter(options, active, by)?.to ?? null);
  }

  const list = `${id}list`;
  const idOf = (option: QuickOption) => `${list}-${options.indexOf(option)}`;
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="Quick open"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={({ target }) => target === dialog.current && onClose()}
    >
      <div className={styles.box}>
        <div className={styles.head}>
          <Search size="1.25rem" aria-hidden />
          <input
            ref={field}
            className={styles.field}
            role="combobox"
            type="text"
            inputMode="search"
            enterKeyHint="go"
            aria-label="Number, title, customer, language or revision"
            placeholder="Number, title, customer …"
            aria-autocomplete="list"
            aria-expanded={options.length > 0}
            aria-controls={options.length > 0 ? list : undefined}
            aria-activedescendant={active === undefined ? undefined : idOf(active)}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={text}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onKeyDown={handleKeyDown}
          />
          <IconButton aria-label="Close" onClick={onClose}>
            <X size="1.25rem" aria-hidden />
          </IconButton>
        </div>
        <div className={styles.answer} aria-busy={!isCurrent}>
          <AnswerNotice {...{ answer, isCurrent, failure }} />
          {isRecent && <ClearRecent onCleared={() => field.current?.focus()} />}
          {groups.length > 0 && (
            <QuickOptions
              id={list}
              {...{ groups, isShown, active, idOf, typed }}
              onClose={leave}
              marked={answer?.q ?? ''}
              onPoint={({ to }) => setPointed(to)}
              onUnfold={unfold}
            />
          )}
        </div>
        <p className={`${keys.keys} ${styles.keys}`} aria-hidden>
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> choose
          </span>
          <span>
            <kbd>Enter</kbd> open
          </span>
          <span>
            <kbd>{controlKey}</kbd> <kbd>Enter</kbd> in a new tab
          </span>
          <span>
            <kbd>Esc</kbd> close
          </span>
        </p>
      </div>
    </dialog>
  );
}

/** Not to what opened the dialog: the next Enter would open it again. A document takes the focus when it is there. */
function focusHeading(): void {
  for (const heading of document.querySelectorAll<HTMLElement>('main h1')) {
    heading.focus({ preventScroll: true }); // of two, one is hidden
  }
}

/** From the last one to the first, and the other way; by several, it stops at the ends. */
function optionAfter(
  options: readonly QuickOption[],
  active: QuickOption | undefined,
  by: number,
): QuickOption | undefined {
  const last = options.length - 1;
  const at = active === undefined ? (by > 0 ? -1 : options.length) : options.indexOf(active);
  if (Math.abs(by) > 1) return options[Math.min(last, Math.max(0, at + by))];
  return options.at((at + by) % options.length);
}
