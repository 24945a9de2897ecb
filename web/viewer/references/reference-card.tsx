import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { TriangleAlert, X } from 'lucide-react';
import type { Cited } from '#contract/references.ts';
import { RevisionStatusChip } from '../../ui/revision-status.tsx';
import styles from './reference-card.module.css';
import { fileWords, outdatedWords } from './references.ts';

type Props = {
  cited: Cited;
  link: HTMLElement;
  area: RefObject<HTMLElement | null>;
  /** Where it is opened; null where the link itself is what one presses. */
  address: string | null;
  open: (address: string) => void;
  close: () => void;
  onEnter: () => void;
  onLeave: () => void;
};

const gap = 6;
const margin = 8;

/** What is behind a cited number, below it or above it. */
export function ReferenceCard(props: Props) {
  const { cited, link, area, address, open, close, onEnter, onLeave } = props;
  const card = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLAnchorElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  const outdated = outdatedWords(cited);

  useLayoutEffect(
    function findPlace() {
      const place = () => {
        if (card.current !== null && area.current !== null) {
          setPlace(placeOf(card.current, link, area.current));
        }
      };
      place();
      document.addEventListener('scroll', place, { capture: true, passive: true });
      return () => document.removeEventListener('scroll', place, { capture: true });
    },
    [link, area],
  );

  const isPlaced = place !== null;
  useEffect(
    function takeFocus() {
      if (isPlaced) opener.current?.focus({ preventScroll: true });
    },
    [isPlaced],
  );

  const isPinned = address !== null;
  return (
    <div
      ref={card}
      className={styles.card}
      style={place ?? { visibility: 'hidden' }}
      data-reference
      // What it says is in the link's name already.
      {...(isPinned
        ? { role: 'dialog', 'aria-label': cited.doc_num }
        : { 'aria-hidden': true as const })}
      onPointerEnter={onEnter}
      onPointerLeave={({ pointerType }) => {
        if (pointerType === 'mouse' && !isPinned) onLeave();
      }}
    >
      <p className={styles.number}>
        {cited.doc_num}
        <span className={styles.customer}>{cited.customer}</span>
      </p>
      <p>{cited.doc_desc}</p>
      <p className={styles.facts}>
        <span>Revision {cited.doc_rev}</span>
        <RevisionStatusChip status={cited.status} />
        <span>{fileWords(cited)}</span>
      </p>
      {outdated !== null && (
        <p className={styles.outdated}>
          <TriangleAlert size="1rem" aria-hidden />
          {outdated}
        </p>
      )}
      {address !== null && (
        <p className={styles.tools}>
          <a
            ref={opener}
            className={styles.open}
            href={address}
            onClick={(event) => {
              event.preventDefault();
              open(address);
            }}
          >
            Open
          </a>
          <button type="button" className={styles.close} onClick={close}>
            <X size="1rem" aria-hidden />
            Close
          </button>
        </p>
      )}
    </div>
  );
}

function placeOf(card: HTMLElement, link: HTMLElement, area: HTMLElement) {
  const [at, around] = [link.getBoundingClientRect(), area.getBoundingClientRect()];
  // A number on two lines is not covered by its card.
  const lines = [...(link.parentElement ?? link).children].map((one) =>
    one.getBoundingClientRect(),
  );
  const end = Math.max(at.bottom, ...lines.map(({ bottom }) => bottom));
  const start = Math.min(at.top, ...lines.map(({ top }) => top));
  const { offsetWidth: width, offsetHeight: height } = card;
  const most = around.width - width - margin;
  const left = Math.max(margin, Math.min(at.left - around.left, most));
  const below = end - around.top + gap;
  const above = start - around.top - gap - height;
  const isRoomBelow = below + height + margin <= around.height;
  // On a phone on its side there is room for neither: rather over the number than cut off.
  const lowest = Math.max(margin, around.height - height - margin);
  return { left, top: isRoomBelow || above < margin ? Math.min(below, lowest) : above };
}
