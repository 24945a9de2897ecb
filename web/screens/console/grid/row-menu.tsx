import type { RefObject } from 'react';
import { ArrowDownToLine, Copy, Eraser, Table, Trash2 } from 'lucide-react';
import type { GridHandle } from '../../../ui/grid/grid.tsx';
import { type MenuItem, PointMenu } from '../../../ui/menu/point-menu.tsx';

type Props = {
  at: { x: number; y: number };
  grid: RefObject<GridHandle | null>;
  /** What the toolbar offers for rows, too. */
  items: readonly MenuItem[];
  /** How many rows are deleted. */
  deleted: number;
  onDelete: () => void;
  onClose: () => void;
};

/** What can be done with the chosen cells and rows. */
export function RowMenu({ at, grid, items, deleted, onDelete, onClose }: Props) {
  const many = deleted > 1 ? ` ${deleted.toLocaleString('en')} rows` : '';
  const all: MenuItem[] = [
    { name: 'Copy', icon: <Copy {...small} />, keysOf: 'copy', act: copy(false) },
    { name: 'Copy with header', icon: <Table {...small} />, act: copy(true) },
    {
      name: 'Fill down',
      icon: <ArrowDownToLine {...small} />,
      keysOf: 'fillDown',
      act: () => grid.current?.fillDown(),
    },
    {
      name: 'Clear cells',
      icon: <Eraser {...small} />,
      keysOf: 'clearCells',
      act: () => grid.current?.clear(),
    },
    ...items,
    { name: `Delete${many}`, icon: <Trash2 {...small} />, act: onDelete },
  ];
  return <PointMenu label="Cells and rows" at={at} items={all} onClose={onClose} />;

  function copy(withHeader: boolean) {
    return () => grid.current?.copy(withHeader);
  }
}

const small = { size: '1rem', 'aria-hidden': true } as const;
