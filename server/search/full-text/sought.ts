/** A word of the query, and what else was taken for it. */
export type SoughtWord = {
  /** As they are in the index: the word itself, its parts of words, its corrections. */
  tokens: string[];
  /** Each token stands for all that begin so. */
  isPrefix: boolean;
};

/** What a query seeks: words, and phrases as rows of words. */
export type Sought = SoughtWord[][];
