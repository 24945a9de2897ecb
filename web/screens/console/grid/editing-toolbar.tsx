import type { ComponentProps } from 'react';
import { Columns3, Copy, History, Plus, Replace, Trash2 } from 'lucide-react';
import type { MenuItem } from '../../../ui/menu/point-menu.tsx';
import { Tool, Toolbar } from './toolbar.tsx';

type Props = ComponentProps<typeof Toolbar> & {
  /** How many rows Duplicate and Delete are about. */
  duplicated: number;
  deleted: number;
  /** What else can be done with one row. */
  actions: readonly MenuItem[];
  onAdd: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
  /** Null when there is not exactly one saved row. */
  onHistory: (() => void) | null;
  onReplace: () => void;
  onColumns: () => void;
};

/** The tools above a grid that is edited; `children` come last. */
export function EditingToolbar({ duplicated, deleted, actions, children, ...props }: Props) {
  const { onAdd, onDuplicate, onDelete, onHistory, onReplace, onColumns, ...bar } = props;
  return (
    <Toolbar {...bar}>
      <Tool primary icon={<Plus {...small} />} onClick={onAdd}>
        Add
      </Tool>
      <Tool icon={<Copy {...small} />} disabled={duplicated === 0} onClick={onDuplicate}>
        Duplicate{inBrackets(duplicated)}
      </Tool>
      <Tool icon={<Trash2 {...small} />} disabled={deleted === 0} onClick={onDelete}>
        Delete{inBrackets(deleted)}
      </Tool>
      <Tool
        icon={<History {...small} />}
        disabled={onHistory === null}
        onClick={() => onHistory?.()}
      >
        History
      </Tool>
      <Tool icon={<Replace {...small} />} onClick={onReplace}>
        Replace…
      </Tool>
      <Tool icon={<Columns3 {...small} />} onClick={onColumns}>
        Columns…
      </Tool>
      {actions.map(({ name, icon, act, disabled = false }) => (
        <Tool key={name} icon={icon} disabled={disabled} onClick={act}>
          {name}
        </Tool>
      ))}
      {children}
    </Toolbar>
  );
}

const small = { size: '1rem', 'aria-hidden': true } as const;

const inBrackets = (count: number): string => (count > 1 ? ` (${count.toLocaleString('en')})` : '');
