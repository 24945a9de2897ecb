import { createCanvas } from '@napi-rs/canvas';
import { buffer } from 'node:stream/consumers';
import PdfDocument from 'pdfkit';
import { randomNumbersFrom } from '../test/random.ts';
import { rawPdf, stream } from '../test/pdfs.ts';

const pages = 120;
const papers = 8;
const [width, height] = [1240, 1754]; // A4 at 150 dots an inch

/** A scan of 120 pages and some 110 MB: pictures of noisy paper, each page an object of its own. */
export async function largeScan(): Promise<Buffer> {
  const noisy = Array.from({ length: papers }, (_, paper) => noisyPaper(paper + 1));
  const pdf = new PdfDocument({ size: 'A4', autoFirstPage: false, margin: 0 });
  const whole = buffer(pdf);
  for (let page = 0; page < pages; page++) {
    pdf.addPage();
    pdf.image(noisy[page % papers] ?? Buffer.alloc(0), 0, 0, { width: 595 });
  }
  pdf.end();
  return whole;
}

function noisyPaper(seed: number): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const random = randomNumbersFrom(seed);
  const image = context.createImageData(width, height);
  for (let at = 0; at < image.data.length; at += 4) {
    image.data.fill(180 + Math.floor(random() * 75), at, at + 3);
    image.data[at + 3] = 255;
  }
  context.putImageData(image, 0, 0);
  context.font = '28px sans-serif';
  for (let line = 0; line < 45; line++) {
    context.fillText(`Paper ${seed}, line ${line}: measured as received`, 120, 150 + line * 34);
  }
  return canvas.toBuffer('image/jpeg', 82);
}

/** A page of Japanese text in a font that is not embedded. */
export function japaneseText(): Buffer {
  const line = Buffer.from('引張強さ及び伸びは規格値を満足しなければならない', 'utf16le').swap16();
  const lines = Array.from({ length: 34 }, () => `<${line.toString('hex')}> Tj 0 -20 Td`);
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    stream(`BT /F 18 Tf 72 760 Td ${lines.join(' ')} ET`),
    '<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiKakuGo-W5 /Encoding /UniJIS-UTF16-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiKakuGo-W5 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 7 0 R >>',
    '<< /Type /FontDescriptor /FontName /HeiseiKakuGo-W5 /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>',
  ]);
}
