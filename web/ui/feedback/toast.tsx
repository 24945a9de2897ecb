import { useEffect, useState, useSyncExternalStore } from 'react';
import { CircleCheck } from 'lucide-react';
import styles from './toast.module.css';

// Not Base UI's toast: it has the role of a dialog where the specification's message is a status,
// and would add 19 kB to the login page, where 2 are left below its limit.

const shownForMs = 5000;

type Toast = { text: string; action: ToastAction | null; state: 'done' | 'not done' | 'busy' };

/** What the button in a toast does. The keyboard is far from it: give what it does a key, too. */
export type ToastAction = { label: string; act: () => void };

let shownToast: Toast | null = null;
const listeners = new Set<() => void>();

/** Says that something went well, or why nothing was done. A toast outlives the screen that showed it. */
export function showToast(
  text: string,
  action: ToastAction | null = null,
  state: 'done' | 'not done' = 'done',
): void {
  replaceToast({ text, action, state });
}

/** Says that something has begun, until `hideBusy` or another toast. */
export function showBusy(text: string): void {
  replaceToast({ text, action: null, state: 'busy' });
}

export function hideBusy(): void {
  if (shownToast?.state === 'busy') replaceToast(null);
}

/** Always in the page, even when empty: a status region (role of `output`) must exist before its text. */
export function Toasts() {
  const toast = useSyncExternalStore(subscribe, () => shownToast);
  const [held, setHeld] = useState(false);
  const action = toast?.action ?? null;

  useEffect(
    function hideAfterAWhile() {
      if (toast === null || toast.state === 'busy' || held) return;
      const timer = setTimeout(replaceToast, shownForMs, null);
      return () => clearTimeout(timer);
    },
    [toast, held],
  );

  function carryOut({ act }: ToastAction) {
    replaceToast(null);
    setHeld(false);
    act();
  }

  return (
    <output className={styles.region}>
      {toast !== null && (
        <span
          className={styles.toast}
          // It must not vanish under a pointer or a focus that is on its way to the button.
          onPointerEnter={() => setHeld(action !== null)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          {toast.state === 'done' && <CircleCheck size="1.125rem" aria-hidden />}
          {toast.text}
          {action !== null && (
            <button type="button" className={styles.action} onClick={() => carryOut(action)}>
              {action.label}
            </button>
          )}
        </span>
      )}
    </output>
  );
}

function replaceToast(next: Toast | null): void {
  shownToast = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
