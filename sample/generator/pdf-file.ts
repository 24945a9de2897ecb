import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import PdfKit from 'pdfkit';

export type PdfOptions = {
  title: string;
  subject: string;
  author: string;
  keywords: string;
  /** A BCP 47 tag, by which screen readers choose their voice. */
  language: string;
  issued: Date;
  size: 'A4' | 'LETTER' | [width: number, height: number];
  margins: { top: number; bottom: number; left: number; right: number };
};

/** Streams one PDF to `path`; `draw` adds the pages. */
export async function writePdf(
  path: string,
  options: PdfOptions,
  draw: (doc: PDFKit.PDFDocument) => void | Promise<void>,
): Promise<void> {
  const doc = new PdfKit({
    size: options.size,
    margins: options.margins,
    lang: options.language,
    pdfVersion: '1.7',
    displayTitle: true,
    autoFirstPage: false,
    font: '', // pdfkit would load Helvetica first, whether it is used or not
    // "Page 3 of 12" and the contents are written when the last page is known.
    bufferPages: true,
    info: {
      Title: options.title,
      Subject: options.subject,
      Author: options.author,
      Keywords: options.keywords,
      Creator: 'EGD Library sample',
      // pdfkit derives the file's ID from these fields: fixed dates make the bytes the same.
      CreationDate: options.issued,
      ModDate: options.issued,
    },
  });
  const written = pipeline(doc, createWriteStream(path));
  try {
    await draw(doc);
    doc.end();
  } catch (error) {
    // Without this the half-written stream would keep the file open.
    doc.emit('error', error);
    await written.catch(() => undefined);
    throw error;
  }
  await written;
}
