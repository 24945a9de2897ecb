import type { ComponentProps } from 'react';
import { Ellipsis, Plus, Trash2 } from 'lucide-react';
import { useMediaQuery } from '../../../ui/media-query.ts';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import type { MenuItem } from '../../../ui/menu/point-menu.tsx';
import { Tool, Toolbar } from './toolbar.tsx';
import styles from './toolbar.module.css';

/** `isTool`: it has a button of its own where there is room. */
export type ToolItem = MenuItem & { isTool?: boolean };

type Props = Omit<ComponentProps<typeof Toolbar>, 'children'> & {
  /** How many rows *Delete* is about. */
  deleted: number;
  items: readonly ToolItem[];
  onAdd: () => void;
  onDelete: () => void;
};

/** The tools above a grid that is edited, in one row; what is used less is in a menu. */
export function EditingToolbar({ deleted, items, onAdd, onDelete, ...bar }: Props) {
  const isWide = useMediaQuery('(width >= 1200px)');
  const hasButton = ({ isTool = false }: ToolItem) => isTool && isWide;
  return (
    <Toolbar {...bar}>
      <Tool primary icon={<Plus {...small} />} onClick={onAdd}>
        Add
      </Tool>
      <Tool icon={<Trash2 {...small} />} disabled={deleted === 0} onClick={onDelete}>
        Delete{deleted > 1 ? ` (${deleted.toLocaleString('en')})` : ''}
      </Tool>
      {items.filter(hasButton).map(({ name, icon, act, disabled = false }) => (
        <Tool key={name} icon={icon} disabled={disabled} onClick={act}>
          {name}
        </Tool>
      ))}
      <MenuButton
        label="More tools"
        className={styles.tool ?? ''}
        items={items.filter((item) => !hasButton(item))}
      >
        <Ellipsis {...small} />
        More
      </MenuButton>
    </Toolbar>
  );
}

const small = { size: '1rem', 'aria-hidden': true } as const;
