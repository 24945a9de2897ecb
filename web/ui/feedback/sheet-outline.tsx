import { type ReactNode, useEffect, useState } from 'react';
import styles from './sheet-outline.module.css';

/** Where a page will be: its outline, a quiet line along the top, and words once it takes long. */
export function SheetOutline({ name, words }: { name: string; words: ReactNode }) {
  return (
    <div className={styles.area} aria-busy="true">
      <div className={styles.sheet} />
      <LoadingLine name={name} words={words} />
    </div>
  );
}

const wordsAfterMs = 2000;

/** Over what is there already: the line, and the words once it takes long. */
export function LoadingLine({ name, words }: { name: string; words: ReactNode }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(function noticeSlowness() {
    const timer = setTimeout(setSlow, wordsAfterMs, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <div className={styles.line}>
        <progress aria-label={name} />
      </div>
      <output className={styles.words}>{isSlow && words !== null && <span>{words}</span>}</output>
    </>
  );
}
