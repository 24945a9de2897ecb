import { createContext, type Key, type ReactNode, use, useEffect } from 'react';
import { type RenderRowProps, Row as DataGridRow } from 'react-data-grid';

/**
 * Is told the index of each row that comes into sight; of all in sight when the function is another. The
 * row of the active cell is drawn out of sight, too.
 */
export const LookContext = createContext<((index: number, isActive: boolean) => void) | null>(null);

export const drawRow = <Row,>(key: Key, row: RenderRowProps<Row>): ReactNode => (
  <SeenRow key={key} {...row} />
);

function SeenRow<Row>(props: RenderRowProps<Row>) {
  const onLook = use(LookContext);
  const { rowIdx } = props;
  const isActive = props.activeCellIdx !== undefined;
  useEffect(
    function tellIndex() {
      onLook?.(rowIdx, isActive);
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a row that becomes active was seen before
    [onLook, rowIdx],
  );
  return <DataGridRow {...props} />;
}
