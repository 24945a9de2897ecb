import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { smallPdf } from '../sample/small-pdf.ts';
import { writeSampleFiles } from '../sample/write-sample.ts';

const scanPages = 120;
const scanMb = 110;

/** The documents that readers wait for: a long scan, a handbook of text, and a short standard. */
export async function viewerFiles(): Promise<Record<'scan' | 'text' | 'short', Buffer>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'egd-library-bench-'));
  try {
    await writeSampleFiles(folder);
    const text = await readFile(path.join(folder, 'TRK 06-011_EN_04.pdf')); // 327 pages
    return { scan: await scanPdf(), text, short: await smallPdf({ pages: 12 }) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Pages as a scanner writes them: each with its picture behind it, so that they lie far apart. */
async function scanPdf(): Promise<Buffer> {
  const picture = await noisyPicture((scanMb * 1e6) / scanPages);
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (part: string | Buffer) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    parts.push(bytes);
    length += bytes.length;
  };
  const object = (number: number, ...content: (string | Buffer)[]) => {
    offsets[number] = length;
    write(`${number} 0 obj\n`);
    for (const part of content) write(part);
    write('\nendobj\n');
  };
  write('%PDF-1.4\n');
  const numbers = Array.from({ length: scanPages }, (_, at) => 3 + 3 * at);
  for (const page of numbers) {
    const drawing = 'q 595 0 0 842 0 0 cm /I Do Q';
    object(
      page,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${page + 1} 0 R /Resources << /XObject << /I ${page + 2} 0 R >> >> >>`,
    );
    object(page + 1, `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`);
    object(
      page + 2,
      `<< /Type /XObject /Subtype /Image /Width 1240 /Height 1754 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${picture.length} >>\nstream\n`,
      picture,
      '\nendstream',
    );
  }
  object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  const kids = numbers.map((page) => `${page} 0 R`).join(' ');
  object(2, `<< /Type /Pages /Count ${scanPages} /Kids [${kids}] >>`);
  const start = length;
  const size = 3 + 3 * scanPages;
  write(`xref\n0 ${size}\n0000000000 65535 f \n`);
  for (let at = 1; at < size; at++) write(`${String(offsets[at]).padStart(10, '0')} 00000 n \n`);
  write(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}

/** A JPEG of about so many bytes: as with dust on the glass, noise is what fills it. */
async function noisyPicture(bytes: number): Promise<Buffer> {
  const canvas = createCanvas(1240, 1754);
  const context = canvas.getContext('2d');
  const image = context.createImageData(1240, 1754);
  let chance = 1;
  for (let at = 0; at < image.data.length; at += 4) {
    chance = (Math.imul(chance, 1_103_515_245) + 12_345) >>> 0;
    const grey = 200 + (chance >>> 26);
    image.data.fill(grey, at, at + 3);
    image.data[at + 3] = 255;
  }
  context.putImageData(image, 0, 0);
  for (let quality = 98; quality > 40; quality -= 4) {
    const jpeg = await canvas.encode('jpeg', quality);
    if (jpeg.length < bytes) return Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]);
  }
  throw new Error('No JPEG is as small as that.');
}
