import type { ReactNode } from 'react';

/** Something that can be done with one saved row. */
export type RowAction<Row> = {
  name: string;
  icon: ReactNode;
  /** Pressed together with Alt. */
  key?: { code: string; shown: string };
  act: (row: Row) => void;
  /** Whether the toolbar has it, too. */
  isTool?: boolean;
};
