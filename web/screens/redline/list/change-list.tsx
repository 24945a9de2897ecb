import {
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ChevronRight } from 'lucide-react';
import type { FurnitureChange, RedlineChange } from '#contract/redline.ts';
import styles from './change-list.module.css';
import { ChangeButton, FurnitureText } from './change-row.tsx';
import { type ListArrangement, type ListPart, type RedlineRow, rowsOf } from './change-order.ts';
import { targetOf, useVirtualRows } from './virtual-rows.ts';

type Props = {
  /** What scrolls; it contains the list. */
  panel: RefObject<HTMLElement | null>;
  /** What is above it in there. */
  above: RefObject<HTMLElement | null>;
  shown: readonly RedlineChange[];
  arrangement: ListArrangement;
  toggle: (part: ListPart) => void;
  furniture: readonly FurnitureChange[];
  current: number | null;
  choose: (id: number) => void;
  /** The current change gets the focus when the list comes back. */
  takesFocus: boolean;
};

const usualRowPixels = 64;

/** The changes by what they are, of which only those near the view exist. */
export function ChangeList({
  panel,
  above,
  shown,
  arrangement,
  toggle,
  furniture,
  current,
  choose,
  takesFocus,
}: Props) {
  const list = useRef<HTMLDivElement>(null);
  const rows = useMemo(
    () => rowsOf(shown, arrangement, furniture),
    [shown, arrangement, furniture],
  );
  const top = useTop(list, above);
  const at = rows.findIndex((row) => row.type === 'change' && row.change.id === current);
  // One stop of the Tab key; the arrows go from change to change.
  const stop = at >= 0 ? at : rows.findIndex(({ type }) => type === 'change');
  const { virtual, focusNext } = useVirtualRows({
    scroller: panel,
    count: rows.length,
    keyOf: (index) => keyOf(rows[index], index),
    usualPixels: usualRowPixels,
    top,
    at,
    stop,
    takesFocus,
  });

  function handleKeyDown(event: KeyboardEvent) {
    const place = shown.findIndex(({ id }) => id === current);
    const to = targetOf(event.key, shown, place);
    if (to === undefined) return;
    event.preventDefault();
    focusNext();
    choose(to.id);
  }

  return (
    <div ref={list} className={styles.list} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index];
        return (
          row !== undefined && (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={styles.row}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <RowContent
                row={row}
                isStop={index === stop}
                isCurrent={index === at}
                choose={choose}
                toggle={toggle}
                onKeyDown={handleKeyDown}
              />
            </div>
          )
        );
      })}
    </div>
  );
}

type RowProps = {
  row: RedlineRow;
  isStop: boolean;
  isCurrent: boolean;
  choose: (id: number) => void;
  toggle: (part: ListPart) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function RowContent({ row, toggle, ...button }: RowProps) {
  switch (row.type) {
    case 'part':
      return (
        <h2 className={styles.part}>
          <button type="button" aria-expanded={!row.isFolded} onClick={() => toggle(row.part)}>
            <ChevronRight size="1rem" aria-hidden />
            {row.title} <span className={styles.count}>{row.count}</span>
          </button>
        </h2>
      );
    case 'change':
      return <ChangeButton change={row.change} {...button} />;
    case 'furniture':
      return <FurnitureText furniture={row.furniture} />;
  }
}

function keyOf(row: RedlineRow | undefined, index: number): string {
  if (row?.type === 'change') return `change ${row.change.id}`;
  return row?.type === 'part' ? `part ${row.part}` : `${row?.type} ${index}`;
}

/** How far the list is below the top of what scrolls: as far as what is above it is high. */
function useTop(list: RefObject<HTMLElement | null>, above: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(
    function followHeight() {
      if (above.current === null) return;
      const measure = () => setTop(list.current?.offsetTop ?? 0);
      measure();
      const resizes = new ResizeObserver(measure);
      resizes.observe(above.current);
      return () => resizes.disconnect();
    },
    [list, above],
  );
  return top;
}
