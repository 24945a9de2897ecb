import type { OcrWord } from '#contract/ocr.ts';
import type { GreyPicture } from '../pdf/draw/draw-grey.ts';

/** What OCR read on a page: its text, and its words line by line. */
export type TsvPage = { text: string; lines: OcrWord[][] };

// Columns of tesseract's TSV: level, page, block, paragraph, line, word, box, confidence, text.
const wordLevel = '5';
const mostLetters = 200_000;

/** The words of tesseract's TSV. A paragraph begins after a blank line, as in tesseract's own text. */
export function readTsv(tsv: string, size: Pick<GreyPicture, 'width' | 'height'>): TsvPage {
  const lines: OcrWord[][] = [];
  const texts: string[] = [];
  let [lastParagraph, lastLine] = ['', ''];
  let letters = 0;
  for (const row of tsv.split('\n')) {
    const [level, , block, paragraph, line, , ...rest] = row.split('\t');
    const word = rest[5]?.trim() ?? '';
    if (level !== wordLevel || word === '') continue;
    letters += word.length + 1;
    if (letters > mostLetters) break;
    const inParagraph = `${block} ${paragraph}`;
    const inLine = `${inParagraph} ${line}`;
    if (inLine !== lastLine) {
      if (lines.length > 0 && inParagraph !== lastParagraph) texts.push('');
      lines.push([]);
      texts.push('');
    }
    [lastParagraph, lastLine] = [inParagraph, inLine];
    lines.at(-1)?.push([word, ...boxOf(rest.slice(0, 4).map(Number), size)]);
    texts.push(`${texts.pop()} ${word}`.trimStart());
  }
  return { text: texts.join('\n'), lines };
}

type Box = [number, number, number, number];

function boxOf(pixels: number[], { width, height }: Pick<GreyPicture, 'width' | 'height'>): Box {
  const [left = 0, top = 0, across = 0, down = 0] = pixels;
  return [share(left, width), share(top, height), share(across, width), share(down, height)];
}

function share(pixels: number, of: number): number {
  return Math.max(0, Math.min(10_000, Math.round((10_000 * pixels) / of) || 0));
}
