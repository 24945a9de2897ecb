import { type ReactNode, useEffect, useState } from 'react';
import progress from './progress.module.css';
import styles from './sheet-outline.module.css';

/** Where a page will be: its outline, a quiet line along the top, and words once it takes long. */
export function SheetOutline({ name, words }: Pick<LineProps, 'name' | 'words'>) {
  return (
    <div className={styles.area} aria-busy="true">
      <div className={styles.sheet} />
      <LoadingLine name={name} words={words} />
    </div>
  );
}

const wordsAfterMs = 2000;

type LineProps = {
  name: string;
  words: ReactNode;
  /** The words are below what can be read meanwhile, not in its middle. */
  isBelow?: boolean;
};

/** Over what is there already: the line, and the words once it takes long. */
export function LoadingLine({ name, words, isBelow = false }: LineProps) {
  const [isSlow, setSlow] = useState(false);
  useEffect(function noticeSlowness() {
    const timer = setTimeout(setSlow, wordsAfterMs, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <div className={`${progress.line} ${styles.line}`}>
        <progress aria-label={name} />
      </div>
      <output className={styles.words} data-below={isBelow || undefined}>
        {isSlow && words !== null && <span>{words}</span>}
      </output>
    </>
  );
}
