import { useState } from 'react';
import { Toolbar } from '@base-ui/react/toolbar';
import { IconButton } from '../../ui/button/icon-button.tsx';
import type { ViewState } from '../view-state.ts';
import styles from './page-number.module.css';

type Props = { view: ViewState; goTo: (page: number) => void };

/** 'Page {n} / {total}'; a click turns it into a field for another page number. */
export function PageNumber({ view, goTo }: Props) {
  const [typing, setTyping] = useState(false);
  const { page, total } = view;
  if (!typing || total === null) {
    return (
      <Toolbar.Button
        disabled={total === null}
        focusableWhenDisabled={false}
        render={<IconButton className={styles.text} title="Type a page number" />}
        onClick={() => setTyping(true)}
      >
        Page {page} / {total ?? '–'}
      </Toolbar.Button>
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
      <Toolbar.Input
        className={styles.field}
        name="page"
        aria-label={`Page number, 1 to ${total}`}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={page}
        size={String(total).length + 1}
        ref={focusAndSelect}
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

function focusAndSelect(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}
