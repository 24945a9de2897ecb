import type { MouseEvent } from 'react';
import { Button } from '../../ui/button/button.tsx';
import styles from './chosen-notice.module.css';
import type { Outdated } from './search-state.ts';

type Props = { outdated: Outdated | null; onOpen: () => void };

/**
 * Over the page, when it is not the one of the document that is chosen. A part made to the wrong
 * standard comes back.
 */
export function ChosenNotice({ outdated, onOpen }: Props) {
  function open({ currentTarget }: MouseEvent) {
    currentTarget.closest('section')?.focus(); // the button goes away with the notice
    onOpen();
  }

  return (
    <div aria-live="polite">
      {outdated !== null && (
        <div className={styles.veil}>
          <div className={styles.notice}>
            <p>
              Showing <b>{outdated.shown}</b>.
            </p>
            <Button onClick={open}>Open {outdated.chosen}</Button>
          </div>
        </div>
      )}
    </div>
  );
}
