import { boxAround } from '#contract/note-drawing.ts';
import { memo, useEffect, useEffectEvent, useRef } from 'react';
import type { Note } from '#contract/notes.ts';
import type { PageSheet } from '../references/references.ts';
import { DrawnNote, isMarker, Marks } from './drawn-note.tsx';
import { shownSize, turnMatrix } from './note-geometry.ts';
import type { NotesControl } from './notes-control.ts';
import type { EditorMode } from './notes-screen.ts';
import styles from './notes-layer.module.css';
import { useGestures } from './use-gestures.ts';

type Props = {
  control: NotesControl;
  sheet: PageSheet;
  notes: readonly Note[];
  mode: EditorMode;
  /** Of those on this page. */
  selected: string | null;
};

/** The notes of one page, in its own points: they follow its zoom and rotation. */
export const PageNotes = memo(function PageNotes(props: Props) {
  const { control, sheet, mode, selected } = props;
  const svg = useRef<SVGSVGElement>(null);
  const live = useRef<SVGGElement>(null);
  const { preview, isHeld, press } = useGestures({ control, sheet, notes: props.notes, live });
  const notes = withPreview(props.notes, preview);
  const held = notes.find(({ id }) => id === selected);
  const [width, height] = shownSize(sheet);

  const isKept = useEffectEvent(isHeld);

  useEffect(function keepFingerFromPage() {
    const element = svg.current;
    if (element === null) return;
    // One finger draws or drags a note; two fingers zoom the page as ever.
    const keep = (event: TouchEvent) => {
      if (event.touches.length === 1 && isKept()) event.stopPropagation();
    };
    const types = ['touchstart', 'touchmove'] as const;
    for (const type of types) element.addEventListener(type, keep, { passive: true });
    return () => types.forEach((type) => element.removeEventListener(type, keep));
  }, []);

  return (
    <svg
      ref={svg}
      className={styles.page}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      data-mode={mode}
      aria-hidden // the side panel lists them
      onPointerDown={press}
    >
      <g transform={turnMatrix(sheet)}>
        {notes.map((note) => (
          <DrawnNote
            key={note.id}
            note={note}
            page={sheet.page}
            isSelected={note.id === selected}
          />
        ))}
        {held !== undefined && isMovable(held) && control.mayEdit(held) && <Holds note={held} />}
        <g ref={live} className={styles.strokes} />
      </g>
    </svg>
  );
});

type MarksProps = { sheet: PageSheet; notes: readonly Note[] };

/** The colours of the highlights, in a layer of their own that is multiplied with the page. */
export const PageMarks = memo(function PageMarks({ sheet, notes }: MarksProps) {
  if (!notes.some(isMarker)) return null;
  const [width, height] = shownSize(sheet);
  return (
    <svg
      className={styles.page}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <g transform={turnMatrix(sheet)}>
        <Marks notes={notes} page={sheet.page} />
      </g>
    </svg>
  );
});

/** Words stay where they are. */
function isMovable({ kind }: Note): boolean {
  return kind !== 'highlight';
}

/** What the pointer drags: the note itself, and its lower right corner. */
function Holds({ note }: { note: Note }) {
  const [x, y, width, height] = boxAround(note.rects);
  const corner = `M${x + width} ${y + height}h0.001`;
  return (
    <>
      <rect data-hold="move" className={styles.held} {...{ x, y, width, height }} />
      <path data-hold="resize" className={styles.handleEdge} d={corner} />
      <path className={styles.handle} d={corner} />
    </>
  );
}

function withPreview(
  notes: readonly Note[],
  preview: ReturnType<typeof useGestures>['preview'],
): readonly Note[] {
  if (preview === null) return notes;
  const changed = new Map(preview.map(({ before, after }) => [before?.id ?? after?.id, after]));
  const added = preview.flatMap(({ before, after }) => (before === null ? (after ?? []) : []));
  const kept = notes.flatMap((note) => {
    const now = changed.get(note.id);
    return now === undefined ? [note] : (now ?? []);
  });
  return [...kept, ...added];
}
