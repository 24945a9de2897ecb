import type { RefObject } from 'react';
import {
  ArrowDownToLine,
  Copy,
  CopyPlus,
  Eraser,
  History,
  Link,
  Replace,
  Table,
  Trash2,
} from 'lucide-react';
import { copyText } from '../../../ui/copy-text.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import type { GridHandle } from '../../../ui/grid/grid.tsx';
import { type MenuItem, PointMenu } from '../../../ui/menu/point-menu.tsx';

type Props = {
  at: { x: number; y: number };
  grid: RefObject<GridHandle | null>;
  /** How many rows are duplicated or deleted. */
  count: number;
  link: string | null;
  /** What else can be done with one row. */
  rowActions: readonly MenuItem[];
  onReplace: () => void;
  onHistory: (() => void) | null;
  onDuplicate: (() => void) | null;
  onDelete: () => void;
  onClose: () => void;
};

/** What can be done with the chosen cells and rows. */
export function RowMenu({ at, grid, count, link, onClose, ...act }: Props) {
  const many = count > 1 ? ` ${count.toLocaleString('en')} rows` : '';
  const items: MenuItem[] = [
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
    {
      name: 'Find and replace…',
      icon: <Replace {...small} />,
      keysOf: 'replace',
      act: act.onReplace,
    },
    ...act.rowActions.map((item, at) => ({ ...item, apart: at === 0 })),
    {
      name: 'Copy link to this row',
      icon: <Link {...small} />,
      disabled: link === null,
      apart: true,
      act: () => {
        if (link === null) return;
        copyText(link);
        showToast('Link copied');
      },
    },
    {
      name: 'History',
      icon: <History {...small} />,
      disabled: act.onHistory === null,
      act: () => act.onHistory?.(),
    },
    {
      name: `Duplicate${many}`,
      icon: <CopyPlus {...small} />,
      disabled: act.onDuplicate === null,
      act: () => act.onDuplicate?.(),
    },
    { name: `Delete${many}`, icon: <Trash2 {...small} />, act: act.onDelete },
  ];
  return <PointMenu label="Cells and rows" at={at} items={items} onClose={onClose} />;

  function copy(withHeader: boolean) {
    return () => grid.current?.copy(withHeader);
  }
}

const small = { size: '1rem', 'aria-hidden': true } as const;
