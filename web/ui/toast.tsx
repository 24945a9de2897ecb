import { useEffect, useSyncExternalStore } from 'react';
import { CircleCheck } from 'lucide-react';
import styles from './toast.module.css';

const shownForMs = 5000;

let message: string | null = null;
const listeners = new Set<() => void>();

/** Tells something that went well, and outlives the screen that told it. */
export function showToast(text: string): void {
  change(text);
}

/** Always in the page, even when empty: a status region (role of `output`) must exist before its text. */
export function Toasts() {
  const text = useSyncExternalStore(subscribe, () => message);
  useEffect(
    function hideAfterAWhile() {
      if (text === null) return;
      const timer = setTimeout(change, shownForMs, null);
      return () => clearTimeout(timer);
    },
    [text],
  );
  return (
    <output className={styles.region}>
      {text !== null && (
        <span className={styles.toast}>
          <CircleCheck size="1.125rem" aria-hidden />
          {text}
        </span>
      )}
    </output>
  );
}

function change(text: string | null): void {
  message = text;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
