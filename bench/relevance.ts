import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Engine } from '../server/search/engine.ts';
import { FullText } from '../server/search/full-text/full-text.ts';
import { createTables } from '../server/search/index/tables.ts';
import { entryOf, LibraryWriter } from '../test/full-text.ts';
import { circumstances, report } from './table.ts';

// Cranfield, a judged collection of abstracts and questions, is not ours to hand on: its folder is named by the environment.
const least = { ndcg: 0.4, recall: 0.74, ndcgOfTwo: 0.13 };
const shown = 10;
const counted = 100;

type Text = { id: string | number; title: string; text: string };
type Judged = {
  documents: Text[];
  questions: Pick<Text, 'id' | 'text'>[];
  right: Map<string, Set<string>>;
};
type Ask = (q: string) => string[];
type Score = { form: string; ndcg: number; recall: number; without: number };

/** How well questions are answered, against plain FTS5 with Porter stems that joins all words by OR. */
export async function benchRelevance(): Promise<boolean> {
  const folder = process.env['RELEVANCE_DIR'];
  if (folder === undefined) {
    console.log(
      'RELEVANCE_DIR is not set: the folder of a judged collection. Nothing was measured.',
    );
    return true;
  }
  const judged = await readJudged(folder);
  const [ours, plain] = [askOurs(judged), askPlain(judged)];
  const two = rarestWords(judged, 2);
  const three = rarestWords(judged, 3);
  const scores = [
    scoreOf('as typed', judged, ours, (q) => q),
    scoreOf('three rarest words', judged, ours, three),
    scoreOf('two rarest words', judged, ours, two),
    scoreOf('plain FTS5, as typed', judged, plain, (q) => q),
  ];
  const wanted: Record<string, Partial<typeof least>> = {
    'as typed': { ndcg: least.ndcg, recall: least.recall },
    'two rarest words': { ndcg: least.ndcgOfTwo },
  };
  const rows = scores.flatMap(({ form, ndcg, recall, without }) => [
    { what: `${form}: nDCG@${shown}`, value: ndcg, least: wanted[form]?.ndcg },
    { what: `${form}: recall@${counted}`, value: recall, least: wanted[form]?.recall },
    {
      what: `${form}: without an answer`,
      value: without,
      most: form === 'as typed' ? 0 : undefined,
    },
  ]);
  return report('relevance', circumstances(), rows);
}

async function readJudged(folder: string): Promise<Judged> {
  const lines = async (name: string) =>
    (await readFile(path.join(folder, name), 'utf8')).trim().split('\n');
  const right = new Map<string, Set<string>>();
  for (const line of await lines('judgements.tsv')) {
    const [question = '', document = ''] = line.split('\t');
    right.set(question, (right.get(question) ?? new Set()).add(document));
  }
  return {
    // As its README says.
    documents: (await lines('documents.jsonl')).map((line) => JSON.parse(line) as Text),
    questions: (await lines('questions.jsonl')).map((line) => JSON.parse(line) as Text),
    right,
  };
}

function askOurs({ documents }: Judged): Ask {
  const file = new DatabaseSync(':memory:');
  createTables(file);
  const writer = new LibraryWriter(file);
  file.exec('begin');
  for (const [at, { title, text }] of documents.entries()) {
    const entry = { customer: 'C', doc_desc: title, doc_num: `QZX-${at + 10_000}` };
    writer.put(entryOf(at + 1, entry), [text]);
  }
  writer.finish();
  writer.optimize();
  file.exec('commit');
  const fullText = new FullText(new Engine(file));
  const filter = { customer_id: null, language: null, latest: false };
  return (q) => {
    const { hits } = fullText.search({ q, ...filter, limit: counted, after: null });
    return hits.map(({ document_id }) => String(documents[document_id - 1]?.id));
  };
}

function askPlain({ documents }: Judged): Ask {
  const file = new DatabaseSync(':memory:');
  file.exec(`create virtual table texts using fts5 (title, text, tokenize = 'porter unicode61')`);
  const insert = file.prepare('insert into texts (rowid, title, text) values (?, ?, ?)');
  for (const [at, { title, text }] of documents.entries()) insert.run(at + 1, title, text);
  const best = file.prepare(
    `select rowid from texts where texts match ? order by rank limit ${counted}`,
  );
  return (q) => {
    const match = wordsOf(q).map((word) => `"${word}"`);
    const rows = match.length === 0 ? [] : best.all(match.join(' OR '));
    return rows.map(({ rowid }) => String(documents[Number(rowid) - 1]?.id));
  };
}

/** A question as its rarest words that more than one document has. */
function rarestWords({ documents }: Judged, count: number): (q: string) => string {
  const having = new Map<string, number>();
  for (const { title, text } of documents) {
    for (const word of new Set(wordsOf(`${title} ${text}`))) {
      having.set(word, (having.get(word) ?? 0) + 1);
    }
  }
  const of = (word: string) => having.get(word) ?? 0;
  return (q) =>
    [...new Set(wordsOf(q))]
      .filter((word) => of(word) > 1)
      .sort((a, b) => of(a) - of(b))
      .slice(0, count)
      .join(' ');
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function scoreOf(form: string, judged: Judged, ask: Ask, written: (q: string) => string): Score {
  const sums = { ndcg: 0, recall: 0, without: 0 };
  for (const { id, text } of judged.questions) {
    const right = judged.right.get(String(id)) ?? new Set<string>();
    const found = ask(written(text));
    const places = found.slice(0, shown).flatMap((one, at) => (right.has(one) ? [at] : []));
    const ideal = gain([...Array(Math.min(shown, right.size)).keys()]);
    sums.ndcg += ideal === 0 ? 0 : gain(places) / ideal;
    const hits = found.slice(0, counted).filter((one) => right.has(one)).length;
    sums.recall += right.size === 0 ? 0 : hits / right.size;
    sums.without += found.length === 0 ? 1 : 0;
  }
  const { length } = judged.questions;
  return { form, ...sums, ndcg: sums.ndcg / length, recall: sums.recall / length };
}

function gain(places: readonly number[]): number {
  return places.reduce((sum, at) => sum + 1 / Math.log2(at + 2), 0);
}
