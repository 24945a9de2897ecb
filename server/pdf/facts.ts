/** Raised when the same bytes give other facts: contents that were read before are then read again. */
export const extractionVersion = 3;

/** What is read from a PDF, or why it cannot be. */
export type PdfFacts =
  | { state: 'broken'; fault: string }
  | { state: 'encrypted' }
  | {
      state: 'readable';
      title: string | null;
      /** Runs of pages of one size, in points. */
      page_sizes: { pages: number; width: number; height: number }[];
      /** The text of each page; as many as there are pages. */
      texts: string[];
      /** The words of each page with their places; see words.ts. */
      words: Uint8Array;
      /** Every page can be read, and the last is not empty: what was cut off lacks something at its end. */
      isWhole: boolean;
    };
