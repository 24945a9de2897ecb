import { afterAll, expect, test } from 'vitest';
import { edited, scoreOf, sourceText } from '../../../test/edited-texts.ts';
import { cannotPrint, type Layout, layouts, Printer } from '../../../test/print-pdfs.ts';
import { pagesOfPdf } from '../../../test/redline-pdfs.ts';
import { PdfReader } from '../../pdf/reader.ts';
import { compareTexts } from './compare.ts';

// Texts with planted edits, printed by Chromium and groff; more of them in `npm run bench -- redline-precision`.

const reader = await PdfReader.start();
const printer = new Printer();
afterAll(() => printer.close());

const source = sourceText(12);
const after = edited(source, 25);

async function compared(from: Layout, to: Layout, newer = after) {
  const pdfs = [await printer.print(source, from), await printer.print(newer, to)] as const;
  return compareTexts(pagesOfPdf(reader, pdfs[0]), pagesOfPdf(reader, pdfs[1]));
}

const { a4, columns } = layouts;

test.skipIf(cannotPrint).for([[a4, columns]] as const)(
  'the same text, printed in another layout, has no changes: %j',
  async ([from, to]) => {
    const { changes } = await compared(from, to, source);
    expect(changes.map(({ from_text, to_text }) => [from_text, to_text])).toEqual([]);
  },
);

test.skipIf(cannotPrint).for([[a4, columns]] as const)(
  'few words are told beside the edited ones, and none is missed: %j',
  async ([from, to]) => {
    const { changes } = await compared(from, to);
    const { precision, recall } = scoreOf(source, after, changes);
    expect(precision).toBeGreaterThanOrEqual(0.85);
    expect(recall).toBeGreaterThanOrEqual(0.98);
  },
);
