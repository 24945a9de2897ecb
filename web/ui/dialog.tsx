import { type ReactNode, useEffect, useId, useRef } from 'react';
import { X } from 'lucide-react';
import styles from './dialog.module.css';
import { IconButton } from './button/icon-button.tsx';

type Props = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** The buttons below, the usual one last. */
  actions?: ReactNode;
  /** `side`: a panel along the right edge, beside what it is about. */
  shape?: 'box' | 'wide' | 'side';
};

/** A modal window over the page, open as long as it is rendered. */
export function Dialog({ title, onClose, children, actions, shape = 'box' }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(function openModal() {
    const focusedBefore = document.activeElement;
    const box = dialog.current;
    box?.showModal();
    return () => {
      box?.close();
      // The browser gives the focus back only if the dialog closes before it leaves the page.
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true });
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles.popup}
      data-shape={shape}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles.header}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <IconButton aria-label="Close" onClick={onClose}>
          <X size="1.125rem" aria-hidden />
        </IconButton>
      </header>
      <div className={styles.content}>{children}</div>
      {actions !== undefined && <footer className={styles.actions}>{actions}</footer>}
    </dialog>
  );
}
