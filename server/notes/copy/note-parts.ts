import { boxAround, noSeal } from '#contract/note-drawing.ts';
import type { Note } from '#contract/notes.ts';
import type { Box } from '#contract/redline.ts';
import type { NewAnnotation } from '../../pdf/add-annotations.ts';

/** What of a note is on one page. `frame` has all that is drawn, wide lines included. */
export type NotePart = { note: Note; page: number; rects: Box[]; box: Box; frame: Box };

/** The notes of a copy, by pages. Those that were hidden, or have no place, are not in it. */
export function partsOf(notes: readonly Note[]): NotePart[] {
  return notes
    .filter(({ hidden }) => hidden === null)
    .flatMap((note) =>
      [{ page: note.page, rects: note.rects }, ...note.other_pages]
        .filter(({ rects }) => rects.length > 0)
        .map(({ page, rects }) => {
          const box = boxAround(rects);
          return { note, page, rects, box, frame: frameAround(note, box) };
        }),
    );
}

// A line is half outside of its box; a pen that is pressed hard draws 1.6 times as wide.
const leastMargin = 2;

function frameAround({ look }: Note, box: Box): Box {
  const margin = look.strokes === undefined ? leastMargin : Math.max(leastMargin, look.size ?? 2);
  const dots = (look.strokes ?? []).flat().map(([x, y]): Box => [x, y, 0, 0]);
  const [x, y, width, height] = boxAround([box, ...dots]);
  return [x - margin, y - margin, width + 2 * margin, height + 2 * margin];
}

/** The annotation of a PDF that says the same. */
export function annotationOf({ note, page, rects, frame }: NotePart): NewAnnotation {
  const { kind, look } = note;
  const marked = kind === 'highlight' ? rects : [];
  return {
    kind: annotationKind(note),
    page: page - 1,
    box: frame,
    marked,
    strokes: look.strokes ?? [],
    colour: look.colour,
    size: look.size ?? 12,
    id: page === note.page ? note.id : `${note.id} ${page}`,
    author: note.author,
    text: textOf(note),
    modifiedAt: new Date(note.modified_at),
  };
}

function annotationKind({ kind, look }: Note): NewAnnotation['kind'] {
  if (kind === 'highlight') return look.style ?? 'highlight';
  return kind === 'signature' ? 'stamp' : kind;
}

function textOf({ kind, text, look, comments, carried }: Note): string {
  const label = kind === 'signature' ? [look.label ?? '', noSeal] : [look.label ?? ''];
  const from = carried === null ? '' : `Carried from Rev. ${carried.from_rev}`;
  const said = comments.map((comment) => `${comment.author}: ${comment.text}`);
  return [text, ...label, from, ...said].filter(Boolean).join('\n');
}
