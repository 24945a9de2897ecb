import type { PdfHeading } from './text/headings.ts';
import type { PdfFurniture } from './text/words.ts';

/** Raised when the extraction changes: contents that an earlier version read are then read again. */
export const extractionVersion = 11;

/** What was read from a PDF, or why it cannot be read. */
export type PdfFacts =
  /** `isRetried`: another process may be able to read it, so it is read again after a restart. */
  | { state: 'broken'; fault: string; isRetried?: true }
  | { state: 'encrypted' }
  | {
      state: 'readable';
      /** All pages of the file; of very long files not all are read. */
      pages: number;
      /** Says that not all pages are read; null if all are. */
      fault: string | null;
      title: string | null;
      /** Runs of pages of one size, in points. */
      page_sizes: { pages: number; width: number; height: number }[];
      /** The text of each page that is read. */
      texts: string[];
      /** The words of each page with their positions; see words.ts. */
      words: Uint8Array;
      /** Null in a document without text. */
      headings: PdfHeading[] | null;
      furniture: PdfFurniture[] | null;
      /** Every page can be read, and the last is not empty; a truncated file fails this. */
      isWhole: boolean;
    };
