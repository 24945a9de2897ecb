import { CircleAlert, CircleDashed, CloudOff, LoaderCircle, Users } from 'lucide-react';
import type { GridColumn } from '../../../../ui/grid/grid-columns.tsx';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import styles from './row-state-column.module.css';
import { type GridRow, needsAttention, stateInWords } from '../../rows/row.ts';

/** The first column of a grid that is edited: whether a row is saved, and what is wrong if not. */
export function rowStateColumn<Row extends GridRow>(onOpen: (row: Row) => void): GridColumn<Row> {
  return {
    key: 'state',
    name: 'State',
    isNameHidden: true,
    width: 44,
    filterable: false,
    text: stateInWords,
    draw: (row, tabIndex) => <RowState row={row} tabIndex={tabIndex} onOpen={() => onOpen(row)} />,
  };
}

type Props = { row: GridRow; tabIndex: number; onOpen: () => void };

function RowState({ row, tabIndex, onOpen }: Props) {
  const { state } = row;
  const words = stateInWords(row);
  if (state === 'saved') return <VisuallyHidden>{words}</VisuallyHidden>;
  const Icon = icons[state];
  const icon = <Icon size="1rem" aria-hidden />;
  if (!needsAttention(row)) {
    return (
      <span data-hint={words} data-state={state} className={styles.state}>
        {icon}
        <VisuallyHidden>{words}</VisuallyHidden>
      </span>
    );
  }
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={words}
      data-hint={words}
      data-state={state}
      className={styles.state}
      onClick={onOpen}
    >
      {icon}
    </button>
  );
}

const icons: Record<Exclude<GridRow['state'], 'saved'>, typeof CircleAlert> = {
  typing: CircleDashed,
  queued: CircleDashed,
  saving: LoaderCircle,
  invalid: CircleAlert,
  refused: CircleAlert,
  failed: CloudOff,
  conflict: Users,
};
