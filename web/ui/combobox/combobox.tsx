import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { Combobox as Base } from '@base-ui/react/combobox';
import type { BaseUIEvent } from '@base-ui/react/types';
import { ChevronDown, X } from 'lucide-react';
import styles from './combobox.module.css';
import { type OptionTexts, matcherOf, shownOptions } from './filter.ts';
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
  /** One row; `matcher` finds what was typed, to mark it. */
  drawOption: (option: Option, matcher: RegExp | null) => ReactNode;
  disabled?: boolean;
  loading?: boolean;
};

/** The dropdown of the specification: typing filters, at most 1000 rows of 40 px in 300 px. */
export function Combobox<Option>(props: Props<Option>) {
  const { label, options, value, onChange, labelOf, searchedIn, loading = false } = props;
  const id = useId();
  const list = useRef<OptionListHandle>(null);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const matcher = useMemo(() => matcherOf(typed), [typed]);
  const shown = useMemo(
    () => shownOptions(options, matcher, { labelOf, searchedIn }),
    [options, matcher, labelOf, searchedIn],
  );

  function handleKeyDown(event: BaseUIEvent<KeyboardEvent>) {
    if (open && list.current?.move(event.key)) {
      event.preventDefault();
      event.preventBaseUIHandler();
    }
    // Base UI would clear a closed field; Escape pressed out of habit must not lose the choice.
    if (!open && event.key === 'Escape') event.preventBaseUIHandler();
  }

  return (
    <Base.Root
      virtualized
      autoHighlight
      items={options}
      filteredItems={shown}
      value={value}
      onValueChange={onChange}
      isItemEqualToValue={props.isSame}
      itemToStringLabel={labelOf}
      disabled={props.disabled ?? false}
      open={open}
      onOpenChange={setOpen}
      onInputValueChange={(text, { reason }) => setTyped(reason === 'input-change' ? text : '')}
      onItemHighlighted={(_option, { reason, index }) => {
        if (reason !== 'pointer') list.current?.reveal(index);
      }}
    >
      <div className={styles.field}>
        <label htmlFor={id}>{label}</label>
        <Base.InputGroup className={styles.box}>
          <Base.Input
            id={id}
            className={styles.input}
            placeholder={props.placeholder}
            onKeyDown={handleKeyDown}
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
              draw={(option) => props.drawOption(option, matcher)}
            />
            {matcher === null && options.length > shown.length && (
              <p className={styles.more}>
                {shown.length} of {options.length} shown. Type to find the others.
              </p>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function emptyText(count: number, loading: boolean): string {
  if (loading) return 'Loading…';
  return count === 0 ? 'List is empty.' : 'No elements found. Consider changing the search query.';
}
