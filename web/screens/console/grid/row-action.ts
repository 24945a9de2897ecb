import type { ReactNode } from 'react';
import type { CommandId } from '../../../ui/commands.ts';

/** Something that can be done with one saved row. */
export type RowAction<Row> = {
  name: string;
  icon: ReactNode;
  /** Its keys are those of this command. */
  keysOf?: CommandId;
  act: (row: Row) => void;
  /** Whether the toolbar has it, too. */
  isTool?: boolean;
};
