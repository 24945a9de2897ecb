import { type MouseEvent, useEffect, useRef, useState } from 'react';
import {
  isSingle,
  movedBy,
  type CellRange,
  type Rectangle,
  rectangleOf,
  type Spot,
} from './range.ts';

/** A range, and the rows at its corners: once other rows are there, the range no longer exists. */
type KeptRange = CellRange & { keys: readonly [number | undefined, number | undefined] };

type Options = {
  rows: readonly { key: number }[];
  columnCount: number;
  /** The cell that has the focus; null when none has. */
  activeSpot: () => Spot | null;
  scrollTo: (spot: Spot) => void;
};

/** Cells that are chosen together, by dragging, by Shift and a click, or by Shift and arrows. */
export function useRange({ rows, columnCount, activeSpot, scrollTo }: Options) {
  const [kept, setKept] = useState<KeptRange | null>(null);
  const dragged = useRef<Spot | null>(null);
  const keyAt = ({ row }: Spot) => rows[row]?.key;
  const isValid =
    kept !== null && keyAt(kept.anchor) === kept.keys[0] && keyAt(kept.head) === kept.keys[1];
  const range = isValid ? kept : null;

  useEffect(function endDragAnywhere() {
    const end = () => {
      dragged.current = null;
    };
    document.addEventListener('mouseup', end);
    return () => document.removeEventListener('mouseup', end);
  }, []);

  function choose(anchor: Spot, head: Spot) {
    setKept({ anchor, head, keys: [keyAt(anchor), keyAt(head)] });
  }

  function extendBy(key: string, toEdge: boolean): boolean {
    const anchor = range?.anchor ?? activeSpot();
    const last = { row: rows.length - 1, column: columnCount - 1 };
    const head = anchor === null ? null : movedBy(key, range?.head ?? anchor, last, toEdge);
    if (anchor === null || head === null) return false;
    choose(anchor, head);
    scrollTo(head);
    return true;
  }

  function chooseAll() {
    choose({ row: 0, column: 0 }, { row: rows.length - 1, column: columnCount - 1 });
  }

  /** Begins a range, or takes the one that is there to this cell; true when it did the latter. */
  function press(spot: Spot, extend: boolean): boolean {
    const anchor = range?.anchor ?? activeSpot();
    if (extend && anchor !== null) {
      choose(anchor, spot);
      return true;
    }
    dragged.current = spot;
    setKept(null);
    return false;
  }

  function drag(event: MouseEvent<HTMLElement>) {
    const anchor = dragged.current;
    const spot = anchor === null ? null : spotOf(event.target);
    if (anchor === null || spot === null || event.buttons !== 1) return;
    if (range === null && spot.row === anchor.row && spot.column === anchor.column) return;
    if (range?.head.row === spot.row && range.head.column === spot.column) return;
    choose(anchor, spot);
  }

  /** The chosen cells, or the one that has the focus. */
  function rectangle(): Rectangle | null {
    const active = activeSpot();
    if (range !== null) return rectangleOf(range);
    return active === null ? null : rectangleOf({ anchor: active, head: active });
  }

  const shown = range === null ? null : rectangleOf(range);
  return {
    /** Null while no more than one cell is chosen. */
    shown: shown === null || isSingle(shown) ? null : shown,
    rectangle,
    extendBy,
    chooseAll,
    press,
    drag,
    clear: () => setKept(null),
  };
}

/** Which cell this is part of, as the grid numbers rows and columns for screen readers. */
function spotOf(target: EventTarget): Spot | null {
  const cell = target instanceof Element ? target.closest('[role=gridcell]') : null;
  const row = Number(cell?.closest('[role=row]')?.getAttribute('aria-rowindex'));
  const column = Number(cell?.getAttribute('aria-colindex'));
  // Counted from one; before the cells come the header, and the column with the boxes.
  return row >= 2 && column >= 2 ? { row: row - 2, column: column - 2 } : null;
}
