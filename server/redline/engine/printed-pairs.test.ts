import { afterAll, expect, test } from 'vitest';
import type { RedlineChange } from '#contract/redline.ts';
import { type Block, edited, scoreOf, sourceText } from '../../../test/edited-texts.ts';
import {
  cannotPrint,
  type Layout,
  layouts,
  printByGroff,
  Printer,
} from '../../../test/print-pdfs.ts';
import { pagesOfPdf, prose } from '../../../test/redline-pdfs.ts';
import { PdfReader } from '../../pdf/reader/reader.ts';
import { compareTexts } from './compare.ts';

// Texts with planted edits, printed by Chromium and groff; more of them in `npm run bench -- redline-precision`.

const reader = await PdfReader.start();
const printer = new Printer();
afterAll(() => printer.close());

const source = sourceText(12);
const after = edited(source, 25);

async function compared(from: Layout, to: Layout, newer = after, older = source) {
  const pdfs = [await printer.print(older, from), await printer.print(newer, to)] as const;
  return compareTexts(pagesOfPdf(reader, pdfs[0]), pagesOfPdf(reader, pdfs[1]));
}

const { a4, letter, columns, broken, groff, groffColumns } = layouts;
const pairs = [
  { from: a4, to: letter },
  { from: columns, to: broken },
  { from: letter, to: groffColumns },
  { from: groff, to: a4 },
];

test.skipIf(cannotPrint).for(pairs)(
  'the same text, printed in another layout, has no changes: $from.name, $to.name',
  async ({ from, to }) => {
    const { changes } = await compared(from, to, source);
    expect(changes.map(({ from_text, to_text }) => [from_text, to_text])).toEqual([]);
  },
);

const editedPairs = [
  { from: a4, to: letter },
  { from: columns, to: broken },
  { from: letter, to: groffColumns },
  { from: groff, to: a4 },
];

test.skipIf(cannotPrint).for(editedPairs)(
  'few words are reported beside the edited ones, and none is missed: $from.name, $to.name',
  async ({ from, to }) => {
    const { changes } = await compared(from, to);
    const { precision, recall } = scoreOf(source, after, changes);
    expect(precision).toBeGreaterThanOrEqual(0.85);
    expect(recall).toBeGreaterThanOrEqual(0.98);
  },
);

test.skipIf(cannotPrint)('each change is in the clause whose heading is above it', async () => {
  const { changes } = await compared(a4, broken);
  const titles = new Set([...namesOf(source), ...namesOf(after)]);
  const clauses = inClauses(changes).map(
    ({ clause }) => clause?.replace(/, was [\d.]+$/, '') ?? '',
  );
  expect(clauses.filter((clause) => !titles.has(clause))).toEqual([]);
});

test.skipIf(cannotPrint)('without numbers, the words of a heading name the clause', async () => {
  const unnumbered = (blocks: readonly Block[]) =>
    blocks.map((block) => (block.kind === 'heading' ? { ...block, number: '' } : block));
  const { changes } = await compared(letter, a4, unnumbered(after), unnumbered(source));
  const titles = new Set(
    [...namesOf(source), ...namesOf(after)].map((name) => name.replace(/^\S+ /, '')),
  );
  expect(inClauses(changes).filter(({ clause }) => !titles.has(clause ?? ''))).toEqual([]);
});

test.skipIf(cannotPrint)('footnotes do not interrupt the text, wherever pages end', () => {
  const clauses = Array.from({ length: 12 }, (_, at) => [
    ['.SH', `${at + 1} Clause of group ${at + 1}`, '.LP'],
    [`${prose(`before ${at}`, 70)}\\**`, '.FS', prose(`note ${at}`, 25), '.FE'],
    [prose(`behind ${at}`, 120)],
  ]).flat(2);
  const printed = (head: readonly string[], paper: 'A4' | 'Letter') =>
    pagesOfPdf(reader, printByGroff([...head, ...clauses, ''].join('\n'), { paper, font: 'T' }));
  const one = printed(['.nr PS 11', '.LP'], 'A4');
  const two = printed(['.nr PS 10', '.nr LL 17c', '.nr PO 2c', '.LP', '.2C'], 'Letter');
  expect(compareTexts(one, two).changes.map((c) => [c.kind, c.from_text, c.to_text])).toEqual([]);
  const text = two.words[0]?.map((word) => word.text).join(' ') ?? '';
  const [note, second] = [prose('note 0', 25).slice(0, 20), prose('before 1', 70).slice(0, 20)];
  expect(text.indexOf(second)).toBeLessThan(text.indexOf(note));
});

/** Without the line of all other numbers. */
const inClauses = (changes: readonly RedlineChange[]) =>
  changes.filter(({ effect }) => effect !== 'numbering');

function namesOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((one) => (one.kind === 'heading' ? [`${one.number} ${one.text}`] : []));
}
