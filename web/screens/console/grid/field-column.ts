import type { GridColumn } from '../../../ui/grid/grid-columns.tsx';
import type { GridRow, SavedRow } from '../rows/row.ts';

/** A column whose cells are a field of the row. */
export function fieldColumn<Row extends SavedRow, Field extends string>(
  field: Field,
  name: string,
  rest: { width?: number | string; minWidth?: number; suggestions?: string } = {},
): GridColumn<GridRow<Row, Field>> {
  const { suggestions, ...size } = rest;
  return {
    key: field,
    name,
    ...size,
    text: (row) => row.fields[field],
    fault: (row) =>
      row.state === 'invalid'
        ? (row.faults.find((fault) => fault.field === field)?.fault ?? null)
        : null,
    edit: {
      value: (row) => row.fields[field],
      change: (row, text) => ({ ...row, fields: { ...row.fields, [field]: text } }),
      ...(suggestions === undefined ? {} : { suggestions }),
    },
  };
}
