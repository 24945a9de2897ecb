import { buffer } from 'node:stream/consumers';
import PdfKit from 'pdfkit';
import { expect, test } from 'vitest';
import { prose } from '../../../test/redline-pdfs.ts';
import type { PdfHeading } from './headings.ts';
import { PdfReader } from '../reader/reader.ts';

const reader = await PdfReader.start();

function headingsOf(pdf: Buffer): PdfHeading[] {
  const read = (position: number, into: Uint8Array) => {
    into.set(pdf.subarray(position, position + into.length));
    return true;
  };
  for (const part of reader.read({ length: pdf.length, read })) {
    if (part.what === 'facts' && part.facts.state === 'readable') return part.facts.headings ?? [];
  }
  throw new Error('It cannot be read.');
}

type Style = 'text' | 'bold' | 'large' | 'small' | 'item';
type Options = {
  outline?: readonly string[];
  tags?: readonly string[];
  pageBreaks?: readonly number[];
};

/** Paragraphs of 10 points, one below the other; titles of the outline lead to the paragraph that ends with them. */
async function pdfOf(paragraphs: readonly (readonly [Style, string])[], options: Options = {}) {
  const { outline = [], tags = [], pageBreaks = [] } = options;
  const doc = new PdfKit({ size: 'A4', margin: 70, tagged: tags.length > 0 });
  for (const [at, [style, text]] of paragraphs.entries()) {
    if (pageBreaks.includes(at)) doc.addPage();
    const size = { text: 10, bold: 10, item: 10, large: 14, small: 8 }[style];
    doc.font(style === 'bold' ? 'Helvetica-Bold' : 'Helvetica').fontSize(size);
    for (const title of outline) if (text.endsWith(title)) doc.outline.addItem(title);
    const write = () => doc.text(text, style === 'item' ? 90 : 70, doc.y, { lineGap: 1 });
    if (tags.includes(text)) doc.addStructure(doc.struct('H2', {}, write));
    else write();
    if (style !== 'item') doc.moveDown(0.8);
  }
  doc.end();
  return buffer(doc);
}

const textsOf = (headings: readonly PdfHeading[]) => headings.map(({ text }) => text);
const text = (seed: string) => ['text', prose(seed, 60)] as const;

test('headings that are only bold are found, other bold lines are not', async () => {
  const pdf = await pdfOf([
    ['bold', 'Scope of the document'],
    text('one'),
    ['bold', 'Table 3 Torques of screws'],
    ['bold', 'NOTE'],
    text('two'),
    ['bold', 'Storage'],
    text('three'),
  ]);
  expect(textsOf(headingsOf(pdf))).toEqual(['Scope of the document', 'Storage']);
});

test('a numbered line of a list, of a footnote, of an example or of a sentence is no heading', async () => {
  const pdf = await pdfOf([
    ['text', '1 Scope'],
    text('one'),
    ['item', '1. Clean the part'],
    ['item', '2. Dry the part'],
    ['item', '3. Store the part'],
    ['text', '2 Materials'],
    text('two'),
    ['text', '201 Created'],
    ['text', `${prose('long', 24)} at least\n12 Specimens of it`],
    ['text', '2.1 Steel'],
    text('three'),
    ['small', '3 Former name of the steel'],
  ]);
  expect(textsOf(headingsOf(pdf))).toEqual(['1 Scope', '2 Materials', '2.1 Steel']);
});

test('the outline says which lines are headings, with the number of the page', async () => {
  const pdf = await pdfOf(
    [
      ['text', 'Contents'],
      ['text', '1 Scope'],
      ['text', '2 Storage of parts'],
      ['text', '1 Scope'],
      text('one'),
      ['text', '5 Bolts'],
      text('two'),
      ['text', 'Storage of parts'],
      text('three'),
      ['text', 'Literature'],
    ],
    { outline: ['Scope', 'Storage of parts', 'Literature', 'What is nowhere'], pageBreaks: [3] },
  );
  expect(headingsOf(pdf).filter(({ page }) => page > 0)).toMatchObject([
    { page: 1, at: 0, word: 0, text: '1 Scope' },
    { page: 1, text: 'Storage of parts' },
    { page: 1, text: 'Literature' },
  ]);
});

test('without an outline, the tags of the PDF say which lines are headings', async () => {
  const titles = ['Scope', 'Storage of parts', 'Literature'];
  const pdf = await pdfOf(
    titles.flatMap((title) => [['text', title], ['text', 'Washer'], text(title)] as const),
    { tags: titles },
  );
  expect(textsOf(headingsOf(pdf))).toEqual(titles);
});

test('a heading of two lines is one, and the same line on each page is none', async () => {
  const title = 'Determination of the thickness of coatings\nby the magnetic method';
  const pages = ['one', 'two', 'three'].flatMap(
    (seed) => [['large', 'Nordwerk standard'], ['large', `${title} ${seed}`], text(seed)] as const,
  );
  const pdf = await pdfOf(pages, { pageBreaks: [3, 6] });
  expect(textsOf(headingsOf(pdf))).toEqual(
    ['one', 'two', 'three'].map((seed) => `${title.replace('\n', ' ')} ${seed}`),
  );
});

test('an outline that is a circle, is huge or leads nowhere is read in bounded time', () => {
  const item = (at: number, next: number) =>
    `${at} 0 obj\n<< /Title (Item ${at}) /Parent 5 0 R /First 6 0 R /Next ${next} 0 R /Dest [99 0 R /XYZ 0 0 0] >>\nendobj\n`;
  const items = Array.from({ length: 100_000 }, (_, at) =>
    item(at + 6, at === 99_999 ? 6 : at + 7),
  );
  const pdf = Buffer.from(`%PDF-1.7
1 0 obj\n<< /Type /Catalog /Pages 2 0 R /Outlines 5 0 R >>\nendobj
2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj
3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>\nendobj
4 0 obj\n<< /Length 43 >>\nstream\nBT /F 12 Tf 70 700 Td (Item 6) Tj ET        \nendstream\nendobj
5 0 obj\n<< /First 6 0 R /Last 6 0 R /Count 100000 >>\nendobj
${items.join('')}trailer\n<< /Root 1 0 R /Size 100006 >>\n%%EOF\n`);
  expect(headingsOf(pdf)).toEqual([]);
});
