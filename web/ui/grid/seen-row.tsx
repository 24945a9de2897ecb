import { createContext, type Key, type ReactNode, use, useEffect } from 'react';
import { type RenderRowProps, Row as DataGridRow } from 'react-data-grid';

/** Is told the index of each row that comes into sight; of all in sight when the function is another. */
export const LookContext = createContext<((index: number) => void) | null>(null);

export const drawRow = <Row,>(key: Key, row: RenderRowProps<Row>): ReactNode => (
  <SeenRow key={key} {...row} />
);

function SeenRow<Row>(props: RenderRowProps<Row>) {
  const onLook = use(LookContext);
  const { rowIdx } = props;
  useEffect(
    function tellIndex() {
      onLook?.(rowIdx);
    },
    [onLook, rowIdx],
  );
  return <DataGridRow {...props} />;
}
