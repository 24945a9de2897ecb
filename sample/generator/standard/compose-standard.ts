import { random } from '../random.ts';
import { citationsOf } from '../texts/citations.ts';
import type { Paragraph } from '../texts/parse-blocks.ts';
import type { Chapter, Clause, Topic } from '../texts/parse-topic.ts';
import { fillChoices, fillValues } from '../texts/placeholders.ts';
import { readClosingChapters, readTopic } from '../texts/topics.ts';
import { type Language, type Words, readWords } from '../texts/words.ts';
import { withRewrittenIssue } from './rewritten-issues.ts';
import {
  type Block,
  type Revision,
  type Run,
  type Section,
  type Standard,
  destinationOf,
} from './standard.ts';

export type StandardOptions = {
  doc_num: string;
  /** This revision and those before it, oldest first; the last one is printed. */
  issues: { doc_rev: string; issued: Date }[];
  language: Language;
  title: string;
  issuer: string;
  topics: string[];
};

/**
 * Composes a standard of its topics. Its number decides which clauses and which values it has; each
 * revision changes a few values, and the history lists the changed clauses.
 */
export function composeStandard(options: StandardOptions): Standard {
  const { doc_num, language, issues } = options;
  const latest = issues.at(-1);
  if (latest === undefined) throw new Error(`${doc_num} has no revision to print.`);
  const words = readWords(language);
  const topics = options.topics.map((name) => readTopic(language, name));
  const drafts = numberDrafts(draftsOf(doc_num, language, topics, words));
  const printer = createPrinter(doc_num, issues.length - 1, drafts, words);
  const sections = drafts.map(printer.section);
  return withRewrittenIssue({
    doc_num,
    doc_rev: latest.doc_rev,
    language,
    title: options.title,
    subject: shortList(
      topics.map((topic) => topic.title),
      4,
    ),
    issuer: options.issuer,
    issued: latest.issued,
    revisions: issues.map((issue, step) => ({
      ...issue,
      change: changeText(step, [...(printer.changes[step] ?? [])], words),
    })),
    sections,
  });
}

/** A clause or chapter before its text is printed. Keys of clauses are known within one scope. */
type Draft = { number: string; title: string; scope: string; clause?: Clause; drafts: Draft[] };

function draftsOf(doc_num: string, language: Language, topics: Topic[], words: Words): Draft[] {
  const [first] = topics;
  if (first === undefined) throw new Error(`${doc_num} has no topic.`);
  const chapterDraft = (scope: string) => (chapter: Chapter) => ({
    number: '',
    title: chapter.title,
    scope,
    drafts: chapter.clauses
      .filter((clause) => clause.key !== undefined || random(doc_num, scope, clause.title) < 0.75)
      .map((clause) => ({ number: '', title: clause.title, scope, clause, drafts: [] })),
  });
  const plain = (title: string, text: Paragraph[]) => ({
    number: '',
    title,
    scope: title,
    clause: { title, text },
    drafts: [],
  });
  const body =
    topics.length === 1
      ? first.chapters.map(chapterDraft('0'))
      : topics.map((topic, at) => ({
          ...plain(topic.title, at === 0 ? [] : topic.scope.slice(0, 1)),
          scope: String(at),
          drafts: topic.chapters.map(chapterDraft(String(at))),
        }));
  const general = [...new Set(topics.flatMap((topic) => topic.references))].toSorted();
  const references = [...citationsOf(doc_num, language), ...general];
  const terms = topics.flatMap((topic) => topic.terms);
  return [
    plain(words.scope, first.scope),
    plain(words.references, listOf(words.referencesIntro, references)),
    plain(words.terms, listOf(words.termsIntro, terms)),
    ...body,
    ...readClosingChapters(language).map(chapterDraft('closing')),
  ];
}

function listOf(intro: string, items: string[]): Paragraph[] {
  return [
    { kind: 'text', text: intro },
    ...items.map((text): Paragraph => ({ kind: 'item', text })),
  ];
}

function numberDrafts(drafts: Draft[], above = ''): Draft[] {
  return drafts.map((draft, at) => {
    const number = `${above}${at + 1}`;
    return { ...draft, number, drafts: numberDrafts(draft.drafts, `${number}.`) };
  });
}

/** Prints drafts in order, counts tables and figures, and collects what the revisions change. */
function createPrinter(doc_num: string, lastStep: number, drafts: Draft[], words: Words) {
  const numbers = new Map<string, string>();
  collectNumbers(drafts);
  const changes: Set<string>[] = Array.from({ length: lastStep + 1 }, () => new Set());
  let tables = 0;
  let figures = 0;

  function collectNumbers(among: Draft[]): void {
    for (const draft of among) {
      if (draft.clause?.key !== undefined) {
        numbers.set(`${draft.scope}/${draft.clause.key}`, draft.number);
      }
      collectNumbers(draft.drafts);
    }
  }

  function section(draft: Draft): Section {
    return {
      number: draft.number,
      title: draft.title,
      blocks: draft.clause === undefined ? [] : blocksOf(draft, draft.clause),
      sections: draft.drafts.map(section),
    };
  }

  function blocksOf(draft: Draft, clause: Clause): Block[] {
    let choices = 0;
    const choose = (text: string) =>
      fillChoices(text, (options) =>
        pickOption(options, `${draft.scope}/${clause.title}/${choices++}`, draft.number),
      );
    const tableNumber = clause.table === undefined ? 0 : ++tables;
    const figureNumber = clause.figure === undefined ? 0 : ++figures;
    const runs = (text: string): Run[] =>
      choose(text)
        .split(/(\[[a-z-]+\])/)
        .filter((piece) => piece !== '')
        .map((piece) => toRun(piece, draft, tableNumber, figureNumber));
    let letters = 0;
    const blocks = clause.text.map(({ kind, text }): Block => {
      if (kind !== 'item') return { kind, runs: runs(text) };
      return { kind, letter: letterOf(letters++), runs: runs(text) };
    });
    if (clause.figure !== undefined) {
      const { caption, ...figure } = clause.figure;
      blocks.push({
        kind: 'figure',
        ...figure,
        caption: `${words.figure} ${figureNumber} – ${choose(caption)}`,
        seed: `${doc_num}/${figureNumber}`,
      });
    }
    if (clause.table !== undefined) {
      blocks.push({
        kind: 'table',
        caption: `${words.table} ${tableNumber} – ${choose(clause.table.caption)}`,
        head: clause.table.head.map(choose),
        rows: clause.table.rows.map((row) => row.map(choose)),
      });
    }
    return blocks;
  }

  function toRun(piece: string, draft: Draft, table: number, figure: number): Run {
    if (!/^\[[a-z-]+\]$/.test(piece)) return { text: piece };
    const here = destinationOf(draft.number);
    if (piece === '[table]') return { text: `${words.table} ${table}`, goTo: here };
    if (piece === '[figure]') return { text: `${words.figure} ${figure}`, goTo: here };
    const number = numbers.get(`${draft.scope}/${piece.slice(1, -1)}`);
    if (number === undefined) throw new Error(`${draft.title} refers to ${piece}: no such clause.`);
    return { text: number, goTo: destinationOf(number) };
  }

  function pickOption(options: string[], place: string, clauseNumber: string): string {
    let at = Math.floor(random(doc_num, place) * options.length);
    for (let step = 1; step <= lastStep; step++) {
      // So about four values change with a revision.
      if (random(doc_num, place, step) < 0.06) {
        at++;
        changes[step]?.add(clauseNumber);
      }
    }
    return options[at % options.length] ?? '';
  }

  return { section, changes };
}

function changeText(step: number, clauses: string[], words: Words): Revision['change'] {
  if (step === 0) return words.firstIssue;
  if (clauses.length === 0) return words.editorial;
  return fillValues(words.changed, { clauses: shortList(clauses, 10) });
}

/** a to z, then aa, ab: the handbook has more than 26 terms. */
function letterOf(at: number): string {
  const last = String.fromCharCode(97 + (at % 26));
  return at < 26 ? last : letterOf(Math.floor(at / 26) - 1) + last;
}

function shortList(names: string[], most: number): string {
  return names.slice(0, most).join(', ') + (names.length > most ? ' …' : '');
}
