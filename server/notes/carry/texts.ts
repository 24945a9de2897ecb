import type { Box } from '#contract/redline.ts';
import type { RedlineToken } from '../../redline/engine/tokens.ts';

/** A note that is to be carried over, as its table has it; pages from 1. */
export type OlderNote = {
  id: number;
  isHighlight: boolean;
  page: number;
  rects: Box[];
  /** The page of its last word. */
  last_page: number;
  first_word: number | null;
  last_word: number | null;
  quote: string;
  text_before: string;
  text_after: string;
};

/** Both sides as tokens; `newerOf` has the newer token of each older one, or -1. */
export type Texts = {
  older: readonly RedlineToken[];
  newer: readonly RedlineToken[];
  newerOf: Int32Array;
  olderOf: Int32Array;
};

/** A place in the newer text, and which words of the older one were found there. */
export type FoundQuote = {
  first: number;
  end: number;
  score: number;
  pairs: [older: number, newer: number][];
};

/** The words of a note and those around them; `first` and `end` are null where the older text is not known. */
export type Quote = {
  first: number | null;
  end: number | null;
  keys: string[];
  before: string[];
  after: string[];
};
