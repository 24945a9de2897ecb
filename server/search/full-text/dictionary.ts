import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { quoted } from '../expressions.ts';

/** A word, stem, code or value, and in how many documents it is. */
export type Term = { term: string; documents: number };

/** How many terms are looked at for a part of a word, or a mistyped one. */
const mostLookedAt = 200;
const mostCompared = 10_000;
/** No term has more letters. */
const mostLetters = 100;
const mostRemembered = 20_000;

/** The terms of all documents, or of their labels: numbers, titles, customers, languages and revisions. */
export class Dictionary {
  readonly #isOfLabels: boolean;
  readonly #statements: Statements;
  /** By term, as long as nobody writes. */
  readonly #counts = new Map<string, number>();
  #version = -1;

  constructor(file: DatabaseSync, of: 'texts' | 'labels' = 'texts') {
    this.#isOfLabels = of === 'labels';
    const prepared = Object.entries(statements).map(([name, sql]) => [name, file.prepare(sql)]);
    this.#statements = Object.fromEntries(prepared) as Statements; // the same names
  }

  /** To be called at the beginning of each search: forgets counts that may have changed. */
  begin(): void {
    const version = Number(this.#statements.version.get()?.['data_version']);
    if (version === this.#version && this.#counts.size < mostRemembered) return;
    this.#counts.clear();
    this.#version = version;
  }

  /** Those of these that are in a document. */
  those(terms: readonly string[]): Term[] {
    const unknown = JSON.stringify(terms.filter((term) => !this.#counts.has(term)));
    for (const term of terms) this.#counts.set(term, this.#counts.get(term) ?? 0);
    const { ofTexts, ofLabels } = this.#statements;
    // Asked together, as opening fts5vocab costs more than a look into it.
    for (const counts of this.#isOfLabels ? [ofLabels] : [ofTexts, ofLabels]) {
      for (const { term, doc } of unknown === '[]' ? [] : counts.all(unknown)) {
        const known = this.#counts.get(String(term)) ?? 0;
        this.#counts.set(String(term), Math.max(Number(doc), known));
      }
    }
    return terms
      .map((term) => ({ term, documents: this.#counts.get(term) ?? 0 }))
      .filter(({ documents }) => documents > 0);
  }

  /** The terms that begin so, without the one that is just this. */
  beginningWith(prefix: string): Term[] {
    const { textsFrom, labelsFrom } = this.#statements;
    const found = (this.#isOfLabels ? [labelsFrom] : [textsFrom, labelsFrom]).flatMap((from) =>
      termsIn(from.all(prefix, `${prefix}\u{10FFFF}`, mostLookedAt)),
    );
    return this.those([...new Set(found)].slice(0, mostLookedAt));
  }

  /** The terms that have this inside, at their beginning or at their end. */
  containing(part: string): Term[] {
    return this.those(this.#with(part, [...part].length + 1, mostLetters, mostLookedAt));
  }

  /** The words of labels that have this inside. */
  labelsWith(part: string): Term[] {
    return this.those(this.#with(part, part.length, mostLetters, mostLookedAt, 1));
  }

  /** The values of a kind between two numbers; without those that say the opposite. */
  valuesBetween(kind: string, least: number, most: number, without: string) {
    const found = this.#statements.values.all(kind, least, most, without, mostLookedAt);
    const halves = new Map(found.map(({ term, half }) => [String(term), Number(half)]));
    return this.those([...halves.keys()]).map((term) => ({
      ...term,
      half: halves.get(term.term) ?? 0,
    }));
  }

  /** The terms that differ by so many typing errors at most, nearest first. */
  near(word: string, mostEdits: number): Term[] {
    const [least, most] = [word.length - mostEdits, word.length + mostEdits];
    const terms = wholeParts(word, mostEdits).flatMap((part) =>
      this.#with(part, least, most, mostCompared),
    );
    // A swap in the middle of four letters leaves neither part whole.
    terms.push(word.replace(/^(.)(.)(.)(.)$/u, '$1$3$2$4'));
    const edits = new Map(terms.map((term) => [term, editsBetween(word, term, mostEdits)]));
    const editsOf = ({ term }: Term) => edits.get(term) ?? 0;
    const near = [...edits].filter(([, count]) => count > 0 && count <= mostEdits);
    return this.those(near.map(([term]) => term)).sort(
      (a, b) => editsOf(a) - editsOf(b) || byDocuments(a, b),
    );
  }

  /** The terms of this length that have these letters in a row; a `^` and a `$` are their ends. */
  #with(
    letters: string,
    least: number,
    most: number,
    limit: number,
    odd = this.#isOfLabels ? 1 : 0,
  ): string[] {
    const all = [...letters];
    const parts = all.slice(2).map((_, at) => quoted(all.slice(at, at + 3).join('')));
    if (parts.length === 0) return [];
    const { withParts } = this.#statements;
    return termsIn(withParts.all(parts.join(' AND '), odd, least, most, letters, limit));
  }
}

/** The more documents the better; the rest is only that the order is always the same. */
export function byDocuments(a: Term, b: Term): number {
  return b.documents - a.documents || (a.term < b.term ? -1 : 1);
}

/**
 * How many typing errors one word is from the other: letters left out, added, replaced, or two beside each other that
 * changed places. Anything above `most` is given as one more than it.
 */
export function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let twoBefore: number[] = [];
  let before = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (before[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        isSwap ? (twoBefore[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    if (Math.min(...row) > most) return most + 1;
    [twoBefore, before] = [before, row];
  }
  return Math.min(before[b.length] ?? 0, most + 1);
}

/** Pigeonhole: two errors leave one of three parts intact, one error one of two. */
function wholeParts(word: string, mostEdits: number): string[] {
  const marked = [...`^${word}$`];
  // Two letters that change places are one error that touches two parts: hence the one between.
  const length = Math.max(3, Math.floor((marked.length - mostEdits) / (mostEdits + 1)));
  const parts = [marked.slice(0, length), marked.slice(-length)];
  if (mostEdits === 2) {
    const middle = Math.floor((marked.length - length) / 2);
    parts.push(marked.slice(middle, middle + length));
  }
  return parts.map((part) => part.join(''));
}

function termsIn(rows: readonly Record<string, unknown>[]): string[] {
  return rows.map(({ term }) => String(term));
}

const countsIn = (table: string) =>
  `select term, doc from json_each(?) as found cross join ${table} on ${table}.term = found.value`;
const statements = {
  version: 'pragma data_version',
  ofTexts: countsIn('content_terms'),
  ofLabels: countsIn('entry_terms'),
  textsFrom: 'select term from content_terms where term > ? and term < ? limit ?',
  labelsFrom: 'select term from entry_terms where term > ? and term < ? limit ?',
  withParts: `select term from (select rowid / 2 as id from term_parts where term_parts match ? and rowid % 2 = ?) as found
    cross join terms on terms.id = found.id
    where length(term) between ? and ? and instr('^' || term || '$', ?) > 0 limit ?`,
  values: `select term, half from text_values where kind = ? and number between ? and ? and bound <> ? limit ?`,
};

type Statements = Record<keyof typeof statements, StatementSync>;
