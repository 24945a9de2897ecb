import { align, type Alignment } from './align.ts';
import { type Heading, withoutContentsPages } from './clauses.ts';
import { withWholeRows } from './broken-rows.ts';
import { withUnbrokenWords } from './broken-words.ts';
import { tokensWithFootnotes } from './footnotes.ts';
import { type DocumentPages, type FurnitureDifference, withoutFurniture } from './furniture.ts';
import { type TokenSides, type RedlineToken, restoreHyphens, WordNumbers } from './tokens.ts';
import { levelItems, type Units, unitsOf, withoutBullets } from './units.ts';

export type AlignedTexts = {
  /** The words of the bodies, without furniture. */
  sides: TokenSides;
  units: { a: Units; b: Units };
  headings: { a: Heading[]; b: Heading[] };
  /** What differs in what was removed. */
  furniture: FurnitureDifference[];
  /** The words of tables of contents that are titles in the text, too. */
  contents: ReturnType<typeof withoutContentsPages>['contents'];
  alignment: Alignment;
  /** Hardly anything is common. */
  isDifferent: boolean;
};

// With less in common, the changes would be accidental.
const fewestCommon = 0.15;

/** Finds which words of two documents are the same, over all pages. Pure. */
export function alignTexts(from: DocumentPages, to: DocumentPages): AlignedTexts {
  const body = withoutFurniture(from, to);
  const numbers = new WordNumbers();
  const rows = withWholeRows(
    withoutBullets(tokensWithFootnotes(body.from, from, numbers)),
    withoutBullets(tokensWithFootnotes(body.to, to, numbers)),
  );
  const words = withUnbrokenWords(...rows, numbers);
  restoreHyphens(words);
  const older = withoutContentsPages(words[0], from.headings, from.words, numbers);
  const newer = withoutContentsPages(words[1], to.headings, to.words, numbers);
  const sides: TokenSides = { a: older.tokens, b: newer.tokens };
  const units = {
    a: unitsOf(older.tokens, older.headings),
    b: unitsOf(newer.tokens, newer.headings),
  };
  levelItems(sides.a, units.a, numbers);
  levelItems(sides.b, units.b, numbers);
  const alignment = align(numbersOf(sides.a), numbersOf(sides.b));
  return {
    sides,
    units,
    headings: { a: older.headings, b: newer.headings },
    furniture: body.differences,
    contents: older.contents.union(newer.contents),
    alignment,
    isDifferent: isDifferent(alignment, sides.a.length, sides.b.length),
  };
}

function numbersOf(tokens: readonly RedlineToken[]): Int32Array {
  const numbers = new Int32Array(tokens.length);
  for (let at = 0; at < tokens.length; at++) numbers[at] = tokens[at]?.number ?? 0;
  return numbers;
}

function isDifferent({ same, moved }: Alignment, lengthA: number, lengthB: number): boolean {
  if (lengthA === 0 || lengthB === 0) return lengthA !== lengthB;
  const common = [...same, ...moved.flat()].reduce((sum, { length }) => sum + length, 0);
  return (
    common < fewestCommon * Math.max(lengthA, lengthB) && common < 0.5 * Math.min(lengthA, lengthB)
  );
}
