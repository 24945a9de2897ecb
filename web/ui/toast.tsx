import { useEffect, useState, useSyncExternalStore } from 'react';
import { CircleCheck } from 'lucide-react';
import styles from './toast.module.css';

const shownForMs = 5000;

type Toast = { text: string; action: ToastAction | null };
/** Ctrl+Z does it too: the button is far from where the keyboard is. */
export type ToastAction = { label: string; act: () => void };

let toast: Toast | null = null;
const listeners = new Set<() => void>();

/** Tells something that went well, and outlives the screen that told it. */
export function showToast(text: string, action: ToastAction | null = null): void {
  change({ text, action });
}

/** Always in the page, even when empty: a status region (role of `output`) must exist before its text. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toast);
  const [held, setHeld] = useState(false);
  useEffect(
    function hideAfterAWhile() {
      if (shown === null || held) return;
      const timer = setTimeout(change, shownForMs, null);
      return () => clearTimeout(timer);
    },
    [shown, held],
  );

  useEffect(
    function undoByKey() {
      const action = shown?.action ?? null;
      if (action === null) return;
      const pressed = (event: KeyboardEvent) => {
        if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || isWriting(event)) return;
        event.preventDefault();
        act(action);
      };
      document.addEventListener('keydown', pressed);
      return () => document.removeEventListener('keydown', pressed);
    },
    [shown],
  );

  function act(action: ToastAction) {
    change(null);
    setHeld(false);
    action.act();
  }

  return (
    <output className={styles.region}>
      {shown !== null && (
        <span
          className={styles.toast}
          // Who is about to press it has not changed their mind.
          onPointerEnter={() => setHeld(shown.action !== null)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <CircleCheck size="1.125rem" aria-hidden />
          {shown.text}
          {shown.action !== null && (
            <button
              type="button"
              className={styles.action}
              onClick={() => shown.action !== null && act(shown.action)}
            >
              {shown.action.label}
            </button>
          )}
        </span>
      )}
    </output>
  );
}

function isWriting({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLInputElement && target.type !== 'checkbox';
}

function change(next: Toast | null): void {
  toast = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
