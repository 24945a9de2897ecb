import { looseText } from '../server/catalogue/loose-number.ts';
import { unpackWords, packWords, type Word } from '../server/pdf/words.ts';
import { findMentions } from '../server/references/find-mentions.ts';
import { shapeOf, Shapes } from '../server/references/shapes.ts';
import { corpusSize, customerNames, entriesOf, entryCounts } from './corpus-entries.ts';
import { median } from './median.ts';
import { SearchTexts } from './search-texts.ts';
import { circumstances, keepResults, say, table } from './table.ts';

/** The issue's own: a document of 300 pages against 1,000,000 numbers, in seconds of a worker's time. */
const mostSeconds = 1;
const pages = 300;
const wordsAPage = 450;
const citationsAPage = 3;
const runs = 7;

/** Numbers of a large catalogue in a long document: unpacking its words, and finding what it cites. */
export async function benchReferences(): Promise<boolean> {
  const about = circumstances();
  const numbers = numbersOfCatalogue();
  say(`${numbers.length} numbers`);
  const keys = new Set(numbers.map(looseText));
  const made = timed(() => new Shapes(shapesOf(keys)));
  const { packed, cited } = documentCiting(numbers);
  const times = Array.from({ length: runs }, () => {
    const unpacked = timed(() => unpackWords(packed));
    const found = timed(() => findMentions(unpacked.result, made.result));
    const there = timed(() => found.result.filter(({ number_key }) => keys.has(number_key)));
    return { unpackMs: unpacked.ms, findMs: found.ms, joinMs: there.ms, there: there.result };
  });
  const seconds =
    median(times.map(({ unpackMs, findMs, joinMs }) => unpackMs + findMs + joinMs)) / 1000;
  const found = new Set(times[0]?.there.map(({ number_key }) => number_key));
  const missed = [...cited].filter((key) => !found.has(key));
  const isMet = seconds <= mostSeconds && missed.length === 0;
  const file = await keepResults('references', {
    circumstances: about,
    seconds,
    times: times.map(({ there: _there, ...ms }) => ms),
  });
  console.log(
    `\n${numbers.length} numbers over ${pages} pages of ${wordsAPage} words; ms of processor time`,
  );
  const row = (name: string, ms: number[]) => [
    name,
    median(ms).toFixed(0),
    Math.max(...ms).toFixed(0),
  ];
  console.log(
    table(
      ['step', 'median', 'most'],
      [
        row(
          'words unpacked',
          times.map(({ unpackMs }) => unpackMs),
        ),
        row(
          'numbers found',
          times.map(({ findMs }) => findMs),
        ),
        row(
          'held against the catalogue',
          times.map(({ joinMs }) => joinMs),
        ),
        row('shapes made, once for all documents', [made.ms]),
      ],
    ),
  );
  console.log(`${cited.size} numbers cited, ${missed.length} missed, ${found.size} found`);
  console.log(`${seconds.toFixed(2)} s a document, wanted ≤ ${mostSeconds}`);
  console.log(`Kept in ${file}: ${isMet ? 'met' : 'NOT MET'}`);
  return isMet;
}

function numbersOfCatalogue(): string[] {
  const numbers = new Set<string>();
  const counts = entryCounts();
  for (const [index, customer] of customerNames().entries()) {
    // The corpus has each number twice, in two languages: here each is another.
    const count = 2 * (counts[index] ?? 0);
    for (const { doc_num } of entriesOf(customer, index, count)) numbers.add(doc_num);
  }
  return [...numbers].slice(0, corpusSize.entries);
}

function shapesOf(keys: ReadonlySet<string>): Set<string> {
  const shapes = new Set<string>();
  for (const key of keys) {
    const shape = shapeOf(key);
    if (shape !== null) shapes.add(shape);
  }
  return shapes;
}

/** A document whose pages cite numbers here and there, in other spellings. */
function documentCiting(numbers: readonly string[]): { packed: Uint8Array; cited: Set<string> } {
  const texts = new SearchTexts();
  const cited = new Set<string>();
  const words: string[] = [];
  for (let at = 1; words.length < pages * wordsAPage; at++) {
    words.push(...texts.document(at).pages.join(' ').split(/\s+/));
  }
  const every = Math.floor(wordsAPage / citationsAPage);
  for (let at = every, which = 0; at < words.length; at += every, which++) {
    const number = numbers[(which * 7919) % numbers.length] ?? '';
    cited.add(looseText(number));
    words[at] = which % 2 === 0 ? `(${number}),` : number.replace('-', '');
  }
  const document = Array.from({ length: pages }, (_, page) =>
    words.slice(page * wordsAPage, (page + 1) * wordsAPage).map(placed),
  );
  const there = document.flat().map(({ text }) => looseText(text));
  const shown = new Set(there);
  return {
    packed: packWords(document),
    cited: new Set([...cited].filter((key) => shown.has(key))),
  };
}

function placed(text: string, at: number): Word {
  const [line, column] = [Math.floor(at / 12), at % 12];
  return { text, left: 60 + column * 40, top: 60 + line * 14, width: text.length * 5, height: 10 };
}

/** Processor time of this one thread. */
function timed<T>(work: () => T): { ms: number; result: T } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, result };
}
