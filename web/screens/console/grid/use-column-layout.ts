import { useMemo, useState } from 'react';
import { recall, remember } from '../../../remembered.ts';
import { useSession } from '../../../session.ts';
import {
  type ColumnLayout,
  moved,
  readLayout,
  shownColumns,
  usualLayout,
  written,
} from './column-layout.ts';

/** The columns of a grid as its librarian has arranged them, remembered for the next time. */
export function useColumnLayout<C extends { key: string; width?: number | string }>(
  columns: readonly C[],
  gridName: string,
) {
  const { username } = useSession();
  const setting = `columns-${gridName}`;
  const [layout, setLayout] = useState(() => readLayout(recall(username, setting)));
  const [epoch, setEpoch] = useState(0);
  const shown = useMemo(
    () =>
      shownColumns(columns, layout).map((column) => {
        const width = layout.widths[column.key];
        return width === undefined ? column : { ...column, width };
      }),
    [columns, layout],
  );

  function arrange(next: ColumnLayout) {
    setLayout(next);
    remember(username, setting, written(next));
  }

  return {
    layout,
    shown,
    /** Another number once all is as it was at first: the grid forgets the widths that it knows. */
    epoch,
    arrange: (next: ColumnLayout) => {
      if (next === usualLayout) setEpoch(epoch + 1);
      arrange(next);
    },
    move: (key: string, onto: string) => arrange(moved(columns, layout, key, onto)),
    resize: (key: string, width: number) =>
      arrange({ ...layout, widths: { ...layout.widths, [key]: Math.round(width) } }),
  };
}
