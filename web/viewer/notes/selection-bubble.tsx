import { type CSSProperties, type RefObject, useEffect, useState } from 'react';
import { MessageSquare } from 'lucide-react';
import { Button } from '../../ui/button/button.tsx';
import { selectedRange, selectedRects } from '../input/selected-text.ts';
import { chosenMarking, type Marking, markSelection } from './highlight-selection.ts';
import { highlightColours } from './note-choices.ts';
import type { NotesControl } from './notes-control.ts';
import type { CardFocus } from './notes-screen.ts';
import styles from './selection-bubble.module.css';

type Props = { control: NotesControl; area: RefObject<HTMLElement | null> };

/** At selected text, where the reader may write: four colours, and Comment. */
export function SelectionBubble({ control, area }: Props) {
  const [place, setPlace] = useState<ReturnType<typeof placeOf>>(null);

  useEffect(
    function followSelection() {
      const end = new AbortController();
      let [isPressed, isTouch, isClosed] = [false, false, false];
      let frame = 0;
      const show = () => {
        const range = isPressed || isClosed || !control.mayWrite() ? null : selectedRange();
        const pages = [...control.screen.sheets.values()].map(({ div }) => div);
        setPlace(range && placeOf(range, pages, area.current, isTouch));
      };
      const follow = (names: string[], note: (event: Event) => void) => {
        const followed = (event: Event) => {
          note(event);
          cancelAnimationFrame(frame);
          frame = requestAnimationFrame(show);
        };
        const options = { capture: true, signal: end.signal };
        for (const name of names) document.addEventListener(name, followed, options);
      };
      follow(['selectionchange'], () => (isClosed = false));
      follow(['pointerdown'], (event) => {
        const { target } = event;
        // A bubble that moves while it is pressed would lose the click.
        if (target instanceof Element && target.closest('[data-bubble]') !== null) return;
        isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
        isPressed = !isTouch; // a finger goes on to move the ends of what it selected
      });
      follow(['pointerup', 'pointercancel'], () => (isPressed = false));
      follow(['scroll'], () => {});
      follow(['keydown'], (event) => {
        const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
        if (!isEscape || isClosed || selectedRange() === null) return;
        isClosed = true;
        event.preventDefault();
      });
      return () => {
        end.abort();
        cancelAnimationFrame(frame);
      };
    },
    [control, area],
  );

  if (place === null) return null;
  const { range, start, top } = place;
  const mark = (marking: Marking, focus: CardFocus) =>
    void markSelection(control, marking, focus, range);
  return (
    <div className={styles.strip} style={{ top, '--start': `${start}px` } as CSSProperties}>
      <div
        className={styles.bubble}
        data-bubble
        role="toolbar"
        aria-label="Selected text"
        onPointerDown={(event) => event.preventDefault()} // a press must not end the selection
      >
        {highlightColours.map(({ name, value }) => (
          <button
            key={value}
            type="button"
            aria-label={`Highlight in ${name.toLowerCase()}`}
            title={name}
            className={styles.colour}
            style={{ '--colour': value } as CSSProperties} // React's types know no custom properties
            onClick={() => mark({ colour: value, style: 'highlight' }, 'card')}
          />
        ))}
        <Button onClick={() => mark(chosenMarking(control), 'text')}>
          <MessageSquare size="1rem" aria-hidden />
          Comment
        </Button>
      </div>
    </div>
  );
}

const [halfWidth, height, gap] = [140, 48, 8];
/** Below the handles of a selection by touch. */
const handles = 28;

/** Above the selection; below it on touch, where the browser's own menu is above, and where there is no room. */
function placeOf(
  range: Range,
  pages: readonly HTMLElement[],
  area: HTMLElement | null,
  isTouch: boolean,
) {
  const outer = area?.getBoundingClientRect() ?? new DOMRect();
  const seen = pages
    .flatMap((page) => selectedRects(range, page))
    .filter(({ top, bottom, width }) => width > 0 && bottom > outer.top && top < outer.bottom);
  const [first, last] = [seen[0], seen.at(-1)];
  if (first === undefined || last === undefined) return null;
  const above = first.top - outer.top - height - gap;
  const isBelow = isTouch || above < 0;
  const below = last.bottom - outer.top + (isTouch ? handles : gap);
  const { left, width } = isBelow ? last : first;
  return {
    range,
    start: Math.max(0, left - outer.left + width / 2 - halfWidth),
    top: Math.max(gap, Math.min(isBelow ? below : above, outer.height - height - gap)),
  };
}
