import type { TensileValues } from '../generator/figures/figure.ts';
import type { FigureName } from '../generator/figures/figures.ts';

/**
 * What a standard says about one subject, written once and varied for every number:
 * `{8|10|12}` is one of these, chosen by number and revision; `[key]` is the number of the clause
 * with that key; `[table]` and `[figure]` are those of the same clause. A paragraph that begins
 * with `- ` is a list item, with `! ` a note.
 */
export type Topic = {
  title: string;
  scope: string[];
  references: string[];
  terms: string[];
  chapters: Chapter[];
};

export type Chapter = { title: string; clauses: Clause[] };

/** A clause without a key may be left out, so that two standards on one subject differ. */
export type Clause = {
  title: string;
  key?: string;
  text: string[];
  table?: TableText;
  figure?: { draw: FigureName; caption: string; tensile?: TensileValues };
};

/** Cells are parted by `;`. */
type TableText = { caption: string; head: string; rows: string[] };
