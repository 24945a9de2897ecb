import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Block, edited, scoreOf, sourceText } from '../test/edited-texts.ts';
import { type Layout, layouts, Printer } from '../test/print-pdfs.ts';
import { PdfReader } from '../server/pdf/reader/reader.ts';
import { compareTexts } from '../server/redline/engine/compare.ts';
import type { DocumentPages } from '../server/redline/engine/furniture.ts';
import { pagesOfPdf } from '../test/redline-pdfs.ts';
import { foreignPairs } from './foreign-texts.ts';
import { circumstances, keepResults, say, table } from './table.ts';

const wanted = { precision: 0.85, recall: 0.98 };
const ofForeign = { precision: 0.6, mean: 0.8, recall: 0.98, words: 200 };

/** An older and a newer text, each with its layout. */
type Pair = { name: string; from: Side; to: Side; isForeign: boolean };
type Side = { blocks: Block[]; layout: Layout };
type Measured = { name: string; layouts: string; isForeign: boolean; words: number } & {
  changes: number;
  furniture: number;
  precision: number;
  recall: number;
  isMet: boolean;
};

const { a4, letter, columns, broken, groff, groffColumns } = layouts;
const sides: [Layout, Layout][] = [
  [a4, letter],
  [a4, columns],
  [letter, broken],
  [columns, broken],
  [groff, groffColumns],
  [a4, groff],
  [columns, groffColumns],
  [letter, groffColumns],
  [a4, broken],
  [groff, letter],
];

/**
 * Redlines of texts that Chromium and groff print, with planted edits or, from REDLINE_DIR, of others in two editions: how
 * many words are reported, and how many of them rightly.
 */
export async function benchRedlinePrecision(dir: string): Promise<boolean> {
  const about = circumstances();
  const [printer, reader] = [new Printer(), await PdfReader.start()];
  const measured: Measured[] = [];
  for (const { name, from, to, isForeign } of pairs()) {
    const sides: DocumentPages[] = [];
    for (const [at, { blocks, layout }] of [from, to].entries()) {
      const pdf = await printer.print(blocks, layout);
      await writeFile(path.join(dir, `${measured.length + 1}-${at + 1}.pdf`), pdf);
      sides.push(pagesOfPdf(reader, pdf));
    }
    const { changes, furniture } = compareTexts(...(sides as [DocumentPages, DocumentPages]));
    const { precision, recall, trueWords: words } = scoreOf(from.blocks, to.blocks, changes);
    const least = isForeign ? ofForeign : wanted;
    const isMet =
      words === 0
        ? changes.length === 0
        : recall >= least.recall &&
          (precision >= least.precision || (isForeign && words <= ofForeign.words));
    const layouts = `${from.layout.name}, ${to.layout.name}`;
    const counts = { words, changes: changes.length, furniture: furniture.length };
    const one = { name, layouts, isForeign, ...counts, precision, recall, isMet };
    say(asRow(one).join(' · '));
    measured.push(one);
  }
  await printer.close();
  const file = await keepResults('redline-precision', { circumstances: about, measured });
  console.log(table(heads, measured.map(asRow)));
  console.log(
    `Wanted: precision ≥ ${wanted.precision}, recall ≥ ${wanted.recall}, no change without an edit.`,
  );
  const foreign = measured.filter(({ isForeign }) => isForeign);
  const mean = foreign.reduce((sum, { precision }) => sum + precision / foreign.length, 0);
  if (foreign.length > 0) {
    const { precision, recall, words } = ofForeign;
    console.log(`Of foreign pairs with more than ${words} words: ${precision}, ${recall};`);
    console.log(`in the mean ${ofForeign.mean}: ${mean.toFixed(3)}.`);
  }
  console.log(`Kept in ${file}`);
  const isMeanMet = foreign.length === 0 || mean >= ofForeign.mean;
  return isMeanMet && measured.every(({ isMet }) => isMet);
}

const heads = 'pair, layouts, true words, changes, of the furniture, precision, recall, met'.split(
  ', ',
);

function asRow(one: Measured): string[] {
  const { name, layouts, words, changes, furniture, precision, recall } = one;
  const counts = [words, changes, furniture].map(String);
  const shares = words === 0 ? ['', ''] : [precision.toFixed(3), recall.toFixed(3)];
  return [name, layouts, ...counts, ...shares, one.isMet ? 'yes' : 'NO'];
}

function* pairs(): Generator<Pair> {
  const foreign = process.env['REDLINE_DIR'];
  for (const { name, from, to } of foreign === undefined ? [] : foreignPairs(foreign)) {
    for (const [older, newer] of sides.slice(0, 2)) {
      const [one, other] = [
        { blocks: from, layout: older },
        { blocks: to, layout: newer },
      ];
      yield { name, from: one, to: other, isForeign: true };
    }
  }
  if (foreign !== undefined) return;
  for (const [older, newer] of sides) {
    for (const edits of [0, 5, 50, 500]) {
      const source = sourceText(edits === 500 ? 120 : 24);
      const to = { blocks: edited(source, edits), layout: newer };
      const from = { blocks: source, layout: older };
      yield { name: `${edits} edits`, from, to, isForeign: false };
    }
  }
}
