import { boxAround, lineHeight, sealLines, textPadding } from '#contract/note-drawing.ts';
import { provisionalWords } from '#contract/note-words.ts';
import type { Note } from '#contract/notes.ts';
import type { Box } from '#contract/redline.ts';
import type { NewAnnotation } from '../../pdf/draw/add-annotations.ts';
import type { PageSizes } from '../page-words.ts';

type DrawnNote = Pick<Note, 'id' | 'kind' | 'page' | 'text' | 'look' | 'signed' | 'carried'> &
  Pick<Note, 'comments' | 'author_name' | 'modified_at'>;

/** What of a note is on one page. `frame` has all that is drawn, wide lines included. */
export type NotePart = { note: DrawnNote; page: number; rects: Box[]; box: Box; frame: Box };

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

/** The letters of 'from Rev. b', above the note. */
export const provisionalSize = 7;

// A line is half outside of its box; a pen that is pressed hard draws 1.6 times as wide.
const leastMargin = 2;

function frameAround(note: DrawnNote, box: Box): Box {
  const { look } = note;
  const margin = look.strokes === undefined ? leastMargin : Math.max(leastMargin, look.size ?? 2);
  const dots = (look.strokes ?? []).flat().map(([x, y]): Box => [x, y, 0, 0]);
  const [x, y, width, height] = boxAround([box, ...dots]);
  const [above, least] = provisionalWords(note) === null ? [0, 0] : [provisionalSize + 2, 70];
  const wide = Math.max(width + 2 * margin, least);
  return [x - margin, y - margin - above, wide, height + 2 * margin + above];
}

const [wordsSize, wordsMargin] = [10, 12];

/** Words for the printer at the upper edge of every page; `sizes`: runs of pages of one size. */
export function wordsParts(text: string, sizes: PageSizes, modified_at: string): NotePart[] {
  const widths = sizes.flatMap(({ pages, width }) => Array.from({ length: pages }, () => width));
  const look = { colour: '#b91c1c', size: wordsSize };
  const said = { kind: 'freetext', text, look, signed: null, carried: null } as const;
  const byLibrary = { comments: [], author_name: 'EGD Library', modified_at };
  return widths.map((pageWidth, at) => {
    const width = pageWidth - 2 * wordsMargin;
    // No letter is wider than the size, most are half as wide.
    const lines = Math.ceil((text.length * wordsSize * 0.6) / (width - 2 * textPadding));
    const height = lines * wordsSize * lineHeight + 2 * textPadding;
    const box: Box = [wordsMargin, wordsMargin, width, height];
    const note = { id: `words ${at + 1}`, page: at + 1, ...said, ...byLibrary };
    return { note, page: at + 1, rects: [box], box, frame: frameAround(note, box) };
  });
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
    author: note.author_name,
    text: textOf(note),
    modifiedAt: new Date(note.modified_at),
  };
}

function annotationKind({ kind, look }: DrawnNote): NewAnnotation['kind'] {
  if (kind === 'highlight') return look.style ?? 'highlight';
  return kind === 'signature' ? 'stamp' : kind;
}

function textOf(note: DrawnNote): string {
  const { kind, text, look, comments, carried } = note;
  const label = kind === 'signature' ? sealLines(note) : [look.label ?? ''];
  const from = carried === null ? '' : `Carried from Rev. ${carried.from_rev}`;
  const said = comments.map((comment) => `${comment.author_name}: ${comment.text}`);
  return [text, ...label, from, ...said].filter(Boolean).join('\n');
}
