import { type Canvas, GlobalFonts, type SKRSContext2D, createCanvas } from '@napi-rs/canvas';
import { randomNumbers } from './random.ts';
import type { DocumentFacts } from './document-facts.ts';
import { pictureFontPaths } from './fonts.ts';
import { writePdf } from './pdf-file.ts';
import { linesOf, readSampleFile } from './texts/text-file.ts';

const dotsPerInch = 110;
const width = Math.round(8.27 * dotsPerInch);
const height = Math.round(11.69 * dotsPerInch);

/** Writes a typewritten document as old scanners saved it: grey pictures, tilted, without text. */
export async function writeScanPdf(path: string, scan: DocumentFacts): Promise<void> {
  const fonts = pictureFontPaths();
  GlobalFonts.registerFromPath(fonts.typewriter, 'sample typewriter');
  GlobalFonts.registerFromPath(fonts.plain, 'sample plain');
  const options = {
    title: `${scan.doc_num} ${scan.title}`,
    subject: 'Scanned document',
    author: scan.issuer,
    keywords: `${scan.doc_num}, ${scan.doc_rev}`,
    language: 'en',
    issued: scan.issued,
    size: 'A4' as const,
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
  };
  await writePdf(path, options, async (doc) => {
    const pages = readPages();
    for (const at of pages.keys()) {
      const next = randomNumbers(scan.doc_num, at);
      const picture = scanPage(typePage(scan, pages, at), next);
      doc.addPage();
      doc.image(await picture.encode('jpeg', 62), 0, 0, {
        width: doc.page.width,
        height: doc.page.height,
      });
    }
  });
}

/** The lines of each page. A line of dashes is drawn as a rule, [stamp] as a stamp. */
function readPages(): string[][] {
  const file = 'texts/scan.txt';
  const pages: string[][] = [[]];
  for (const { text } of linesOf(file, readSampleFile(file))) {
    if (text === '==== page ====') pages.push([]);
    else pages.at(-1)?.push(text);
  }
  return pages;
}

function typePage(scan: DocumentFacts, pages: string[][], at: number): Canvas {
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#f1f0ec';
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = pen.strokeStyle = '#26262a';
  pen.font = '21px "sample plain"';
  pen.fillText(scan.issuer.toUpperCase(), 100, 100);
  pen.font = '16px "sample typewriter"';
  const day = scan.issued.toISOString().slice(0, 10);
  pen.fillText(`INSTRUCTION ${scan.doc_num}   REV ${scan.doc_rev}   ${day}`, 100, 130);
  pen.fillText(`SHEET ${at + 1} OF ${pages.length}`, width - 230, 130);
  pen.fillRect(100, 146, width - 200, 2);
  let y = 190;
  if (at === 0) {
    pen.font = '18px "sample typewriter"';
    pen.fillText(scan.title.toUpperCase(), 100, y);
    y += 50;
  }
  pen.font = '16.5px "sample typewriter"';
  for (const line of pages[at] ?? []) {
    const isRule = /^-+$/.test(line);
    if (isRule) pen.fillRect(160, y - 14, width - 330, 1.4);
    else pen.fillText(line.replace('[stamp]', ''), 100, y);
    if (line.includes('[stamp]')) drawStamp(pen, y);
    y += isRule ? 12 : 27;
  }
  for (const hole of [0.31, 0.69]) {
    pen.beginPath();
    pen.arc(42, height * hole, 15, 0, Math.PI * 2);
    pen.fillStyle = '#55565a';
    pen.fill();
  }
  return canvas;
}

function drawStamp(pen: SKRSContext2D, y: number): void {
  pen.save();
  pen.translate(width - 290, y - 30);
  pen.rotate(-0.14);
  pen.strokeStyle = pen.fillStyle = '#6a6a70';
  pen.lineWidth = 3;
  pen.strokeRect(-70, -36, 220, 72);
  pen.font = '30px "sample plain"';
  pen.fillText('RELEASED', -42, 12);
  pen.restore();
}

/** Makes the page look scanned: tilted a little, with dust, uneven light and noise. */
function scanPage(sheet: Canvas, next: () => number): Canvas {
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#c9c8c4';
  pen.fillRect(0, 0, width, height);
  pen.translate(width / 2, height / 2);
  pen.rotate((next() - 0.35) * 0.035);
  pen.drawImage(sheet, -width / 2 + (next() - 0.5) * 10, -height / 2 + (next() - 0.5) * 10);
  pen.resetTransform();
  pen.fillStyle = '#3a3a3c';
  for (let speck = 0; speck < 90; speck++) {
    pen.fillRect(next() * width, next() * height, 1 + next() * 1.6, 1 + next() * 1.6);
  }
  const image = pen.getImageData(0, 0, width, height);
  const { data } = image;
  for (let at = 0; at < data.length; at += 4) {
    const x = (at / 4) % width;
    const shade = 10 * (x / width) + (next() - 0.5) * 26;
    data[at] = data[at + 1] = data[at + 2] = (data[at] ?? 0) - shade;
  }
  pen.putImageData(image, 0, 0);
  return canvas;
}
