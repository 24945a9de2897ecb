import { buffer } from 'node:stream/consumers';
import { GlobalFonts, createCanvas } from '@napi-rs/canvas';
import PdfKit from 'pdfkit';
import { latinFont } from './fonts.ts';

// PDFs for the tests, each with one special property.

const issued = new Date('2026-01-15T08:00:00Z');

function newPdf(options: PDFKit.PDFDocumentOptions = {}): PDFKit.PDFDocument {
  return new PdfKit({ size: 'A4', info: { CreationDate: issued }, ...options });
}

function bytesOf(doc: PDFKit.PDFDocument): Promise<Buffer> {
  doc.end();
  return buffer(doc);
}

/** Opens with the password `torque` only. */
export function lockedPdf(): Promise<Buffer> {
  const doc = newPdf({ userPassword: 'torque', pdfVersion: '1.7ext3' });
  doc.fontSize(18).text('Opened with the right password');
  return bytesOf(doc);
}

/** Opens without a password, but may not be changed; nor printed, unless its owner allows it. */
export function readOnlyPdf(permissions: PDFKit.DocumentPermissions = {}): Promise<Buffer> {
  const doc = newPdf({ ownerPassword: 'torque', pdfVersion: '1.7ext3', permissions });
  doc.fontSize(18).text('Opened by anyone');
  return bytesOf(doc);
}

/** Four pages: an outline, links from page 1 to 4, below what leads to them, and one that leaves the library. */
export function linkedPdf(lead?: string, links = 1): Promise<Buffer> {
  const doc = newPdf({ info: { CreationDate: issued, Title: 'Linked standard' } });
  if (lead !== undefined) doc.fontSize(14).text(lead).moveDown();
  doc.fontSize(14);
  for (let link = 0; link < links; link++) doc.text('See the last chapter', { goTo: 'last' });
  doc.moveDown().text('The institute', { link: 'https://standards.example/' });
  for (const page of [2, 3, 4]) {
    doc.addPage();
    if (page === 4) doc.addNamedDestination('last');
    doc.text(`Chapter ${page}`);
    doc.outline.addItem(`Chapter ${page}`).addItem(`Clause ${page}.1`);
  }
  return bytesOf(doc);
}

/** A page for each of these texts. */
export function textPdf(...pages: string[]): Promise<Buffer> {
  const doc = newPdf({ autoFirstPage: false });
  for (const text of pages) doc.addPage().fontSize(14).text(text);
  return bytesOf(doc);
}

/** Pages with a header, a text and a footer. */
export function headedPdf(
  pages: readonly (readonly [header: string, text: string, footer: string])[],
): Promise<Buffer> {
  const doc = newPdf({ autoFirstPage: false, margin: 0 });
  for (const [header, text, footer] of pages) {
    doc.addPage({ margin: 0 }).fontSize(11);
    doc.text(header, 70, 30, { lineBreak: false });
    doc.text(text, 70, 400, { lineBreak: false });
    doc.text(footer, 70, 800, { lineBreak: false });
  }
  return bytesOf(doc);
}

/** Words to find: `Bolt`, `bolt` and `bolts`, over two pages. */
export function wordyPdf(): Promise<Buffer> {
  const doc = newPdf();
  doc.text('A Bolt and a bolt are two bolts.');
  doc.addPage();
  doc.text('The third bolt is on page two.');
  return bytesOf(doc);
}

/** A word that is broken at its own hyphen, and one that is not. */
export function brokenWordPdf(): Promise<Buffer> {
  const doc = newPdf();
  doc
    .fontSize(18)
    .text('Parts are plated with zinc-\nnickel. Pure zinc is worse than zinc-nickel.');
  return bytesOf(doc);
}

/** An A0 drawing with small print in its lower right corner, and an A4 page after it. */
export function hugePdf(): Promise<Buffer> {
  const doc = newPdf({ size: [2383.94, 3370.39], margin: 0 });
  for (let x = 50; x < 2380; x += 20) doc.moveTo(x, 50).lineTo(2380 - x, 3320);
  doc.lineWidth(0.3).stroke();
  doc.fontSize(7).text('Tolerance 0.02', 2200, 3300, { lineBreak: false });
  doc.addPage({ size: 'A4' });
  doc.text('An A4 page after a large one');
  return bytesOf(doc);
}

/** Two columns of 50 lines each, and a heading across both. */
export function twoColumnPdf(): Promise<Buffer> {
  const doc = newPdf();
  doc.fontSize(14).text('Surface protection of fasteners in two columns', 60, 50, { width: 480 });
  doc.fontSize(8);
  for (const [name, left] of [
    ['Left', 60],
    ['Right', 320],
  ] as const) {
    for (let line = 1; line <= 50; line++) {
      const text = `${name} column, line ${line}, with words that fill it to its end`;
      doc.text(text, left, 90 + line * 13, { width: 240, lineBreak: false });
    }
  }
  return bytesOf(doc);
}

/** A field that is filled in and cannot be changed. */
export function filledFormPdf(): Buffer {
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] /DA (/F 12 Tf 0 g) /DR << /Font << /F 5 0 R >> >> >> >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [6 0 R] /Resources << /Font << /F 5 0 R >> >> >>',
    stream('BT /F 18 Tf 72 700 Td (Approved by) Tj ET'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (approver) /V (J. Smith) /Ff 1 /F 4 /Rect [72 640 272 664] /DA (/F 12 Tf 0 g) /AP << /N 7 0 R >> >>',
    stream(
      'BT /F 12 Tf 2 8 Td (J. Smith) Tj ET',
      '/Type /XObject /Subtype /Form /BBox [0 0 200 24] /Resources << /Font << /F 5 0 R >> >>',
    ),
  ]);
}

/** CMYK colours, which pdf.js converts with WebAssembly. */
export function cmykPdf(): Promise<Buffer> {
  const doc = newPdf();
  const red: [number, number, number, number] = [0, 100, 100, 0];
  doc.rect(72, 200, 300, 200).fillColor(red).fill();
  doc.fillColor('black').text('Printed in four colours', 72, 72);
  return bytesOf(doc);
}

/** One page, which is to be shown turned to the right. */
export function rotatedPdf(): Buffer {
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Rotate 90 /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    stream('0 1 -1 0 595 0 cm BT /F 18 Tf 72 500 Td (Turned to the right) Tj ET'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
}

/** Two pages, of which one is broken: the second, or the first. */
export function halfBrokenPdf(broken: 1 | 2 = 2): Buffer {
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count 2 /Kids [${broken === 2 ? '3 0 R 6 0 R' : '6 0 R 3 0 R'}] >>`,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    stream('BT /F 18 Tf 72 700 Td (The first page is whole) Tj ET'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '(not a page)',
  ]);
}

/** Japanese text in a font that is not embedded. */
export function japanesePdf(): Buffer {
  const text = Buffer.from('引張強さ', 'utf16le').swap16().toString('hex');
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    stream(`BT /F 24 Tf 72 700 Td <${text}> Tj ET`),
    '<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiKakuGo-W5 /Encoding /UniJIS-UTF16-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiKakuGo-W5 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 7 0 R >>',
    '<< /Type /FontDescriptor /FontName /HeiseiKakuGo-W5 /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>',
  ]);
}

/** A picture in JPEG 2000, red on its left half. */
export function jpeg2000Pdf(): Buffer {
  const picture = Buffer.from(redJpeg2000, 'base64');
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>',
    stream('q 400 0 0 400 0 0 cm /I Do Q'),
    stream(
      picture.toString('latin1'),
      '/Type /XObject /Subtype /Image /Width 16 /Height 16 /Filter /JPXDecode',
    ),
  ]);
}

/** A picture in JBIG2, as scanners make them of black and white: black on its left half. */
export function jbig2Pdf(): Buffer {
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>',
    stream('q 400 0 0 400 0 0 cm /I Do Q'),
    stream(
      halfBlackJbig2().toString('latin1'),
      '/Type /XObject /Subtype /Image /Width 16 /Height 16 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode',
    ),
  ]);
}

/** A tagged PDF: a heading, a paragraph, a list, and a picture that says what it shows. */
export function taggedPdf(): Promise<Buffer> {
  const doc = newPdf({ tagged: true, lang: 'en', pdfVersion: '1.7' });
  const standard = doc.struct('Document');
  doc.addStructure(standard);
  standard.add(doc.struct('H1', {}, () => void doc.text('Tightening torque')));
  standard.add(doc.struct('P', {}, () => void doc.text('Bolts are tightened twice.')));
  standard.add(doc.struct('H2', {}, () => void doc.text('Exceptions')));
  const drawn = () => void doc.rect(72, 200, 60, 60).fill();
  standard.add(doc.struct('Figure', { alt: 'A bolt seen from above' }, drawn));
  standard.end();
  return bytesOf(doc);
}

/** Pages with their number, each so large that few pages are in one range. */
export function heavyPdf({ pages, bytesEach }: { pages: number; bytesEach: number }): Buffer {
  const numbers = Array.from({ length: pages }, (_, at) => at + 1);
  const kids = numbers.map((page) => `${3 + page} 0 R`).join(' ');
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...numbers.map(
      (page) =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${3 + pages + page} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
    ),
    ...numbers.map((page) =>
      stream(`BT /F 18 Tf 72 700 Td (Page ${page} of ${pages}) Tj ET\n%${'-'.repeat(bytesEach)}\n`),
    ),
  ]);
}

/**
 * 16 by 16 pixels: the page, and on it one region in the code of fax machines (ITU-T T.88, 7.4;
 * T.6). The first line is nothing white, eight black, and white to the end; each of the others has
 * its three edges below those of the line above.
 */
function halfBlackJbig2(): Buffer {
  const lines = ['001 00110101 000101 1', ...Array.from({ length: 15 }, () => '111')];
  const bits = `${lines.join('').replaceAll(' ', '')}${'000000000001'.repeat(2)}`;
  const coded = (bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? []).map(
    (byte) => Number.parseInt(byte, 2),
  );
  const size = [...uint32(16), ...uint32(16)];
  const origin = [...uint32(0), ...uint32(0)];
  return Buffer.from([
    ...jbig2Segment(0, 48, [...size, ...origin, 0, 0, 0]),
    ...jbig2Segment(1, 38, [...size, ...origin, 0, 1, ...coded]),
  ]);
}

function jbig2Segment(number: number, type: number, data: number[]): number[] {
  const [refersToNone, ofPage] = [0, 1];
  return [...uint32(number), type, refersToNone, ofPage, ...uint32(data.length), ...data];
}

function uint32(value: number): number[] {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
}

export function stream(content: string, entries = ''): string {
  return `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

/** A PDF of these objects, numbered from 1, with a correct cross-reference table. */
export function rawPdf(objects: string[], trailer = ''): Buffer {
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + end, 'latin1');
}

/** The same with its objects, but for streams, in one compressed stream, and a stream as its table. */
export function compactPdf(objects: string[]): Buffer {
  const isPacked = (object: string) => !object.includes('stream');
  const packed = objects.flatMap((object, at) => (isPacked(object) ? { object, at } : []));
  let length = 0;
  const heads = packed.map(({ object, at }) => {
    const head = `${at + 1} ${length} `;
    length += object.length + 1;
    return head;
  });
  const first = heads.join('').length;
  const bodies = packed.map(({ object }) => `${object}\n`).join('');
  const holder = objects.length + 1;
  const all = [
    ...objects,
    stream(heads.join('') + bodies, `/Type /ObjStm /N ${packed.length} /First ${first}`),
  ];
  let file = '%PDF-1.7\n';
  const row = (kind: number, at: number, of: number) =>
    `0${kind}${at.toString(16).padStart(8, '0')}${of.toString(16).padStart(2, '0')}`;
  const rows = all.map((object, at) => {
    const within = packed.findIndex((one) => one.at === at);
    if (within >= 0) return row(2, holder, within);
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return row(1, offset, 0);
  });
  const size = holder + 2;
  const table = [row(0, 0, 0), ...rows, row(1, file.length, 0)].join('');
  const entries = `/Type /XRef /W [1 4 1] /Size ${size} /Root 1 0 R /Filter /ASCIIHexDecode`;
  const end = `${size - 1} 0 obj\n${stream(`${table}>`, entries)}\nendobj\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + end, 'latin1');
}

// 16 by 16 pixels, made with OpenJPEG's opj_compress.
const redJpeg2000 = [
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAEAAAABAAAwcHAAAAAAAPY29s',
  'cgEAAAAAABAAAAEbanAyY/9P/1EALwAAAAAAEAAAABAAAAAAAAAAAAAAABAAAAAQAAAAAAAAAAAAAwcBAQcBAQcBAf9S',
  'AAwAAAABAQEEBAAB/1wAB0BASEhQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAA',
  'oAAB/5PH1EQRUEJ2/IVZ8CGisAAGNCmp6oy/UkYAyNh9IKMViJwsx1gJz7RoJokM80soaCSUyehBy4Bks53/NCPMTF21',
  '1n/fgWAUAEp3DMsZ6wDHnzKYAZMSL0MzyjlYizfQfMErw7AEN9Gs51gLN8pbvgU278HzhwAhbgzOfdgHw+oHACIaDs59',
  '2A3D6gcAIhoOzn3YDf/Z',
].join('');

/** A page that is nothing but a photograph, red on the left and white on the right. */
export function photographedPdf(): Promise<Buffer> {
  const canvas = createCanvas(400, 400);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, 400, 400);
  context.fillStyle = '#c00000';
  context.fillRect(0, 0, 200, 400);
  const doc = newPdf({ size: [400, 400], margin: 0 });
  doc.image(canvas.toBuffer('image/jpeg', 90), 0, 0, { width: 400 });
  return bytesOf(doc);
}

/** A small scan with a page for each of these lines: pictures only, clean, quickly read by OCR. */
export function scannedPdf(...lines: string[]): Promise<Buffer> {
  GlobalFonts.registerFromPath(latinFont, 'scanned');
  const doc = newPdf({ autoFirstPage: false });
  for (const line of lines) {
    const canvas = createCanvas(800, 200);
    const pen = canvas.getContext('2d');
    pen.fillStyle = 'white';
    pen.fillRect(0, 0, 800, 200);
    pen.fillStyle = 'black';
    pen.font = '42px scanned';
    pen.fillText(line, 40, 120);
    doc.addPage({ size: [288, 72], margin: 0 });
    doc.image(canvas.toBuffer('image/jpeg', 90), 0, 0, { width: 288, height: 72 });
  }
  return bytesOf(doc);
}
