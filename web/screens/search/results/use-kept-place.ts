import { type RefObject, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** How far results were scrolled, and which of their links was followed. */
type Place = { top: number; link: string | null };

// By the key of the history entry: the same address may be there twice.
const places = new Map<string, Place>();

/**
 * Back returns to the results as they were left: scrolled as far, with the focus on the link that was
 * followed. To new results the focus goes to their heading, so that they are read aloud.
 */
export function useKeptPlace(
  area: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
): void {
  const { key } = useLocation();
  const isReturn = useNavigationType() === 'POP';

  useLayoutEffect(
    function focusHeading() {
      if (!isReturn) heading.current?.focus({ preventScroll: true });
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the results come: a filter keeps the focus
    [],
  );

  useLayoutEffect(
    function keepPlace() {
      const box = area.current;
      if (box === null) return;
      const place = places.get(key) ?? { top: 0, link: null };
      places.set(key, place);
      box.scrollTop = place.top;
      linkTo(box, place.link)?.focus({ preventScroll: true });
      const scrolled = () => {
        place.top = box.scrollTop;
      };
      const clicked = ({ target }: MouseEvent) => {
        place.link = target instanceof Element ? hrefOf(target.closest('a')) : null;
      };
      box.addEventListener('scroll', scrolled, { passive: true });
      box.addEventListener('click', clicked);
      return () => {
        box.removeEventListener('scroll', scrolled);
        box.removeEventListener('click', clicked);
      };
    },
    [area, key],
  );
}

function linkTo(box: HTMLElement, href: string | null): HTMLElement | undefined {
  if (href === null) return undefined;
  return [...box.querySelectorAll('a')].find((link) => hrefOf(link) === href);
}

function hrefOf(link: Element | null): string | null {
  return link?.getAttribute('href') ?? null;
}
