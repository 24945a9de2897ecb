import { createContext, type Key, type ReactNode, use } from 'react';
import { Cell, type CellRendererProps } from 'react-data-grid';
import styles from './grid.module.css';
import { contains, type Rectangle } from './range.ts';

/** The chosen cells; brought to the cells this way, so that only they are drawn again. */
export const RangeContext = createContext<Rectangle | null>(null);

export const drawCell = <Row,>(key: Key, cell: CellRendererProps<Row, unknown>): ReactNode => (
  <RangeCell key={key} {...cell} />
);

function RangeCell<Row>(props: CellRendererProps<Row, unknown>) {
  const rectangle = use(RangeContext);
  // The first column of the grid is the one with the boxes.
  const spot = { row: props.rowIdx, column: props.column.idx - 1 };
  if (rectangle === null || !contains(rectangle, spot)) return <Cell {...props} />;
  const look = props.isCellActive ? styles.ranged : `${styles.ranged} ${styles.further}`;
  return <Cell {...props} className={look} aria-selected />;
}
