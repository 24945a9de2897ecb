import type { MouseEvent } from 'react';
import { Button } from '../../ui/button/button.tsx';
import styles from './chosen-notice.module.css';
import { type SearchState, documentName, isOutdated } from './search-state.ts';

type Props = { search: SearchState; onOpen: () => void };

/**
 * Over the page, when it is not the one of the document that is chosen. A part made to the wrong
 * standard comes back.
 */
export function ChosenNotice({ search, onOpen }: Props) {
  const { chosen, searched } = search;

  function open({ currentTarget }: MouseEvent) {
    currentTarget.closest('section')?.focus(); // the button goes away with the notice
    onOpen();
  }

  return (
    <div aria-live="polite">
      {chosen !== null && searched !== null && isOutdated(search) && (
        <div className={styles.veil}>
          <div className={styles.notice}>
            <p>
              This is still <b>{documentName(searched)}</b>.
            </p>
            <p>
              Chosen: <b>{documentName(chosen)}</b>
            </p>
            <Button onClick={open}>Open {chosen.doc_num}</Button>
          </div>
        </div>
      )}
    </div>
  );
}
