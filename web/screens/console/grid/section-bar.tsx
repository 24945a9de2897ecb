import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../../../ui/button/button.tsx';
import styles from './section-bar.module.css';
import type { RowSection } from '../rows/window-order.ts';

type Props = { section: RowSection; onTurn: (direction: -1 | 1) => void };

/** Below a grid that cannot show all rows at once: which they are, and the way to the others. */
export function SectionBar({ section: { from, to, found }, onTurn }: Props) {
  const number = (of: number) => of.toLocaleString('en');
  return (
    <nav aria-label="Rows" className={styles.bar}>
      <Button disabled={from === 0} onClick={() => onTurn(-1)}>
        <ChevronLeft size="1rem" aria-hidden /> Previous rows
      </Button>
      <output>
        Rows {number(from + 1)} to {number(to)} of {number(found)}
      </output>
      <Button disabled={to === found} onClick={() => onTurn(1)}>
        Next rows <ChevronRight size="1rem" aria-hidden />
      </Button>
    </nav>
  );
}
