import type { Note, PageWord } from '#contract/notes.ts';
import type { Box } from '#contract/redline.ts';
import type { PageSheet } from '../references/references.ts';
import {
  boxesOfRange,
  rangeOfText,
  selectedRanges,
  textOfRange,
  type WordRange,
} from './anchor.ts';
import { pointAt } from './note-geometry.ts';
import type { NotesControl } from './notes-control.ts';

/** The selected words of a page. */
type Selected = { page: number; words: readonly PageWord[]; ranges: WordRange[] };

/** Makes a highlight of the text that is selected; says whether there was any. */
export async function highlightSelection(control: NotesControl): Promise<boolean> {
  const notes = await highlightsOfSelection(control);
  control.add(...notes);
  if (notes.length > 0) getSelection()?.removeAllRanges();
  return notes.length > 0;
}

/** Puts a highlight on the text that is selected; says whether there was any. */
export async function moveToSelection(control: NotesControl, note: Note): Promise<boolean> {
  const [place] = await highlightsOfSelection(control);
  if (!place) return false;
  const { page, rects, words, quote, other_pages } = place;
  control.replace(note, { ...note, page, rects, words, quote, other_pages });
  getSelection()?.removeAllRanges();
  return true;
}

async function highlightsOfSelection(control: NotesControl): Promise<(Note | null)[]> {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed) return [];
  const parts: Selected[] = [];
  for (const sheet of control.sheets.values()) {
    const boxes = selectedBoxes(selection.getRangeAt(0), sheet);
    if (boxes.length === 0) continue;
    const words = await control.wordsOf(sheet.page);
    parts.push({ page: sheet.page, words, ranges: selectedRanges(words, boxes) });
  }
  return highlightsOf(
    control,
    parts.filter(({ ranges }) => ranges.length > 0).toSorted((a, b) => a.page - b.page),
  );
}

/** Makes a highlight of words that were typed, where they are on the page; says whether they are. */
export async function highlightTyped(control: NotesControl, page: number, typed: string) {
  const words = await control.wordsOf(page);
  const range = rangeOfText(words, typed);
  if (range === null) return false;
  control.add(...highlightsOf(control, [{ page, words, ranges: [range] }]));
  return true;
}

function highlightsOf(control: NotesControl, parts: readonly Selected[]): (Note | null)[] {
  const { highlightColour: colour, style } = control.view().options;
  const draft = (page: number, part: Pick<Note, 'rects' | 'words' | 'quote' | 'other_pages'>) =>
    control.draft('highlight', page, { ...part, look: { colour, style } });
  const [first, ...others] = parts;
  if (first === undefined) return [];
  if (others.length > 0) return [acrossPages(first, others, draft)];
  return first.ranges.map((range) =>
    draft(first.page, {
      rects: boxesOfRange(first.words, range),
      words: range,
      quote: textOfRange(first.words, range),
      other_pages: [],
    }),
  );
}

/** One note, although a page break cuts it: from its first word to the end of that page, and so on. */
function acrossPages(
  first: Selected,
  others: readonly Selected[],
  draft: (
    page: number,
    part: Pick<Note, 'rects' | 'words' | 'quote' | 'other_pages'>,
  ) => Note | null,
): Note | null {
  const from = first.ranges[0]?.[0] ?? 0;
  const to = others.at(-1)?.ranges.at(-1)?.[1] ?? 0;
  const lastPage = others.at(-1)?.page;
  const rangeOf = ({ page, words }: Selected): WordRange => [
    page === first.page ? from : 0,
    page === lastPage ? to : words.length - 1,
  ];
  const all = [first, ...others];
  return draft(first.page, {
    rects: boxesOfRange(first.words, rangeOf(first)),
    words: [from, to],
    quote: all.map((part) => textOfRange(part.words, rangeOf(part))).join(' '),
    other_pages: others.map((part) => ({
      page: part.page,
      rects: boxesOfRange(part.words, rangeOf(part)),
    })),
  });
}

/** Where a page's text is selected, in points. Only letters count: pdf.js has other elements between them. */
function selectedBoxes(selected: Range, sheet: PageSheet): Box[] {
  const text = sheet.div.querySelector('.textLayer');
  if (text === null || !selected.intersectsNode(text)) return [];
  const area = sheet.div.getBoundingClientRect();
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const boxes: Box[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!selected.intersectsNode(node)) continue;
    const part = document.createRange();
    part.selectNodeContents(node);
    if (node === selected.startContainer) part.setStart(node, selected.startOffset);
    if (node === selected.endContainer) part.setEnd(node, selected.endOffset);
    for (const { left, top, right, bottom } of part.getClientRects()) {
      const a = pointAt({ x: left, y: top }, area, sheet);
      const b = pointAt({ x: right, y: bottom }, area, sheet);
      const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
      boxes.push([x, y, Math.abs(a.x - b.x), Math.abs(a.y - b.y)]);
    }
  }
  return boxes;
}
