import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { clearRecent, quickOpenQuery, reasonOf } from '../search-api.ts';
import styles from './quick-open.module.css';

const nothing = {
  q: '',
  data: [],
  total: 0,
  total_is_least: false,
  did_you_mean: [],
  not_indexed: 0,
};

/** The heading of what was opened, and the button that forgets it. */
export function ClearRecent({ onCleared }: { onCleared: () => void }) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);

  async function clear() {
    try {
      await clearRecent();
      client.setQueryData(quickOpenQuery('').queryKey, nothing);
      onCleared(); // the button goes away with the list
    } catch (error) {
      setFailure(error);
    }
  }

  return (
    <>
      <div className={styles.recent}>
        <span aria-hidden>Recently opened</span>
        <button type="button" className={styles.clear} onClick={() => void clear()}>
          Clear
        </button>
      </div>
      {failure !== null && (
        <p role="alert" className={styles.notice}>
          Couldn’t clear the list. Try again. {reasonOf(failure)}
        </p>
      )}
    </>
  );
}
