/** Raised when the same bytes give other facts: contents that were read before are then read again. */
export const extractionVersion = 3;

/** What is read from a PDF, or why it cannot be. */
export type PdfFacts =
  | { state: 'broken'; fault: string }
  | { state: 'encrypted' }
  | {
      state: 'readable';
      /** How many there are; of very long files not all are read. */
      pages: number;
      /** That not all is read; null when it is. */
      fault: string | null;
      title: string | null;
      /** Runs of pages of one size, in points. */
      page_sizes: { pages: number; width: number; height: number }[];
      /** The text of each page that is read. */
      texts: string[];
      /** The words of each page with their places; see words.ts. */
      words: Uint8Array;
      /** Every page can be read, and the last is not empty: what was cut off lacks something at its end. */
      isWhole: boolean;
    };
