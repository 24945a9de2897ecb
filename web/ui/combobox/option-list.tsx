import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Combobox as Base } from '@base-ui/react/combobox';
import styles from './option-list.module.css';

/** Rows drawn beyond each edge of what is in view. */
const overscan = 6;

export type OptionListHandle = {
  /** Scrolls so that the option can be seen. */
  reveal: (index: number) => void;
  /** Moves the highlight for Home, End, PageUp and PageDown; false for every other key. */
  move: (key: string) => boolean;
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
  const [scrollTop, setScrollTop] = useState(0);
  const row = rowHeight();
  const first = Math.max(0, Math.floor(scrollTop / row) - overscan);
  const inView = Math.ceil(listHeightRem / rowHeightRem) + 2 * overscan;

  useImperativeHandle(ref, () => {
    function reveal(index: number) {
      const box = list.current;
      if (box === null || index < 0) return;
      const top = index * row;
      if (top < box.scrollTop) box.scrollTop = top;
      const bottom = top + row - box.clientHeight;
      if (bottom > box.scrollTop) box.scrollTop = bottom;
      flushSync(() => setScrollTop(box.scrollTop));
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
    };
  }, [options.length, row]);

  return (
    <Base.List
      ref={list}
      className={styles.list}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
    >
      {options.length > 0 && (
        <div role="presentation" className={styles.rows} style={{ height: options.length * row }}>
          {options.slice(first, first + inView).map((option, offset) => (
            <Base.Item
              key={keyOf(option)}
              value={option}
              index={first + offset}
              data-index={first + offset}
              aria-setsize={options.length}
              aria-posinset={first + offset + 1}
              className={styles.option}
              style={{ height: row, transform: `translateY(${(first + offset) * row}px)` }}
            >
              {draw(option)}
            </Base.Item>
          ))}
        </div>
      )}
    </Base.List>
  );
}

// 40 px and 300 px (specification, section 9) at the usual text size, and larger with larger text.
const rowHeightRem = 2.5;
const listHeightRem = 18.75;

function rowHeight(): number {
  return rowHeightRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
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
  const option = list?.querySelector<HTMLElement>('[data-highlighted]');
  return Number(option?.dataset['index'] ?? 0);
}

// Base UI moves its highlight by arrow keys and by the pointer only; these keys borrow the pointer.
function highlight(list: HTMLElement | null, index: number): void {
  const option = list?.querySelector(`[data-index="${index}"]`);
  option?.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }));
}
