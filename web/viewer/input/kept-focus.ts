import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

// Where the next key belongs to the control itself: a field, what opens a menu, a tab, the find bar.
const keepsFocus = 'input, textarea, select, [aria-haspopup], [role="tab"], search, [data-pages]';

/**
 * Keeps the keys with the document. After a click on a tool the focus goes to the page, so that the
 * next key moves the page and does not use the tool again; with the keyboard it stays on the tool, to
 * go on from there. A tool that goes away or can no longer be used leaves the focus to the page, too.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>, focusPage: () => void): void {
  const last = useRef<Element | null>(null);

  useEffect(
    function followClicks() {
      const element = root.current;
      if (element === null) return;
      const clicked = ({ target, detail }: MouseEvent) => {
        const byKeyboard = detail === 0;
        if (byKeyboard || !(target instanceof Element)) return;
        const control = target.closest('button, a');
        if (control === null || control.closest(keepsFocus) !== null) return;
        // What the click opened may have taken the focus. Safari gives none to buttons.
        const active = document.activeElement;
        if (active === control || active === document.body) focusPage();
      };
      const focused = ({ target }: FocusEvent) => {
        last.current = target instanceof Element ? target : null;
      };
      const left = ({ relatedTarget }: FocusEvent) => {
        if (relatedTarget instanceof Node && !element.contains(relatedTarget)) last.current = null;
      };
      element.addEventListener('click', clicked);
      element.addEventListener('focusin', focused);
      element.addEventListener('focusout', left);
      return () => {
        element.removeEventListener('click', clicked);
        element.removeEventListener('focusin', focused);
        element.removeEventListener('focusout', left);
      };
    },
    [root, focusPage],
  );

  useLayoutEffect(function catchLostFocus() {
    if (last.current === null) return;
    const isLost = !last.current.isConnected && document.activeElement === document.body;
    if (!isLost && !last.current.matches(':disabled')) return;
    last.current = null;
    focusPage();
  });
}
