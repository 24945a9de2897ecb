import { brokenOff, type Word } from '../../pdf/text/words.ts';
import { type HeadedColumn, tableRows, value } from '../../redline/engine/tables.ts';
import { isContents } from './contents-page.ts';
import { tokensOf, WordNumbers } from '../../redline/engine/tokens.ts';

type Place = { start: number; end: number };
/** A cell by its place in the page's text; and the heading of its column, where that is certain. */
export type ShownCell = Place & { isValue: boolean; column: () => HeadedColumn | null };
export type ShownRow = Place & { cells: ShownCell[] };

/** A word is looked for so far behind the one before it. */
const farthest = 400;
const fewestValues = 3;
const caption = /^(?:table|tabelle|tableau|tabla|tabella|tab\.|表)\s?[A-Z]?\.?\d/imu;
const valueAtEnd = /\S[ \t]+(?:\d[\d.,]*|[-–])[ \t]*$/gmu;

/** Whether the words of a page are worth reading for its tables; a table of contents is none. */
export function mayHaveTable(text: string): boolean {
  if (isContents(text)) return false;
  return caption.test(text) || (text.match(valueAtEnd)?.length ?? 0) >= fewestValues;
}

/** The rows of a page's tables, as the redline has them. */
export function rowsIn(text: string, words: readonly Word[]): ShownRow[] {
  const places = placesIn(text, words);
  const body = words.filter(({ furniture }) => furniture === undefined);
  const tokens = tokensOf([body], new WordNumbers());
  const tables = tableRows(tokens);
  const placeOf = ({ at, end }: { at: number; end: number }): Place => {
    const last = tokens[end - 1];
    const first = tokens[at]?.word;
    const start = first && places.get(first)?.start;
    const to = last && places.get(last.further.at(-1)?.word ?? last.word)?.end;
    return { start: start ?? 0, end: to ?? 0 };
  };
  return tables.rows
    .map((row) => ({
      ...placeOf(row),
      cells: row.cells.map((cell) => {
        const place = placeOf(cell);
        const isValue = value.test(text.slice(place.start, place.end));
        return { ...place, isValue, column: () => tables.column(row, cell) };
      }),
    }))
    .filter((row) => [row, ...row.cells].every(({ start, end }) => start < end));
}

/** Where the words of a page are in its text, which has them in the same order. */
function placesIn(text: string, words: readonly Word[]): Map<Word, Place> {
  const places = new Map<Word, Place>();
  let from = 0;
  for (const word of words) {
    const written = word.text.replaceAll(brokenOff, '');
    const start = text.slice(from, from + farthest).indexOf(written) + from;
    if (start < from) continue;
    from = start + written.length;
    places.set(word, { start, end: from });
  }
  return places;
}
