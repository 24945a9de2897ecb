import {
  boxAround,
  lineHeight,
  type Point,
  rounded,
  sealShare,
  type Stroke,
  textPadding,
} from '#contract/note-drawing.ts';
import type { Note, NoteLook } from '#contract/notes.ts';
import type { Box } from '#contract/redline.ts';
import type { PageSheet } from '../references/references.ts';
import { boxOfStrokes, fitInto, movedBox, pointAt } from './note-geometry.ts';
import { labelRatio, type NotesControl } from './notes-control.ts';
import { fitting, mostDrawnBytes, simplified } from './strokes.ts';
import { wrapped } from './wrapped-text.ts';

type PageSize = { page: number; width: number; height: number };

const noStampText = 'The stamp has no text yet. Type it first.';
const textWidth = 180;
const stampWidth = 150;
const signatureSize = { width: 170, height: 64 };

/** Puts there what the mode is for; text is then written in the note's card. */
export function placeAt(control: NotesControl, sheet: PageSize, point: Point, box?: Box): void {
  const { mode, options } = control.view();
  if (mode === 'stamp') {
    const { picture, label } = options.stamp;
    if (picture === undefined && !label?.trim()) control.setFault(noStampText);
    else control.add(stampAt(control, sheet, point));
  }
  if (mode === 'signature') {
    const place = (look: NoteLook) => control.add(signatureAt(control, sheet, point, look));
    if (options.signature === null) control.askForSignature(place);
    else place(options.signature);
  }
  const text = mode === 'freetext' ? textAt(control, sheet, point, box) : null;
  if (text === null) return;
  control.setMode('none');
  control.add(text);
  control.goTo(text.id, 'text');
}

/** A box for text, empty yet. */
export function textAt(control: NotesControl, sheet: PageSize, point: Point, box?: Box) {
  const { inkColour: colour, textSize: size } = control.view().options;
  const height = heightOfText('', textWidth, size);
  const rect = box ?? movedBox([point.x, point.y, textWidth, height], zero, sheet);
  const rects = [roundedBox([rect[0], rect[1], rect[2], Math.max(rect[3], height)])];
  return control.draft('freetext', sheet.page, { rects, look: { colour, size } });
}

const zero = { x: 0, y: 0 };

export function heightOfText(text: string, width: number, size: number): number {
  const lines = wrapped(text, width - 2 * textPadding, size).length;
  return lines * size * lineHeight + 2 * textPadding;
}

/** The page of which most is seen, and the middle of that; null while none is drawn. */
export function middleOfView({ sheets }: NotesControl) {
  let middle: { sheet: PageSheet; point: Point } | null = null;
  let most = 0;
  for (const sheet of sheets.values()) {
    const outer = sheet.div.closest('[data-pages] > div')?.getBoundingClientRect();
    if (outer === undefined) continue;
    const inner = sheet.div.getBoundingClientRect();
    const [left, right] = [Math.max(inner.left, outer.left), Math.min(inner.right, outer.right)];
    const [top, bottom] = [Math.max(inner.top, outer.top), Math.min(inner.bottom, outer.bottom)];
    const area = Math.max(0, right - left) * Math.max(0, bottom - top);
    if (area <= most) continue;
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
  if (note.kind === 'signature') return withStrokesIn(placed, box, strokes);
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

function stampAt(control: NotesControl, sheet: PageSize, point: Point): Note | null {
  const { stamp, stampRatio, inkColour } = control.view().options;
  const width = Math.min(stampWidth, sheet.width / 2);
  const box = around(point, width, width * stampRatio, sheet);
  return control.draft('stamp', sheet.page, {
    rects: [box],
    look: { colour: inkColour, ...stamp },
  });
}

function signatureAt(
  control: NotesControl,
  sheet: PageSize,
  point: Point,
  look: NoteLook,
): Note | null {
  const width = Math.min(signatureSize.width, sheet.width / 2);
  const box = around(point, width, (width * signatureSize.height) / signatureSize.width, sheet);
  const note = control.draft('signature', sheet.page, { rects: [box], look });
  return note === null || look.strokes === undefined
    ? note
    : withStrokesIn(note, box, look.strokes);
}

/** The strokes as large as the box allows, above the words of the seal. */
function withStrokesIn(note: Note, box: Box, strokes: NonNullable<NoteLook['strokes']>): Note {
  const old = boxOfStrokes(strokes, 0);
  const [width, height] = [box[2] * 0.92, box[3] * (1 - sealShare) * 0.92];
  const scale = Math.min(width / Math.max(1, old[2]), height / Math.max(1, old[3]));
  const target: Box = [
    box[0] + (box[2] - old[2] * scale) / 2,
    box[1] + (box[3] * (1 - sealShare) - old[3] * scale) / 2,
    old[2] * scale,
    old[3] * scale,
  ];
  const drawn = { ...note, look: { ...note.look, strokes: fitting(strokes) } };
  const { look } = fitInto({ ...drawn, rects: [old] }, target);
  return { ...note, look: { ...look, size: rounded((look.size ?? 2) * scale) } };
}

/** A stroke of the pen: a note of its own, or one more of the note before. */
export function withStroke(
  control: NotesControl,
  page: number,
  stroke: Stroke,
  before: Note | null,
): Note | null {
  const { inkColour: colour, penWidth: size } = control.view().options;
  const added = fitting([simplified(stroke)], mostDrawnBytes / 2);
  const strokes = [...(before?.look.strokes ?? []), ...added];
  const rects = [roundedBox(boxOfStrokes(strokes, size))];
  const look = { colour, size, strokes };
  return before === null ? control.draft('ink', page, { rects, look }) : { ...before, rects, look };
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

export function roundedBox([left, top, width, height]: Box): Box {
  return [rounded(left), rounded(top), rounded(width), rounded(height)];
}
