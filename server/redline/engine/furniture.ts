import type { FurnitureChange } from '#contract/redline.ts';
import { marginParts, pageNumbersIn, titleOf, titlesOf } from '../../pdf/text/furniture.ts';
import type { PdfHeading } from '../../pdf/text/headings.ts';
import { linesOf, widestBlank } from '../../pdf/text/word-lines.ts';
import type { FurnitureKind, Word } from '../../pdf/text/words.ts';
import { textOf } from './lines.ts';
import { wordKey } from './word-key.ts';

export type PaperSize = { width: number; height: number };
export type DocumentPages = {
  words: readonly (readonly Word[])[];
  sizes: readonly PaperSize[];
  headings: readonly PdfHeading[];
};

/** A text of furniture that only one document has, or both with other words; on how many pages. */
export type FurnitureDifference = Pick<FurnitureChange, 'kind' | 'pages'> & {
  from: readonly Word[];
  to: readonly Word[];
};

/**
 * Both documents without their furniture, and what differs in it: removed text is evidence, too. Only numbers that count
 * the pages, and titles of clauses, which the text has itself, are not compared.
 */
export function withoutFurniture(
  from: DocumentPages,
  to: DocumentPages,
): { from: Word[][]; to: Word[][]; differences: FurnitureDifference[] } {
  const [older, newer] = [new Furnished(from), new Furnished(to)];
  older.takeTextsOf(newer);
  newer.takeTextsOf(older);
  return { from: older.body(), to: newer.body(), differences: differencesOf(older, newer) };
}

/** Words of a line of furniture without a wide blank. */
type Part = { words: readonly Word[]; text: string; page: number; kind: FurnitureKind };
type Texts = Map<string, Part[]>;

class Furnished {
  readonly #pages: DocumentPages;
  readonly #titles: ReadonlySet<string>;
  #parts: Part[];
  #removed: Set<Word>;

  constructor(pages: DocumentPages) {
    this.#pages = pages;
    this.#titles = titlesOf(pages.headings);
    this.#parts = pages.words.flatMap((words, page) =>
      linesOf(
        words.filter(({ furniture }) => furniture !== undefined),
        widestBlank,
      ).map((line) => partOf(line, page, line[0]?.furniture ?? 'header')),
    );
    this.#removed = new Set(this.#parts.flatMap(({ words }) => words));
  }

  get pages(): number {
    return this.#pages.words.filter((words) => words.length > 0).length;
  }

  body(): Word[][] {
    return this.#pages.words.map((words) => words.filter((word) => !this.#removed.has(word)));
  }

  /** The texts that have to be in the other document, too, with their places. */
  texts(): Texts {
    const counted = withoutCounters(this.#parts, this.#pages.words.length);
    const isOwnTitle = (text: string) =>
      this.#titles.has(titleOf(text.replaceAll(counter, '').trim()));
    const rest = counted.filter(({ text }) => /[^\0\s|\-–—[\]()]/u.test(text) && !isOwnTitle(text));
    return Map.groupBy(rest, ({ text }) => text);
  }

  #forms(): Set<string> {
    return new Set(this.#parts.map(({ text }) => formOf(text)));
  }

  /** What is furniture in one document is it in the other, too, which may have a single page. */
  takeTextsOf(other: Furnished): void {
    const forms = other.#forms().difference(this.#forms());
    if (forms.size === 0) return;
    for (const [page, words] of this.#pages.words.entries()) {
      for (const part of marginParts(words, this.#pages.sizes[page]?.height ?? 842)) {
        const isNew = part.words.every((word) => !this.#removed.has(word));
        const { text } = partOf(part.words, page, part.kind);
        // The text of a full page may reach it.
        const isApart = part.isApart || (part.isOutermost && /\p{L}/u.test(text));
        if (!isNew || !isApart || !forms.has(formOf(text))) continue;
        this.#parts.push({ words: part.words, text, page, kind: part.kind });
        for (const word of part.words) this.#removed.add(word);
      }
    }
  }
}

function partOf(words: readonly Word[], page: number, kind: FurnitureKind): Part {
  return { words, text: wordKey(textOf(words)), page, kind };
}

// In no text: `#` would be in `FJ#2207`.
const [counter, total] = ['\0', '\0\0'];
const formOf = (text: string) => text.replaceAll(/\0+|\d+/g, counter);

type PageNumber = { part: Part; at: number; length: number; value: number };

/** The parts with `counter` for the numbers that count the pages: as one on the page before or behind does. */
function withoutCounters(parts: readonly Part[], pages: number): Part[] {
  const numbers = parts.flatMap((part) =>
    pageNumbersIn(part.text).map((one): PageNumber => ({ part, ...one })),
  );
  const forms = Map.groupBy(numbers, ({ part, at }) => part.kind + formOf(part.text.slice(0, at)));
  const counting = Map.groupBy([...forms.values()].flatMap(consistent), ({ part }) => part);
  const last = Math.max(...[...counting.values()].flat().map(({ value }) => value));
  return parts.map((part) => {
    let { text } = part;
    for (const { at, length } of (counting.get(part) ?? []).toReversed()) {
      const after = text.slice(at + length);
      const of = Number(/^\D{1,6}(\d+)/.exec(after)?.[1]);
      const rest = of === pages || of === last ? after.replace(/\d+/, total) : after;
      text = text.slice(0, at) + counter + rest;
    }
    return { ...part, text };
  });
}

function consistent(numbers: readonly PageNumber[]): PageNumber[] {
  const offsetOf = ({ part, value }: PageNumber) => value - part.page;
  const [only] = numbers;
  if (numbers.length === 1 && only !== undefined) return offsetOf(only) === 1 ? [only] : [];
  const pages = [...new Set(numbers.map(({ part }) => part.page))].toSorted((a, b) => a - b);
  const known = new Set(numbers.map((one) => `${one.part.page} ${offsetOf(one)}`));
  return numbers.filter((one) => {
    const at = pages.indexOf(one.part.page);
    return [pages[at - 1], pages[at + 1]].some((page) => known.has(`${page} ${offsetOf(one)}`));
  });
}

function differencesOf(older: Furnished, newer: Furnished): FurnitureDifference[] {
  const texts = { from: older.texts(), to: newer.texts() };
  const gone = onlyIn(texts.from, texts.to);
  const come = onlyIn(texts.to, texts.from);
  const differences = gone.map(([text, parts]): FurnitureDifference => {
    const at = come.findIndex(([, others]) => others[0]?.kind === parts[0]?.kind);
    const same = come.findIndex(([other]) => formOf(other) === formOf(text));
    const [by] = at < 0 && same < 0 ? [] : come.splice(same < 0 ? at : same, 1);
    return difference(parts, by?.[1] ?? []);
  });
  differences.push(...come.map(([, parts]) => difference([], parts)));
  for (const [text, parts] of texts.from) {
    const others = texts.to.get(text) ?? [];
    const isEqual = missing(parts, older.pages) === missing(others, newer.pages);
    const isRare = parts.length * 2 <= older.pages || others.length * 2 <= newer.pages;
    // On left or right pages only, their number says something only where both have as many.
    if (others.length === 0 || isEqual || (isRare && older.pages !== newer.pages)) continue;
    const isMore = missing(parts, older.pages) < missing(others, newer.pages);
    differences.push(difference(isMore ? parts : [], isMore ? [] : others));
  }
  return differences;
}

const onlyIn = (texts: Texts, other: Texts) => [...texts].filter(([text]) => !other.has(text));
const pagesOf = (parts: readonly Part[]) => new Set(parts.map(({ page }) => page)).size;
const missing = (parts: readonly Part[], pages: number) => pages - parts.length;

function difference(from: readonly Part[], to: readonly Part[]): FurnitureDifference {
  const [first] = [...to, ...from];
  return {
    kind: first?.kind ?? 'header',
    pages: Math.max(pagesOf(from), pagesOf(to)),
    from: from[0]?.words ?? [],
    to: to[0]?.words ?? [],
  };
}
