import type { Box, Doc } from '../pen.ts';

/** Draws one figure into a box of the page. */
export type Figure = (doc: Doc, box: Box, facts: FigureFacts) => void;

export type FigureFacts = {
  /** Gives the word of the document's language for an English word inside a figure. */
  say: (english: string) => string;
  /** Figures with the same seed show the same values. */
  seed: string;
  /** Given where the curve must agree with a table beside it. */
  tensile?: TensileValues;
};

export type TensileValues = { yieldMpa: number; strengthMpa: number; elongationPercent: number };
