import { diff } from 'fast-myers-diff';
import { randomNumbers } from './random.ts';

// Texts of standards with planted edits, for redlines of PDFs that other programs print (print-pdfs.ts). The
// true changes are the word diff of the two texts.

export type Block =
  | { kind: 'heading'; level: 1 | 2; number: string; text: string }
  | { kind: 'paragraph'; text: string }
  /** `marker` is a letter or number of the list, such as `b)`. */
  | { kind: 'item'; marker: string; text: string }
  | { kind: 'table'; caption: string; rows: string[][] }
  | { kind: 'code'; lines: string[] }
  | { kind: 'footnote'; text: string };

const nouns =
  'coating surface fastener thread washer supplier drawing specimen layer gasket bracket housing batch laboratory adhesive connector bearing flange weld enclosure'.split(
    ' ',
  );
const adjectives =
  'finished cleaned approved uniform visible galvanic mechanical hardened hexagonal stainless flexible polished untreated ferritic insulated threaded'.split(
    ' ',
  );
const places =
  'before delivery|after the salt spray test|during assembly|at room temperature|in the as-delivered condition|within the marked area|on request of the purchaser|over the whole length'.split(
    '|',
  );
const limits =
  'a thickness of at least # µm|a torque of at most # Nm|a hardness between # HV and # HV|a creep of at most # mm from the scribe|a force of # kN ± 5 %|a temperature of −# °C|an area of # × 10² mm²'.split(
    '|',
  );
const foreign = [
  'Die verzinkte Oberfläche muss vor der Prüfung mindestens # Stunden bei Raumtemperatur gelagert werden, größere Abweichungen sind unzulässig',
  'Le revêtement doit être vérifié après # heures d’essai, à l’exception des pièces déjà contrôlées',
];
const obligations = ['shall', 'should', 'must', 'may'];

type Random = () => number;
const pick = <One>(random: Random, from: readonly One[]): One =>
  from[Math.floor(random() * from.length)] as One; // the list is never empty

const withNumbers = (random: Random, text: string) =>
  text.replaceAll('#', () => String(1 + Math.floor(random() * 400)));

function sentence(random: Random): string {
  const [noun, other] = [pick(random, nouns), pick(random, nouns)];
  const [one, further] = [pick(random, adjectives), pick(random, adjectives)];
  const form = Math.floor(random() * 9);
  const limit = withNumbers(random, pick(random, limits));
  const [duty, place] = [pick(random, obligations), pick(random, places)];
  if (form === 0) return withNumbers(random, `${pick(random, foreign)} (${one} ${noun}).`);
  if (form <= 3) return `The ${one} ${noun} ${duty} have ${limit} ${place}.`;
  if (form === 4)
    return `Each ${other} ${duty} be “${further}” – see ISO ${number(random)} – ${place}.`;
  if (form === 5)
    return `If the ${noun} is ${one}, the supplier ${duty} replace the ${further} ${other} ${place}.`;
  if (form === 6)
    return `A well-${one} ${noun} is sufficiently ${further} for the ${other}; ${limit} applies.`;
  return `The classification of every ${one} ${noun} follows the specification of the ${further} ${other} ${place}.`;
}

const number = (random: Random) => String(1000 + Math.floor(random() * 9000));

function paragraph(random: Random): Block {
  const count = 2 + Math.floor(random() * 4);
  return {
    kind: 'paragraph',
    text: Array.from({ length: count }, () => sentence(random)).join(' '),
  };
}

function table(random: Random, at: number): Block {
  const sizes = [6, 8, 10, 12, 16];
  const rows = sizes.map((size) => [
    `M${size}`,
    String(5 + Math.floor(random() * 300)),
    `${(1 + random() * 9).toFixed(1)} mm`,
    `${pick(random, adjectives)} ${pick(random, nouns)} with ${pick(random, adjectives)} ${pick(random, nouns)}`,
  ]);
  const head = ['Size', 'Torque (Nm)', 'Tolerance', 'Applies to'];
  return {
    kind: 'table',
    caption: `Table ${at} Values of the ${pick(random, nouns)}`,
    rows: [head, ...rows],
  };
}

function code(random: Random): Block {
  const line = () => `  "${pick(random, nouns)}_${pick(random, adjectives)}": ${number(random)},`;
  return { kind: 'code', lines: ['{ "type": "object",', line(), line(), line(), '}'] };
}

/** A standard of this many clauses, always the same for the same seed. */
export function sourceText(clauses: number, seed = ''): Block[] {
  const random = randomNumbers('edited texts', clauses, seed);
  const blocks = Array.from({ length: clauses }, (_, at): Block[] => {
    const title = `${capital(pick(random, nouns))} of the ${pick(random, adjectives)} ${pick(random, nouns)}`;
    const level = at % 3 === 0 ? 1 : 2;
    const special: Block[][] = [
      [1, 2, 3].map(() => ({ kind: 'item', marker: '', text: sentence(random) })),
      [table(random, at + 1)],
      [code(random)],
      [{ kind: 'footnote', text: sentence(random) }],
    ];
    return [
      { kind: 'heading', level, number: '', text: title },
      paragraph(random),
      paragraph(random),
      ...(special[at % special.length] ?? []),
      paragraph(random),
    ];
  });
  return numbered(blocks.flat());
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Numbers headings, and items by letters. */
function numbered(blocks: readonly Block[]): Block[] {
  let [clause, part, item] = [0, 0, 0];
  return blocks.map((block) => {
    item = block.kind === 'item' ? item + 1 : 0;
    if (block.kind === 'item') return { ...block, marker: `${String.fromCharCode(96 + item)})` };
    if (block.kind !== 'heading') return block;
    if (block.level === 1) [clause, part] = [clause + 1, 0];
    else part += 1;
    return { ...block, number: part === 0 ? `${clause}` : `${clause}.${part}` };
  });
}

export const editKinds = [
  'number',
  'word',
  'insert',
  'delete',
  'cell',
  'row',
  'item',
  'obligation',
  'move',
] as const;
export type EditKind = (typeof editKinds)[number];

/** The text after `count` edits of these kinds, spread over it; headings and lists are numbered anew. */
export function edited(
  source: readonly Block[],
  count: number,
  kinds: readonly EditKind[] = editKinds,
  seed = '',
): Block[] {
  const random = randomNumbers('edits', count, seed);
  let blocks: Block[] = source.map((block) => ({ ...block }));
  for (let made = 0; made < count; made++) {
    blocks = edit(
      blocks,
      pick(
        random,
        kinds.filter((kind) => kind !== 'move' || made % 8 === 0),
      ),
      random,
    );
  }
  return numbered(blocks);
}

function edit(blocks: Block[], kind: EditKind, random: Random): Block[] {
  const any = <Kind extends Block['kind']>(
    wanted: Kind,
    test: (text: string) => boolean = () => true,
  ) => {
    const found = [...blocks.entries()].filter(
      ([, block]) => block.kind === wanted && test('text' in block ? block.text : ''),
    );
    return pick(random, found) as [number, Extract<Block, { kind: Kind }>]; // every source has each kind
  };
  const paragraphWith = (change: (text: string) => string, test: RegExp) => {
    const [at, block] = any('paragraph', (text) => test.test(text));
    return blocks.with(at, { ...block, text: change(block.text) });
  };
  if (kind === 'number') {
    const fresh = String(401 + Math.floor(random() * 500));
    return paragraphWith(
      (text) => text.replace(/\b\d+(?= (?:µm|Nm|HV|mm|kN))/, fresh),
      /\d (?:µm|Nm|HV|mm|kN)/,
    );
  }
  if (kind === 'word')
    return paragraphWith((text) => text.replace(/the (\w+)/, `the reworked $1`), /the \w+/);
  if (kind === 'obligation') {
    const to = pick(random, ['shall', 'must', 'may']);
    return paragraphWith((text) => text.replace(/\bshould\b/, to), /\bshould\b/);
  }
  if (kind === 'insert')
    return blocks.toSpliced(any('paragraph')[0], 0, { kind: 'paragraph', text: sentence(random) });
  if (kind === 'delete') {
    return paragraphWith(
      (text) => text.slice(text.search(/(?<=\w[.)]) (?=\p{Lu})/u) + 1),
      /\w[.)] \p{Lu}/u,
    );
  }
  if (kind === 'item')
    return blocks.toSpliced(any('item')[0], 0, {
      kind: 'item',
      marker: '',
      text: sentence(random),
    });
  if (kind === 'move') return moved(blocks, random);
  const [at, block] = any('table');
  const row = 1 + Math.floor(random() * (block.rows.length - 1));
  const cells = block.rows[row] ?? [];
  const value = String(401 + Math.floor(random() * 500));
  const rows =
    kind === 'row'
      ? block.rows.toSpliced(row, 0, [`M${value}`, ...cells.slice(1)])
      : block.rows.with(row, cells.with(1, value));
  return blocks.with(at, { ...block, rows });
}

/** Moves a clause, from its heading to the next, behind a later one. */
function moved(blocks: readonly Block[], random: Random): Block[] {
  const starts = blocks.flatMap(({ kind }, at) => (kind === 'heading' ? [at] : []));
  const from = Math.floor(random() * (starts.length - 3));
  const to = Math.min(starts.length - 1, from + 2 + Math.floor(random() * 3));
  const [begin = 0, end = 0, place = 0] = [starts[from], starts[from + 1], starts[to]];
  return [
    ...blocks.slice(0, begin),
    ...blocks.slice(end, place),
    ...blocks.slice(begin, end),
    ...blocks.slice(place),
  ];
}

/** The text as words, in reading order, without the letters of list items. */
export function wordsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'heading') return [block.number, ...split(block.text)];
    if (block.kind === 'item') return split(block.text); // another letter is no change
    if (block.kind === 'table') return split([block.caption, ...block.rows.flat()].join(' '));
    return split(block.kind === 'code' ? block.lines.join(' ') : block.text);
  });
}

const split = (text: string) => text.split(/\s+/).filter((word) => word !== '');

const withoutMarkers = (text: string) => split(text).filter((word) => !/^[a-z]\)$/.test(word));

export type Score = { precision: number; recall: number; told: number; trueWords: number };

/** How many of the changed words of a redline are true, and how many of the true ones it has. */
export function scoreOf(
  from: readonly Block[],
  to: readonly Block[],
  changes: readonly { from_text: string; to_text: string }[],
): Score {
  const truth: string[] = [];
  const [older, newer] = [wordsOf(from), wordsOf(to)];
  for (const [begin, end, beginNewer, endNewer] of diff(older, newer)) {
    truth.push(...older.slice(begin, end).map((word) => `-${keyOf(word)}`));
    truth.push(...newer.slice(beginNewer, endNewer).map((word) => `+${keyOf(word)}`));
  }
  const told = changes.flatMap(({ from_text, to_text }) => [
    ...withoutMarkers(from_text).map((word) => `-${keyOf(word)}`),
    ...withoutMarkers(to_text).map((word) => `+${keyOf(word)}`),
  ]);
  const common = countCommon(truth, told);
  const share = (of: number) => (of === 0 ? 1 : common / of);
  return {
    precision: share(told.length),
    recall: share(truth.length),
    told: told.length,
    trueWords: truth.length,
  };
}

const keyOf = (word: string) =>
  word
    .normalize('NFKC')
    .replaceAll(/\p{Pd}|\u2212/gu, '-')
    .replaceAll(/["“”]/g, '"')
    .replaceAll(/['’]/g, "'");

function countCommon(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of other) left.set(word, (left.get(word) ?? 0) + 1);
  return one.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  }).length;
}
