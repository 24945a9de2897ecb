import type { DocumentFacts } from '../document-facts.ts';
import type { TensileValues } from '../figures/figure.ts';
import type { FigureName } from '../figures/figures.ts';
import type { Language } from '../texts/words.ts';

/** A standard as it is printed: every choice made, every clause numbered. */
export type Standard = DocumentFacts & {
  language: Language;
  subject: string;
  revisions: Revision[];
  sections: Section[];
};

export type Revision = { doc_rev: string; issued: Date; change: string };

export type Section = {
  number: string;
  title: string;
  blocks: Block[];
  sections: Section[];
  onNewPage?: boolean;
};

/** A piece of a paragraph; `goTo` makes it a link to that clause. */
export type Run = { text: string; goTo?: string };

export type Block =
  | { kind: 'text' | 'note'; runs: Run[] }
  | { kind: 'item'; letter: string; runs: Run[] }
  | { kind: 'table'; caption: string; head: string[]; rows: string[][] }
  | { kind: 'figure'; caption: string; draw: FigureName; seed: string; tensile?: TensileValues };

/** The name of the place in the PDF to which links to this clause lead. */
export function destinationOf(number: string): string {
  return `clause-${number}`;
}

/** Every section with its depth, in the order of the pages. */
export function* sectionsIn(
  sections: Section[],
  depth = 1,
): Generator<{ section: Section; depth: number }> {
  for (const section of sections) {
    yield { section, depth };
    yield* sectionsIn(section.sections, depth + 1);
  }
}
