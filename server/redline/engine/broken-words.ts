import { type Cell, rowsOf } from './tables.ts';
import type { RedlineToken, WordNumbers } from './tokens.ts';

// In narrow cells some programs break a word wherever the line ends, without a hyphen: `stri` `ng`.

type Tokens = readonly RedlineToken[];

/** Joins words that are broken in cells, but are whole in another cell of the same letters. */
export function withUnbrokenWords(a: Tokens, b: Tokens, numbers: WordNumbers): [Tokens, Tokens] {
  const [older, newer] = [new NarrowCells(a), new NarrowCells(b)];
  const blanks = new Map<string, Set<number>>();
  for (const [letters, own] of [...older.blanks(), ...newer.blanks()])
    blanks.set(letters, blanks.get(letters)?.intersection(own) ?? own);
  return [older.joined(blanks, numbers), newer.joined(blanks, numbers)];
}

class NarrowCells {
  readonly #tokens: Tokens;
  readonly #cells: Cell[];
  /** Words that begin a line which the word before fills, so that they may be its rest. */
  readonly #rests = new Set<number>();

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
    this.#cells = rowsOf(tokens).flatMap(({ cells }) => (cells.length > 1 ? cells : []));
    for (const cell of this.#cells) for (const at of restsIn(tokens, cell)) this.#rests.add(at);
  }

  /** Where cells have blanks between their letters. */
  blanks(): [letters: string, blanks: Set<number>][] {
    return this.#cells.map((cell): [string, Set<number>] => {
      const places = new Set<number>();
      let letters = '';
      for (let at = cell.at; at < cell.end; at++) {
        places.add(letters.length);
        letters += this.#tokens[at]?.text ?? '';
      }
      return [letters, places];
    });
  }

  joined(blanks: ReadonlyMap<string, ReadonlySet<number>>, numbers: WordNumbers): Tokens {
    const joined = new Set<number>();
    for (const { at, end } of this.#cells) {
      const letters = this.#tokens.slice(at, end).map(({ text }) => text);
      const common = blanks.get(letters.join(''));
      let place = 0;
      for (const [order, text] of letters.entries()) {
        if (this.#rests.has(at + order) && common?.has(place) !== true) joined.add(at + order);
        place += text.length;
      }
    }
    if (joined.size === 0) return this.#tokens;
    const all: RedlineToken[] = [];
    for (const [at, token] of this.#tokens.entries()) {
      const last = all.at(-1);
      if (last === undefined || !joined.has(at)) {
        all.push(token);
        continue;
      }
      const further = [...last.further, { page: token.page, word: token.word }, ...token.further];
      const whole = { ...last, text: last.text + token.text, further };
      numbers.set(whole);
      all[all.length - 1] = whole;
    }
    return all;
  }
}

function restsIn(tokens: Tokens, { at: from, end }: Cell): number[] {
  const lines: { at: number; width: number }[] = [];
  for (let at = from; at < end; at++) {
    const { word, beginsLine } = tokens[at] as RedlineToken;
    if (beginsLine || lines.length === 0) lines.push({ at, width: 0 });
    const line = lines.at(-1);
    const first = tokens[line?.at ?? at]?.word.left ?? 0;
    if (line !== undefined) line.width = word.left + word.width - first;
  }
  const widest = Math.max(...lines.map(({ width }) => width));
  return lines.flatMap(({ at }, row) => {
    const { word, text } = tokens[at] as RedlineToken;
    const before = lines[row - 1]?.width ?? -Infinity;
    return before + word.width / text.length > widest ? [at] : [];
  });
}
