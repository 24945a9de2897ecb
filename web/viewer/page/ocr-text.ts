import type { OcrWord } from '#contract/ocr.ts';
import type { PDFDocumentProxy, PDFPageProxy } from '../pdf-js/pdf-js.ts';

/** What OCR read on pages of the document from one on: at most `ocrPagesAtOnce`, or null if it cannot be asked now. */
export type ReadOcr = (from: number) => Promise<readonly OcrPage[] | null>;
type OcrPage = { page: number; lines: OcrWord[][] };

/** A part of the text of a page, as pdf.js gives it. */
type TextPart = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;
type TextItem = Extract<TextPart['items'][number], { str: string }>;

/** As the server answers; see server/ocr/routes.ts. */
const ocrPagesAtOnce = 20;

/**
 * Gives pages without text of their own what OCR read on them: pdf.js then finds, marks and selects it
 * as any other text, each word at its place. `onRead` is called when there is such a page.
 */
export function addOcrText(pdf: PDFDocumentProxy, readOcr: ReadOcr, onRead: () => void): void {
  const asked = new Map<number, ReturnType<ReadOcr>>();
  async function linesOf(page: number): Promise<OcrWord[][]> {
    const from = page - ((page - 1) % ocrPagesAtOnce);
    const answer = asked.get(from) ?? readOcr(from);
    asked.set(from, answer);
    const pages = await answer;
    if (pages === null) asked.delete(from); // asked again for the next page
    return pages?.find((one) => one.page === page)?.lines ?? [];
  }

  const getPage = pdf.getPage.bind(pdf);
  const wrapped = new WeakSet<PDFPageProxy>();
  pdf.getPage = async (number) => {
    const page = await getPage(number);
    if (wrapped.has(page)) return page;
    wrapped.add(page);
    const streamText = page.streamTextContent.bind(page);
    page.streamTextContent = (options) =>
      withOcrText(streamText(options), async () => {
        const lines = await linesOf(number);
        if (lines.length > 0) onRead();
        return textOfWords(lines, page);
      });
    return page;
  };
}

function withOcrText(
  own: ReadableStream<TextPart>,
  readWords: () => Promise<TextPart>,
): ReadableStream<TextPart> {
  let hasText = false;
  const reader = own.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await reader.read();
      if (!done) {
        hasText ||= value.items.some((item) => 'str' in item && item.str.trim() !== '');
        controller.enqueue(value);
        return;
      }
      if (!hasText) controller.enqueue(await readWords());
      controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const fontName = 'ocr';
// pdf.js puts the top of a letter this share of its height above the base line, and the box of a word ends below it.
const ascent = 0.85;
const wholeShare = 10_000;

/** Words at their places, with blanks between them and the ends of lines. */
function textOfWords(lines: readonly OcrWord[][], page: PDFPageProxy): TextPart {
  const viewport = page.getViewport({ scale: 1 });
  const [across, down] = [viewport.width / wholeShare, viewport.height / wholeShare];
  const itemOf = (str: string, box: [number, number, number, number]): TextItem => {
    const [left, top, width, height] = box;
    const place = [left * across, (top + ascent * height) * down] as const;
    return {
      str,
      dir: 'ltr',
      width: width * across,
      height: height * down,
      transform: placedAt(page, place, height * down),
      fontName,
      hasEOL: false,
    };
  };
  const items = lines.flatMap((line) =>
    line.flatMap(([word, left, top, width, height], at) => {
      const next = line[at + 1];
      const end = left + width;
      const gap = Math.max(1, (next?.[1] ?? end) - end);
      const item = itemOf(word, [left, top, width, height]);
      if (next === undefined) return [{ ...item, hasEOL: true }];
      return [item, itemOf(' ', [end, top, gap, height])];
    }),
  );
  const style = { ascent, descent: ascent - 1, vertical: false, fontFamily: 'sans-serif' };
  return { items, styles: { [fontName]: style }, lang: null };
}

/** The matrix of a letter in the page's own units, whose page may be turned. */
function placedAt(page: PDFPageProxy, [x, y]: readonly [number, number], size: number): number[] {
  const viewport = page.getViewport({ scale: 1 });
  const [x0 = 0, y0 = 0] = viewport.convertToPdfPoint(x, y);
  const [x1 = 0, y1 = 0] = viewport.convertToPdfPoint(x + size, y);
  const [x2 = 0, y2 = 0] = viewport.convertToPdfPoint(x, y - size);
  return [x1 - x0, y1 - y0, x2 - x0, y2 - y0, x0, y0];
}
