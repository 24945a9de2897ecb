import { createContext, type CSSProperties, type Key, type ReactNode, use } from 'react';
import { type RenderRowProps, Row as DataGridRow } from 'react-data-grid';
import styles from './grid.module.css';

/** What is shown below the cells of some rows, and how high that is, in pixels; null and 0 for the others. */
export type RowNotes<Row> = { draw: (row: Row) => ReactNode; heightOf: (row: Row) => number };

/** For rows of every type, as a context has no type parameters. */
export const NotesContext = createContext<RowNotes<never> | null>(null);

export const drawRow = <Row,>(key: Key, row: RenderRowProps<Row>): ReactNode => (
  <NotedRow key={key} {...row} />
);

function NotedRow<Row>(props: RenderRowProps<Row>) {
  // The grid that draws these rows has set it.
  const notes = use(NotesContext) as RowNotes<Row> | null;
  const { row, gridRowStart } = props;
  const height = notes?.heightOf(row) ?? 0;
  if (notes === null || height === 0) return <DataGridRow {...props} />;
  const style = { '--note-height': `${height}px` } as CSSProperties;
  return (
    <>
      <DataGridRow {...props} className={styles.noted} style={style} />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the grid has no table */}
      <div role="row" className={styles.note} style={{ ...style, gridRowStart }}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
        <div role="gridcell" data-note>
          {notes.draw(row)}
        </div>
      </div>
    </>
  );
}
