import { useState } from 'react';
import icon from '../../ui/icon-button.module.css';
import type { ViewState } from '../view-state.ts';
import styles from './page-number.module.css';

type Props = { view: ViewState; goTo: (page: number) => void };

/** 'Page {n} / {total}'; pressed, a field for the number of another. */
export function PageNumber({ view, goTo }: Props) {
  const [typing, setTyping] = useState(false);
  const { page, total } = view;
  if (!typing || total === null) {
    return (
      <button
        type="button"
        className={`${icon.button} ${styles.text}`}
        disabled={total === null}
        onClick={() => setTyping(true)}
        title="Type a page number"
      >
        Page {page} / {total ?? '–'}
      </button>
    );
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = Number(new FormData(event.currentTarget).get('page'));
        setTyping(false);
        if (typed >= 1) goTo(typed);
      }}
    >
      <input
        className={styles.field}
        name="page"
        aria-label={`Page number, 1 to ${total}`}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={page}
        size={String(total).length + 1}
        ref={selectAll}
        onBlur={() => setTyping(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          setTyping(false);
        }}
      />
      <span>/ {total}</span>
    </form>
  );
}

function selectAll(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}
