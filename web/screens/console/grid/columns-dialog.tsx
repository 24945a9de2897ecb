import { ArrowDown, ArrowUp } from 'lucide-react';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { type ColumnLayout, inOrder, moved, usualLayout, withHidden } from './column-layout.ts';
import styles from './columns-dialog.module.css';

type Props = {
  columns: readonly { key: string; name: string }[];
  layout: ColumnLayout;
  onArrange: (layout: ColumnLayout) => void;
  onClose: () => void;
};

/** Which columns are shown, and in which order; dragging their heads does the same. */
export function ColumnsDialog({ columns, layout, onArrange, onClose }: Props) {
  const ordered = inOrder(columns, layout);
  const isLastShown = ordered.length - layout.hidden.length <= 1;
  return (
    <Dialog
      title="Columns"
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => onArrange(usualLayout)}>Reset to default</Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <ul className={styles.columns}>
        {ordered.map(({ key, name }, at) => {
          const isHidden = layout.hidden.includes(key);
          const above = ordered[at - 1]?.key;
          const below = ordered[at + 1]?.key;
          return (
            <li key={key}>
              <label>
                <input
                  type="checkbox"
                  checked={!isHidden}
                  disabled={!isHidden && isLastShown}
                  onChange={() => onArrange(withHidden(layout, key, !isHidden))}
                />
                {name}
              </label>
              <IconButton
                aria-label={`Move ${name} up`}
                disabled={above === undefined}
                onClick={() => above && onArrange(moved(columns, layout, key, above))}
              >
                <ArrowUp size="1rem" aria-hidden />
              </IconButton>
              <IconButton
                aria-label={`Move ${name} down`}
                disabled={below === undefined}
                onClick={() => below && onArrange(moved(columns, layout, key, below))}
              >
                <ArrowDown size="1rem" aria-hidden />
              </IconButton>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
