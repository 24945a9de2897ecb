import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Combobox as Base } from '@base-ui/react/combobox';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import styles from './option-list.module.css';

/** Rows drawn beyond each edge of what is in view. */
const overscan = 6;

// 40 px and 300 px (specification, section 9) at the usual text size, and larger with larger text.
const rowHeightRem = 2.5;
const listHeightRem = 18.75;

export type OptionListHandle = {
  /** Scrolls so that the option can be seen. */
  reveal: (index: number) => void;
  /** Moves the highlight for Home, End, PageUp and PageDown; false for every other key. */
  move: (key: string) => boolean;
  /** Chooses the highlighted option, if there is one. */
  take: () => void;
};

type Props<Option> = {
  ref: Ref<OptionListHandle>;
  options: readonly Option[];
  keyOf: (option: Option) => string;
  draw: (option: Option) => ReactNode;
};

/** The rows of a dropdown, of which only those in view are drawn. All rows are one height. */
export function OptionList<Option>({ ref, options, keyOf, draw }: Props<Option>) {
  const list = useRef<HTMLDivElement>(null);
  const [revealed, setRevealed] = useState(0);
  const [rem] = useState(remInPixels);
  const rows = useVirtualizer({
    count: options.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeightRem * rem,
    initialRect: { width: 0, height: listHeightRem * rem },
    overscan,
    rangeExtractor: (range) => indexesWith(revealed, range),
  });

  useImperativeHandle(ref, () => {
    function reveal(index: number) {
      if (index < 0) return;
      // Drawn at once: the scroll event, which would draw it too, comes a frame later.
      flushSync(() => setRevealed(index));
      rows.scrollToIndex(index);
    }
    return {
      reveal: (index) => queueMicrotask(() => reveal(index)),
      move(key) {
        const to = targetOf(key, highlightedIndex(list.current), options.length);
        if (to === null) return false;
        reveal(to);
        highlight(list.current, to);
        return true;
      },
      take: () => highlightedOption(list.current)?.click(),
    };
  }, [options.length, rows]);

  return (
    <Base.List ref={list} className={styles.list}>
      {options.length > 0 && (
        <div role="presentation" className={styles.rows} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start, size }) => {
            const option = options[index];
            return (
              option !== undefined && (
                <Base.Item
                  key={keyOf(option)}
                  value={option}
                  index={index}
                  data-index={index}
                  aria-setsize={options.length}
                  aria-posinset={index + 1}
                  className={styles.option}
                  style={{ height: size, transform: `translateY(${start}px)` }}
                >
                  {draw(option)}
                </Base.Item>
              )
            );
          })}
        </div>
      )}
    </Base.List>
  );
}

function remInPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** The rows in view and around it, and one more wherever it is. */
function indexesWith(index: number, range: Range): number[] {
  const indexes = defaultRangeExtractor(range);
  return index >= range.count || indexes.includes(index) ? indexes : [...indexes, index];
}

function targetOf(key: string, from: number, count: number): number | null {
  const page = Math.floor(listHeightRem / rowHeightRem);
  const last = count - 1;
  if (count === 0) return null;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'PageUp') return Math.max(0, from - page);
  if (key === 'PageDown') return Math.min(last, from + page);
  return null;
}

function highlightedIndex(list: HTMLElement | null): number {
  return Number(highlightedOption(list)?.dataset['index'] ?? 0);
}

function highlightedOption(list: HTMLElement | null): HTMLElement | null {
  return list?.querySelector<HTMLElement>('[data-highlighted]') ?? null;
}

// Base UI moves its highlight for arrow keys and the pointer only, so it is sent a pointer's event.
function highlight(list: HTMLElement | null, index: number): void {
  const option = list?.querySelector(`[data-index="${index}"]`);
  option?.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }));
}
