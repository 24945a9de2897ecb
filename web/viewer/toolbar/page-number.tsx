import { type CSSProperties, useState } from 'react';
import { IconButton } from '../../ui/button/icon-button.tsx';
import type { ViewState } from '../view-state.ts';
import styles from './page-number.module.css';

type Props = {
  view: ViewState;
  /** Shown until the document is loaded. */
  knownTotal: number | null;
  goTo: (page: number) => void;
  focusPage: () => void;
};

/** 'Page {n} / {total}'; a click turns it into a field for another page number. */
export function PageNumber({ view, knownTotal, goTo, focusPage }: Props) {
  const [typing, setTyping] = useState(false);
  const { page, total } = view;
  const digits = String(total ?? knownTotal ?? page).length;
  const missing = digits - String(page).length;

  // The field goes away, and the focus must not be lost with it.
  function leave() {
    setTyping(false);
    focusPage();
  }

  if (!typing || total === null) {
    return (
      <IconButton
        disabled={total === null}
        className={styles.text}
        style={{ '--missing': missing } as CSSProperties} // React's types know no custom properties
        data-hint="Type a page number"
        onClick={() => setTyping(true)}
      >
        Page {page} / {total ?? knownTotal ?? '–'}
      </IconButton>
    );
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = Number(new FormData(event.currentTarget).get('page'));
        if (typed >= 1) goTo(typed); // first: the focus takes as long as reading the page
        leave();
      }}
    >
      <input
        className={styles.field}
        name="page"
        aria-label={`Page number, 1 to ${total}`}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={page}
        style={{ '--digits': digits } as CSSProperties}
        ref={focusAndSelect}
        onBlur={({ currentTarget }) => {
          const toolbar = currentTarget.closest('[role="toolbar"]');
          setTyping(false);
          // A click where nothing takes the focus leaves it to what is around, once it is done.
          setTimeout(() => {
            if (document.activeElement?.contains(toolbar)) focusPage();
          });
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          leave();
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
