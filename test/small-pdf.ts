import { buffer } from 'node:stream/consumers';
import PdfKit from 'pdfkit';

export type SmallPdf = {
  /** The text of each page, or how many pages: each then holds its number. */
  pages: number | string[];
  title?: string;
};

/** Makes a small valid PDF for tests, in milliseconds; the same input gives the same bytes. */
export async function smallPdf({ pages, title = 'Small PDF' }: SmallPdf): Promise<Buffer> {
  const texts =
    typeof pages === 'number'
      ? Array.from({ length: pages }, (_, page) => `Page ${page + 1} of ${pages}`)
      : pages;
  const doc = new PdfKit({
    size: 'A4',
    autoFirstPage: false,
    info: { Title: title, CreationDate: new Date('2026-01-15T08:00:00Z') },
  });
  for (const text of texts) {
    doc.addPage();
    doc.fontSize(18).text(title);
    doc.moveDown().fontSize(11).text(text);
  }
  doc.end();
  return buffer(doc);
}
