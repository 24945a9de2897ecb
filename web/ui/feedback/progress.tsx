import styles from './progress.module.css';

/** A line along the top while the next screen is on its way; quick ones never show it. */
export function Progress({ busy }: { busy: boolean }) {
  return busy && <div className={`${styles.line} ${styles.top}`} aria-hidden />;
}
