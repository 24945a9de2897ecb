import type { MenuItem } from '../../../ui/menu/point-menu.tsx';

/** Something that can be done with one saved row. */
export type RowAction<Row> = Pick<MenuItem, 'name' | 'icon' | 'keysOf'> & {
  act: (row: Row) => void;
};
