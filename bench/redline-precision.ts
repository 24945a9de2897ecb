import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { edited, scoreOf, sourceText } from '../test/edited-texts.ts';
import { type Layout, layouts, Printer } from '../test/print-pdfs.ts';
import { PdfReader } from '../server/pdf/reader.ts';
import { compareTexts } from '../server/redline/engine/compare.ts';
import { pagesOfPdf } from '../test/redline-pdfs.ts';
import { circumstances, keepResults, say, table } from './table.ts';

const wanted = { precision: 0.85, recall: 0.98 };

type Pair = { from: Layout; to: Layout; edits: number; clauses: number };
type Measured = Pair & {
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

/** Redlines of texts with planted edits that Chromium and groff print: how many words are reported, and how many of them rightly. */
export async function benchRedlinePrecision(dir: string): Promise<boolean> {
  const about = circumstances();
  const [printer, reader] = [new Printer(), await PdfReader.start()];
  const measured: Measured[] = [];
  for (const pair of pairs()) {
    const source = sourceText(pair.clauses);
    const after = edited(source, pair.edits);
    const pdfs = [
      await printer.print(source, pair.from),
      await printer.print(after, pair.to),
    ] as const;
    for (const [at, side] of (['from', 'to'] as const).entries()) {
      await writeFile(path.join(dir, `${measured.length + 1}-${side}.pdf`), pdfs[at] ?? '');
    }
    const [from, to] = [pagesOfPdf(reader, pdfs[0]), pagesOfPdf(reader, pdfs[1])];
    const { changes, furniture } = compareTexts(from, to);
    const { precision, recall } = scoreOf(source, after, changes);
    const isMet =
      pair.edits === 0
        ? changes.length === 0
        : precision >= wanted.precision && recall >= wanted.recall;
    const one = {
      ...pair,
      changes: changes.length,
      furniture: furniture.length,
      precision,
      recall,
      isMet,
    };
    say(asRow(one).join(' · '));
    measured.push(one);
  }
  await printer.close();
  const file = await keepResults('redline-precision', { circumstances: about, measured });
  console.log(table(heads, measured.map(asRow)));
  console.log(
    `Wanted: precision ≥ ${wanted.precision}, recall ≥ ${wanted.recall}, no change without an edit.`,
  );
  console.log(`Kept in ${file}`);
  return measured.every(({ isMet }) => isMet);
}

const heads = 'from, to, edits, changes, of the furniture, precision, recall, met'.split(', ');

function asRow(one: Measured): string[] {
  const { from, to, edits, changes, furniture, precision, recall } = one;
  const counts = [edits, changes, furniture].map(String);
  const shares = edits === 0 ? ['', ''] : [precision.toFixed(3), recall.toFixed(3)];
  return [from.name, to.name, ...counts, ...shares, one.isMet ? 'yes' : 'NO'];
}

function pairs(): Pair[] {
  return sides.flatMap(([from, to]) =>
    [0, 5, 50, 500].map((edits) => ({ from, to, edits, clauses: edits === 500 ? 120 : 24 })),
  );
}
