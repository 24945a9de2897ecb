import { type MouseEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { revisionStatusNames } from '#contract/revision-words.ts';
import type { Reader } from '../reader.ts';
import { ReferenceCard } from './reference-card.tsx';
import styles from './reference-links.module.css';
import {
  boxOnSheet,
  fileWords,
  outdatedWords,
  type ReferencePlace,
  placesByPage,
  type References,
  type PageSheet,
} from './references.ts';
import { useSheets } from './use-sheets.ts';

type Props = {
  reader: Reader;
  references: References;
  /** The element of the card, over the pages. */
  area: RefObject<HTMLElement | null>;
};

/** What is shown in the card, of which link, and whether a tap has brought it: then it stays. */
type Shown = { place: ReferencePlace; link: HTMLElement; isPinned: boolean };

const restMs = 250;
const leaveMs = 200;

/** Makes the cited numbers on the pages links, with a card that says what is behind them. */
export function ReferenceLinks({ reader, references, area }: Props) {
  const { cites } = references;
  const [places, setPlaces] = useState(() => ({ cites, byPage: placesByPage(cites) }));
  if (places.cites !== cites) setPlaces({ cites, byPage: placesByPage(cites) });
  const { byPage } = places;
  const isWanted = useCallback((page: number) => byPage.has(page), [byPage]);
  const overlays = useSheets(reader, isWanted, styles.layer);
  const [shown, setShown] = useState<Shown | null>(null);
  const timer = useRef(0);
  const isTouch = useRef(false);

  useEffect(
    function hideWhenMovedOrDismissed() {
      if (shown === null) return;
      const hide = () => setShown(null);
      // The focus scrolls the page to its link, and the card goes with it; the pointer stays where it is.
      const follow = () => {
        if (!shown.isPinned && shown.link !== document.activeElement) hide();
      };
      const hideOnEscape = (event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        if (shown.isPinned) shown.link.focus({ preventScroll: true });
        hide();
      };
      const hideOnOther = ({ target }: PointerEvent) => {
        const isOwn = target instanceof Element && target.closest('[data-reference]') !== null;
        if (!isOwn) hide();
      };
      document.addEventListener('scroll', follow, { capture: true, passive: true });
      document.addEventListener('keydown', hideOnEscape, { capture: true });
      document.addEventListener('pointerdown', hideOnOther, { capture: true });
      return () => {
        document.removeEventListener('scroll', follow, { capture: true });
        document.removeEventListener('keydown', hideOnEscape, { capture: true });
        document.removeEventListener('pointerdown', hideOnOther, { capture: true });
      };
    },
    [shown],
  );

  useEffect(function cancelOnUnmount() {
    return () => clearTimeout(timer.current);
  }, []);

  function change(next: Shown | null, afterMs: number) {
    clearTimeout(timer.current);
    if (afterMs === 0) setShown(next);
    // What a tap has brought stays until another tap.
    else
      timer.current = window.setTimeout(
        () => setShown((now) => (now?.isPinned ? now : next)),
        afterMs,
      );
  }

  function open(address: string) {
    reader.keepPlace();
    references.open(address);
  }

  function follow(event: MouseEvent<HTMLAnchorElement>, place: ReferencePlace) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    if (isTouch.current) change({ place, link: event.currentTarget, isPinned: true }, 0);
    else open(references.addressOf(place.cited));
  }

  const linkOf = (place: ReferencePlace, sheet: PageSheet) => (
    <span key={place.id} className={styles.mention} data-reference>
      {place.boxes.map((box, at) => {
        const [left, top, width, height] = boxOnSheet(box, sheet).map((share) => `${share * 100}%`);
        const isFirst = at === 0;
        return (
          <a
            key={box.join(' ')}
            className={styles.link}
            style={{ left, top, width, height }}
            href={references.addressOf(place.cited)}
            draggable={false}
            data-outdated={place.cited.is_outdated || undefined}
            // A number on two lines is one stop, and one link to a screen reader.
            tabIndex={isFirst ? 0 : -1}
            aria-hidden={isFirst ? undefined : true}
            aria-label={nameOf(place)}
            onPointerDown={({ pointerType }) => (isTouch.current = pointerType === 'touch')}
            onKeyDown={() => (isTouch.current = false)}
            onClick={(event) => follow(event, place)}
            onPointerEnter={({ currentTarget: link, pointerType }) => {
              if (pointerType === 'mouse') change({ place, link, isPinned: false }, restMs);
            }}
            onPointerLeave={({ pointerType }) => {
              if (pointerType === 'mouse') change(null, leaveMs);
            }}
            onFocus={({ currentTarget: link }) => {
              if (link.matches(':focus-visible')) change({ place, link, isPinned: false }, 0);
            }}
            onBlur={() => {
              if (shown?.isPinned !== true) change(null, 0);
            }}
          />
        );
      })}
    </span>
  );

  return (
    <>
      {[...overlays].map(([page, { sheet, element }]) =>
        createPortal(
          (byPage.get(page) ?? []).map((place) => linkOf(place, sheet)),
          element,
          String(page),
        ),
      )}
      {shown !== null && (
        <ReferenceCard
          key={shown.place.id}
          cited={shown.place.cited}
          link={shown.link}
          area={area}
          address={shown.isPinned ? references.addressOf(shown.place.cited) : null}
          open={open}
          close={() => {
            shown.link.focus({ preventScroll: true });
            setShown(null);
          }}
          onEnter={() => clearTimeout(timer.current)}
          onLeave={() => change(null, leaveMs)}
        />
      )}
    </>
  );
}

/** All that the card says, for screen readers. */
function nameOf({ cited }: ReferencePlace): string {
  const outdated = outdatedWords(cited);
  return [
    cited.doc_num,
    cited.doc_desc,
    `Revision ${cited.doc_rev}`,
    revisionStatusNames[cited.status],
    fileWords(cited),
    ...(outdated === null ? [] : [outdated]),
  ]
    .filter(Boolean)
    .join('. ');
}
