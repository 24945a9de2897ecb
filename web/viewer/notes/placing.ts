import {
  boxAround,
  lineHeight,
  type Point,
  rounded,
  signatureIn,
  type Stroke,
  textPadding,
} from '#contract/note-drawing.ts';
import { mostLabelLetters } from '#contract/note-words.ts';
import type { Note, NoteLook } from '#contract/notes.ts';
import type { Box } from '#contract/redline.ts';
import type { PageSheet } from '../references/references.ts';
import { boxOfStrokes, fitInto, movedBox, pointAt, roundedBox } from './note-geometry.ts';
import type { NotesAccess, NotesControl } from './notes-control.ts';
import { labelRatio, type NoteOptions } from './notes-screen.ts';
import { fitting, mostDrawnBytes, simplified } from './strokes.ts';
import { wrapped } from './wrapped-text.ts';

/** Where a new note is, and what it looks like. */
type NotePart = Pick<Note, 'rects' | 'look'>;
type PageSize = { page: number; width: number; height: number };

const noStampText = 'The stamp has no text yet. Type it first.';
const textWidth = 180;
const stampWidth = 150;
const signatureSize = { width: 170, height: 64 };

/** Puts there what the mode is for; text is then written in the note's card. */
export function placeAt(control: NotesControl, sheet: PageSize, point: Point, box?: Box): void {
  const { mode, options } = control.screen.view();
  const { page } = sheet;
  if (mode === 'freetext') {
    control.place(control.draft(mode, page, textPart(options, sheet, point, box)), 'text');
  }
  if (mode === 'stamp') {
    const { picture, label } = options.stamp;
    if (picture === undefined && !label?.trim()) control.screen.setFault(noStampText);
    else control.place(control.draft(mode, page, stampPart(options, sheet, point)), 'card');
  }
  if (mode === 'signature') {
    const place = (look: NoteLook) => {
      const part = { ...signaturePart(look, sheet, point), signed: signedNow(control.access) };
      control.place(control.draft(mode, page, part), 'card');
    };
    if (options.signature === null) control.screen.askForSignature(place);
    else place(options.signature);
  }
}

function signedNow({ displayName: name, account }: NotesAccess): Note['signed'] {
  return { name, account, at: new Date().toISOString() };
}

/** One's own stamp or signature of an earlier file, on this one: with today's date, and to be moved. */
export function markAgain(
  control: NotesControl,
  { kind, page, rects, look, is_private, group }: Note,
): void {
  const { displayName } = control.access;
  const isDated = look.label?.split('\n').at(1) === displayName;
  const dated = isDated ? { ...look, label: dateAndName(displayName) } : look;
  const own =
    kind === 'signature'
      ? { look: { colour: look.colour }, signed: signedNow(control.access) }
      : { look: dated };
  control.place(control.draft(kind, page, { rects, is_private, group, ...own }), 'card');
}

export function dateAndName(name: string): string {
  const date = new Date().toLocaleDateString('en-GB', { dateStyle: 'long' });
  return `${date}\n${name}`.slice(0, mostLabelLetters);
}

/** A box for text, empty yet. */
export function textPart(options: NoteOptions, sheet: PageSize, point: Point, box?: Box): NotePart {
  const { inkColour: colour, textSize: size } = options;
  const height = heightOfText('', textWidth, size);
  const rect = box ?? movedBox([point.x, point.y, textWidth, height], zero, sheet);
  const rects = [roundedBox([rect[0], rect[1], rect[2], Math.max(rect[3], height)])];
  return { rects, look: { colour, size } };
}

const zero = { x: 0, y: 0 };

export function heightOfText(text: string, width: number, size: number): number {
  const lines = wrapped(text, width - 2 * textPadding, size).length;
  return lines * size * lineHeight + 2 * textPadding;
}

/** The page of which most is seen, the first of equals, and the middle of that; null while none is drawn. */
export function middleOfView(sheets: ReadonlyMap<number, PageSheet>) {
  let middle: { sheet: PageSheet; point: Point } | null = null;
  let most = 0;
  // In the order of pages: the map has them as they were drawn.
  for (const sheet of [...sheets.values()].toSorted((one, other) => one.page - other.page)) {
    const outer = sheet.div.closest('[data-pages] > div')?.getBoundingClientRect();
    if (outer === undefined) continue;
    const inner = sheet.div.getBoundingClientRect();
    const [left, right] = [Math.max(inner.left, outer.left), Math.min(inner.right, outer.right)];
    const [top, bottom] = [Math.max(inner.top, outer.top), Math.min(inner.bottom, outer.bottom)];
    const area = Math.max(0, right - left) * Math.max(0, bottom - top);
    if (area <= 1.01 * most) continue; // parts of pixels are no difference
    most = area;
    const point = pointAt({ x: (left + right) / 2, y: (top + bottom) / 2 }, inner, sheet);
    middle = { sheet, point };
  }
  return middle;
}

/** A note that has no place yet, but for highlights, around this point. */
export function putAt(note: Note, sheet: PageSize, point: Point): Note {
  const box = around(point, ...usualSize(note), sheet);
  const { strokes, size = 2 } = note.look;
  const placed = { ...note, page: sheet.page, other_pages: [], rects: [box] };
  if (strokes === undefined) return placed;
  return fitInto({ ...placed, rects: [boxOfStrokes(strokes, size)] }, box);
}

function usualSize({ kind, text, look }: Note): [number, number] {
  const { strokes, size } = look;
  if (kind === 'signature') return [signatureSize.width, signatureSize.height];
  if (kind === 'stamp') return [stampWidth, stampWidth * labelRatio];
  if (strokes === undefined) return [textWidth, heightOfText(text, textWidth, size ?? 12)];
  const [, , width, height] = boxOfStrokes(strokes, size ?? 2);
  return [width, height];
}

/** The note with another text or size of letters, high enough for it. A box that fitted its text fits it again. */
export function withText(note: Note, text: string, size = note.look.size ?? 12): Note {
  if (note.kind !== 'freetext') return { ...note, text };
  const [left, top, width, height] = boxAround(note.rects);
  const isFitted = height <= rounded(heightOfText(note.text, width, note.look.size ?? 12));
  const needed = heightOfText(text, width, size);
  const look = { ...note.look, size };
  const box = roundedBox([left, top, width, isFitted ? needed : Math.max(height, needed)]);
  return { ...note, text, look, rects: [box] };
}

function stampPart(options: NoteOptions, sheet: PageSize, point: Point): NotePart {
  const { stamp, stampRatio, inkColour: colour } = options;
  const width = Math.min(stampWidth, sheet.width / 2);
  return { rects: [around(point, width, width * stampRatio, sheet)], look: { colour, ...stamp } };
}

function signaturePart(look: NoteLook, sheet: PageSize, point: Point): NotePart {
  const width = Math.min(signatureSize.width, sheet.width / 2);
  const box = around(point, width, (width * signatureSize.height) / signatureSize.width, sheet);
  return { rects: [box], look: signatureIn(look, box) };
}

/** A stroke of the pen, or one more of a drawing. */
export function strokePart(options: NoteOptions, stroke: Stroke, before: Note | null): NotePart {
  const { inkColour: colour, penWidth: size } = options;
  const added = fitting([simplified(stroke)], mostDrawnBytes / 2);
  const strokes = [...(before?.look.strokes ?? []), ...added];
  return { rects: [roundedBox(boxOfStrokes(strokes, size))], look: { colour, size, strokes } };
}

/** The drawing with these strokes only; null when none is left. */
export function withStrokes(note: Note, strokes: NonNullable<NoteLook['strokes']>): Note | null {
  if (strokes.length === 0) return null;
  const rects = [roundedBox(boxOfStrokes(strokes, note.look.size ?? 2))];
  return { ...note, rects, look: { ...note.look, strokes } };
}

function around(point: Point, width: number, height: number, sheet: PageSize): Box {
  const box: Box = [point.x - width / 2, point.y - height / 2, width, height];
  return roundedBox(movedBox(box, zero, sheet));
}
