import { createCanvas } from '@napi-rs/canvas';
import { buffer } from 'node:stream/consumers';
import PdfKit from 'pdfkit';
import { registerFonts, regular } from './fonts.ts';
import { randomNumbers } from './random.ts';
import { FurnitureFinder } from '../server/pdf/text/furniture.ts';
import type { PdfReader } from '../server/pdf/reader/reader.ts';
import { unpackWords } from '../server/pdf/text/words.ts';
import type { DocumentPages } from '../server/redline/engine/furniture.ts';

// Pairs of PDFs for redlines: documents that are set from their paragraphs, so that a change of one
// word, of the width of the lines or of a page's furniture can be planted.

export type Setting = {
  /** Each is a paragraph; one with tabs is a row of a table. */
  paragraphs: readonly string[];
  header?: string;
  footer?: string;
  watermark?: string;
  /** Points. */
  lineWidth?: number;
  /** Breaks words at the ends of lines. */
  hyphenates?: boolean;
  language?: 'EN' | 'JA';
  /** Paragraphs before which a page begins. */
  pageBreaks?: readonly number[];
};

/** The words and sizes of a PDF's pages, as a comparison gets them. */
export function pagesOfPdf(reader: PdfReader, pdf: Buffer): DocumentPages {
  const read = (position: number, into: Uint8Array) => {
    into.set(pdf.subarray(position, position + into.length));
    return true;
  };
  for (const part of reader.read({ length: pdf.length, read })) {
    if (part.what !== 'facts' || part.facts.state !== 'readable') continue;
    const { words, page_sizes, headings } = part.facts;
    const sizes = page_sizes.flatMap(({ pages, width, height }) =>
      Array.from({ length: pages }, () => ({ width, height })),
    );
    return { words: unpackWords(words), sizes, headings: headings ?? [] };
  }
  throw new Error('It cannot be read.');
}

/** Pages as the reader gives them, with their furniture. */
export function withFurniture(pages: DocumentPages): DocumentPages {
  const finder = new FurnitureFinder();
  for (const [page, words] of pages.words.entries()) {
    const placed = words.map((word) => ({
      ...word,
      isGlued: false,
      direction: null,
      letter: null,
    }));
    const text = words.map((word) => word.text).join(' ');
    const lines = words.length === 0 ? [] : [{ words: placed, text, at: 0, word: 0 }];
    finder.addPage(page, lines, pages.sizes[page]?.height ?? 842);
  }
  const words = pages.words.map((page) => page.map((word) => ({ ...word })));
  for (const { page, word, end, kind } of finder.furniture(pages.headings)) {
    for (const one of words[page]?.slice(word, end) ?? []) one.furniture = kind;
  }
  return { ...pages, words };
}

const size = 10;
const lineHeight = 15;
const [left, top, bottom] = [70, 90, 750];

export function settingPdf(setting: Setting): Promise<Buffer> {
  const doc = new PdfKit({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    info: { CreationDate: new Date('2026-01-15T08:00:00Z') },
  });
  registerFonts(doc, setting.language ?? 'EN');
  doc.font(regular).fontSize(size);
  let y = top;
  const newPage = () => {
    doc.addPage();
    y = top;
  };
  const write = (text: string, x: number) => doc.text(text, x, y, { lineBreak: false });
  for (const [at, paragraph] of setting.paragraphs.entries()) {
    if (setting.pageBreaks?.includes(at) === true) newPage();
    for (const line of linesOf(doc, paragraph, setting)) {
      if (y > bottom) newPage();
      line.split('\t').forEach((cell, column) => write(cell, left + column * 110));
      y += lineHeight;
    }
    y += lineHeight / 2;
  }
  addFurniture(doc, setting);
  doc.end();
  return buffer(doc);
}

function linesOf(doc: PDFKit.PDFDocument, paragraph: string, setting: Setting): string[] {
  if (paragraph.includes('\t')) return [paragraph];
  const { lineWidth = 450, hyphenates = false } = setting;
  const isSpaced = paragraph.includes(' ');
  const blank = isSpaced ? ' ' : '';
  const lines: string[] = [];
  let line = '';
  for (const word of isSpaced ? paragraph.split(' ') : paragraph) {
    const longer = line === '' ? word : line + blank + word;
    if (doc.widthOfString(longer) <= lineWidth) {
      line = longer;
      continue;
    }
    const half = Math.ceil(word.length / 2);
    const begun = `${line} ${word.slice(0, half)}-`;
    const breaks = hyphenates && /^[a-z]{6,}/.test(word) && doc.widthOfString(begun) <= lineWidth;
    lines.push(breaks ? begun : line);
    line = breaks ? word.slice(half) : word;
  }
  return [...lines, line];
}

function addFurniture(doc: PDFKit.PDFDocument, { header, footer, watermark }: Setting): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    const text = (one: string) =>
      one.replace('{page}', `${page + 1}`).replace('{pages}', `${count}`);
    if (header !== undefined) doc.text(text(header), left, 40, { lineBreak: false });
    if (footer !== undefined) doc.text(text(footer), left, 800, { lineBreak: false });
    if (watermark === undefined) continue;
    doc
      .save()
      .rotate(-50, { origin: [300, 420] })
      .fontSize(90)
      .fillOpacity(0.15);
    doc.text(watermark, 120, 380, { lineBreak: false });
    doc.restore().fontSize(size);
  }
}

const nouns =
  'coating surface fastener thread washer supplier drawing specimen hardness layer gasket bracket housing torque sample batch inspection laboratory temperature corrosion'.split(
    ' ',
  );
const verbs =
  'covers requires shows protects follows replaces limits describes holds supports measures confirms'.split(
    ' ',
  );
const others =
  'the a of with under before after during within every each finished cleaned approved uniform visible smooth galvanic mechanical regular final initial outer inner'.split(
    ' ',
  );

/** A paragraph of this many words, always the same for the same seed, and unlike any other. */
export function prose(seed: string, words = 60): string {
  const random = randomNumbers('redline', seed);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  const made = Array.from({ length: words }, (_, at) =>
    at % 12 === 11 ? `${pick(nouns)}.` : pick([others, nouns, others, verbs][at % 4] ?? nouns),
  );
  return made.join(' ');
}

/** Clauses with headings, each of some paragraphs: two to three to a page. */
export function standardParagraphs(clauses: number, seed = ''): string[] {
  return Array.from({ length: clauses }, (_, at) => [
    `${at + 1} ${['Scope', 'Materials', 'Coating', 'Testing', 'Marking', 'Delivery'][at % 6]} of group ${at + 1}`,
    prose(`${seed}${at}-1`),
    prose(`${seed}${at}-2`, 80),
    prose(`${seed}${at}-3`, 50),
  ]).flat();
}

type Shape = { x: number; y: number; width: number; height: number };

/** A page that is one picture, as scanners save it: lines of grey blocks on noisy paper. */
export async function scannedPdf(
  pages: { seed: string; extra?: Shape; shift?: number; quality?: number }[],
): Promise<Buffer> {
  const doc = new PdfKit({ size: 'A4', margin: 0, autoFirstPage: false });
  for (const { seed, extra, shift = 0, quality = 80 } of pages) {
    const canvas = createCanvas(1240, 1754);
    const pen = canvas.getContext('2d');
    pen.fillStyle = '#f4f2ee';
    pen.fillRect(0, 0, 1240, 1754);
    const random = randomNumbers('scan', seed);
    pen.fillStyle = '#202020';
    for (let line = 0; line < 40; line++) {
      for (let x = 150; x < 1050;) {
        const width = 20 + random() * 90;
        for (let stroke = 0; stroke < width; stroke += 9) {
          pen.fillRect(
            x + stroke + shift,
            150 + line * 35 + shift,
            3 + random() * 3,
            14 + random() * 6,
          );
        }
        x += width + 18;
      }
    }
    if (extra !== undefined) pen.fillRect(extra.x, extra.y, extra.width, extra.height);
    doc.addPage({ size: 'A4', margin: 0 });
    doc.image(canvas.toBuffer('image/jpeg', quality), 0, 0, { width: 595.28 });
  }
  doc.end();
  return buffer(doc);
}

/** An A0 drawing, in lines, with the words of its title block. */
export function drawingPdf({
  hole,
  note = 'Tolerance 0.02',
}: { hole?: Shape; note?: string } = {}) {
  const doc = new PdfKit({ size: [2383.94, 3370.39], margin: 0 });
  for (let x = 100; x < 2300; x += 110) doc.moveTo(x, 200).lineTo(x, 2900);
  for (let y = 200; y < 2900; y += 90) doc.moveTo(100, y).lineTo(2280, y);
  doc.lineWidth(1.5).stroke();
  if (hole !== undefined) doc.rect(hole.x, hole.y, hole.width, hole.height).fill('black');
  registerFonts(doc, 'EN');
  doc.font(regular).fillColor('black').fontSize(24).text(note, 1900, 3200, { lineBreak: false });
  doc.end();
  return buffer(doc);
}
