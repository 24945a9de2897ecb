import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** How far results were scrolled, of how many answers, and which of their links was followed. */
type Place = { top: number; answers: number; link: string | null };

type Results = {
  area: RefObject<HTMLElement | null>;
  heading: RefObject<HTMLElement | null>;
  /** How many are loaded; 0 until the first. */
  answers: number;
  hasMore: boolean;
  isLoading: boolean;
  askMore: () => void;
};

/**
 * Back returns to the results as they were left: as many of them, scrolled as far, with the focus on
 * the link that was followed; also after a reload, as phones reload what was in the background. To new
 * results the focus goes to their heading, so that they are read aloud.
 */
export function useKeptPlace(results: Results): void {
  const { area, heading, answers, hasMore, isLoading, askMore } = results;
  const { key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const returned = useRef<string | null>(null);

  useLayoutEffect(
    function focusHeading() {
      if (!isReturn) heading.current?.focus({ preventScroll: true });
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the results come: a filter keeps the focus
    [],
  );

  useLayoutEffect(
    function returnToPlace() {
      const box = area.current;
      if (box === null || answers === 0 || returned.current === key) return;
      const place = placeOf(key);
      if (answers < place.answers && hasMore) {
        if (!isLoading) askMore();
        return;
      }
      returned.current = key;
      const link = linkTo(box, place.link);
      const fold = link?.closest('details');
      if (fold) fold.open = true; // older revisions, which are folded at first
      box.scrollTop = place.top;
      link?.focus({ preventScroll: true });
    },
    [area, key, answers, hasMore, isLoading, askMore],
  );

  useEffect(
    function keepPlace() {
      const box = area.current;
      if (box === null) return;
      const keep = (change: Partial<Place>) => {
        if (returned.current === key) keepPlaceOf(key, { ...placeOf(key), answers, ...change });
      };
      const scrolled = () => keep({ top: box.scrollTop });
      const clicked = ({ target }: MouseEvent) => {
        keep({ link: target instanceof Element ? hrefOf(target.closest('a')) : null });
      };
      box.addEventListener('scroll', scrolled, { passive: true });
      box.addEventListener('click', clicked);
      return () => {
        box.removeEventListener('scroll', scrolled);
        box.removeEventListener('click', clicked);
      };
    },
    [area, key, answers],
  );
}

// By the key of the history entry: the same address may be there twice.
const nameOf = (key: string) => `results ${key}`;

function placeOf(key: string): Place {
  const kept = sessionStorage.getItem(nameOf(key));
  // Only `keepPlaceOf` writes it.
  return kept === null ? { top: 0, answers: 0, link: null } : (JSON.parse(kept) as Place);
}

function keepPlaceOf(key: string, place: Place): void {
  sessionStorage.setItem(nameOf(key), JSON.stringify(place));
}

function linkTo(box: HTMLElement, href: string | null): HTMLElement | undefined {
  if (href === null) return undefined;
  return [...box.querySelectorAll('a')].find((link) => hrefOf(link) === href);
}

function hrefOf(link: Element | null): string | null {
  return link?.getAttribute('href') ?? null;
}
