import type { Note, NoteLook, PageWord } from '#contract/notes.ts';
import type { Box } from '#contract/redline.ts';
import { selectedRange, selectedRects } from '../input/selected-text.ts';
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
import type { CardFocus } from './notes-screen.ts';
import { failureWords } from './shown-words.ts';

/** The selected words of a page. */
type Selected = { page: number; words: readonly PageWord[]; ranges: WordRange[] };

export type Marking = Required<Pick<NoteLook, 'colour' | 'style'>>;

/** With what the bar marks. */
export function chosenMarking({ screen }: NotesControl): Marking {
  const { highlightColour: colour, style } = screen.view().options;
  return { colour, style };
}

type Draft = (
  page: number,
  part: Pick<Note, 'rects' | 'words' | 'quote' | 'other_pages'>,
) => Note | null;

/** Makes a highlight of the text that is selected; gives its id, or null where there is none. */
export async function highlightSelection(
  control: NotesControl,
  marking: Marking,
  range = selectedRange(),
): Promise<string | null> {
  const made = await highlightsOfRange(control, marking, range);
  const notes = made.filter((note) => note !== null);
  control.add(...notes);
  if (notes.length > 0) getSelection()?.removeAllRanges();
  return notes.at(-1)?.id ?? null;
}

const noText =
  'No text is selected, or this page has no text. Select text on the page, or use Draw.';

/** Marks what is selected and selects the new note, or says why not. */
export async function markSelection(
  control: NotesControl,
  marking: Marking,
  focus: CardFocus,
  range?: Range,
): Promise<void> {
  control.screen.setFault(null);
  try {
    const id = await highlightSelection(control, marking, range);
    if (id === null) control.screen.setFault(noText);
    else control.goTo(id, focus);
  } catch (error) {
    control.screen.setFault(failureWords(error));
  }
}

/** Puts a highlight on the text that is selected; says whether there was any. */
export async function moveToSelection(control: NotesControl, note: Note): Promise<boolean> {
  const [place] = await highlightsOfRange(control, chosenMarking(control), selectedRange());
  if (!place) return false;
  const { page, rects, words, quote, other_pages } = place;
  control.replace(note, { ...note, page, rects, words, quote, other_pages });
  getSelection()?.removeAllRanges();
  return true;
}

async function highlightsOfRange(
  control: NotesControl,
  marking: Marking,
  range: Range | null,
): Promise<(Note | null)[]> {
  if (range === null) return [];
  const parts: Selected[] = [];
  for (const sheet of control.screen.sheets.values()) {
    const boxes = selectedBoxes(range, sheet);
    if (boxes.length === 0) continue;
    const words = await control.wordsOf(sheet.page);
    parts.push({ page: sheet.page, words, ranges: selectedRanges(words, boxes) });
  }
  return highlightsOf(
    control,
    marking,
    parts.filter(({ ranges }) => ranges.length > 0).toSorted((a, b) => a.page - b.page),
  );
}

/** Makes a highlight of words that were typed, where they are on the page; gives its id, or null. */
export async function highlightTyped(
  control: NotesControl,
  page: number,
  typed: string,
): Promise<string | null> {
  const words = await control.wordsOf(page);
  const range = rangeOfText(words, typed);
  if (range === null) return null;
  const part = { page, words, ranges: [range] };
  const [note = null] = highlightsOf(control, chosenMarking(control), [part]);
  control.add(note);
  return note?.id ?? null;
}

function highlightsOf(
  control: NotesControl,
  look: Marking,
  parts: readonly Selected[],
): (Note | null)[] {
  const draft: Draft = (page, part) => control.draft('highlight', page, { ...part, look });
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
function acrossPages(first: Selected, others: readonly Selected[], draft: Draft): Note | null {
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

/** Where a page's text is selected, in points. */
function selectedBoxes(selected: Range, sheet: PageSheet): Box[] {
  const area = sheet.div.getBoundingClientRect();
  return selectedRects(selected, sheet.div).map(({ left, top, right, bottom }): Box => {
    const a = pointAt({ x: left, y: top }, area, sheet);
    const b = pointAt({ x: right, y: bottom }, area, sheet);
    const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
    return [x, y, Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
  });
}
