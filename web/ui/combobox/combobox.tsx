import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Combobox as Base } from '@base-ui/react/combobox';
import type { BaseUIEvent } from '@base-ui/react/types';
import { ChevronDown, X } from 'lucide-react';
import field from '../field.module.css';
import styles from './combobox.module.css';
import { type OptionTexts, marksIn, optionLimit, readTyped, shownOptions } from './filter.ts';
import { OptionList, type OptionListHandle } from './option-list.tsx';

type Props<Option> = OptionTexts<Option> & {
  label: string;
  /** One of the options in a word, for the names of the buttons. */
  noun: string;
  placeholder: string;
  options: readonly Option[];
  value: Option | null;
  onChange: (option: Option | null) => void;
  isSame: (a: Option, b: Option) => boolean;
  keyOf: (option: Option) => string;
  /** One row; `marks` finds what to mark in it. */
  drawOption: (option: Option, marks: RegExp | null) => ReactNode;
  disabled?: boolean;
  loading?: boolean;
};

/** The dropdown of the specification: typing filters, at most 1000 rows of 40 px in 300 px. */
export function Combobox<Option>(props: Props<Option>) {
  const { label, options, value, onChange, labelOf, searchedIn, loading = false } = props;
  const id = useId();
  const list = useRef<OptionListHandle>(null);
  const input = useRef<HTMLInputElement>(null);
  const wasOpen = useRef(false);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const typed = useMemo(() => readTyped(text), [text]);
  const { options: shown, more } = useMemo(
    () => shownOptions(options, typed, { labelOf, searchedIn }),
    [options, typed, labelOf, searchedIn],
  );

  useEffect(
    function letTypingReplaceTheChoice() {
      if (!open && document.activeElement === input.current) input.current?.select();
    },
    [open],
  );

  function handleKeyDown(event: BaseUIEvent<KeyboardEvent>) {
    if (open && event.key === 'Tab' && !event.shiftKey) list.current?.take();
    if (open && list.current?.move(event.key)) {
      event.preventDefault();
      event.preventBaseUIHandler();
    }
    // Base UI would clear a closed field; Escape pressed out of habit must not lose the choice.
    if (!open && event.key === 'Escape') event.preventBaseUIHandler();
  }

  // Tab on the option that is chosen already changes nothing.
  function choose(next: Option | null) {
    if (next === null || value === null || !props.isSame(next, value)) onChange(next);
  }

  // A click on the closed field selects all, for typing to replace it; one on the open field sets
  // the caret. The browser must not deselect, as it does at the end of a click on selected text.
  function selectAll(event: MouseEvent<HTMLInputElement>) {
    if (wasOpen.current) return;
    event.preventDefault();
    event.currentTarget.select();
  }

  return (
    <Base.Root
      virtualized
      autoHighlight
      items={options}
      filteredItems={shown}
      value={value}
      onValueChange={choose}
      isItemEqualToValue={props.isSame}
      itemToStringLabel={labelOf}
      disabled={props.disabled ?? false}
      open={open}
      onOpenChange={setOpen}
      onInputValueChange={(now, { reason }) => setText(reason === 'input-change' ? now : '')}
      onItemHighlighted={(_option, { reason, index }) => {
        if (reason !== 'pointer') list.current?.reveal(index);
      }}
    >
      <div className={field.field}>
        <label htmlFor={id}>{label}</label>
        <Base.InputGroup className={field.box}>
          <Base.Input
            ref={input}
            id={id}
            placeholder={props.placeholder}
            onKeyDown={handleKeyDown}
            onPointerDown={() => (wasOpen.current = open)}
            onMouseUp={selectAll}
          />
          <Base.Clear className={styles.button} aria-label={`Clear ${props.noun}`}>
            <X size="1rem" aria-hidden />
          </Base.Clear>
          <Base.Trigger className={styles.button} aria-label={`Show ${props.noun}s`}>
            <ChevronDown size="1rem" aria-hidden />
          </Base.Trigger>
        </Base.InputGroup>
      </div>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={4}>
          <Base.Popup className={styles.popup} aria-busy={loading}>
            <Base.Empty className={styles.empty}>{emptyText(options.length, loading)}</Base.Empty>
            <OptionList
              ref={list}
              options={shown}
              keyOf={props.keyOf}
              draw={(option) => props.drawOption(option, marksIn(option, typed, { searchedIn }))}
            />
            <Base.Status className={styles.more}>
              {more && moreText(options.length, typed !== null)}
            </Base.Status>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function moreText(count: number, typed: boolean): string {
  if (typed)
    return `Only the first ${optionLimit} matches are shown. Type more to narrow them down.`;
  return `${optionLimit} of ${count} shown. Type to find the others.`;
}

function emptyText(count: number, loading: boolean): string {
  if (loading) return 'Loading…';
  return count === 0 ? 'List is empty.' : 'No elements found. Consider changing the search query.';
}
