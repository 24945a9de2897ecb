import { type ContentBlock, parseBlocks } from './parse-blocks.ts';
import { TextError, linesOf, readSampleFile } from './text-file.ts';

export type HandbookText = {
  /** The paragraph with which the part on a family of metals begins. */
  family: string;
  sheetTitle: string;
  /** The sheet of one grade. A row of a table that names {element} stands for all elements. */
  sheet: ContentBlock[];
};

const values = [
  'grades',
  'name',
  'use',
  'thinnest',
  'thickest',
  'element',
  'least',
  'most',
  'deviation',
  'strength',
  'yield',
  'elongation',
  'modulus',
  'density',
  'hardness',
  'fatigue',
];

export function readHandbookText(): HandbookText {
  const file = 'texts/handbook.md';
  const [family, heading, ...sheet] = parseBlocks(linesOf(file, readSampleFile(file)), values);
  if (family?.kind !== 'text' || heading?.kind !== 'heading') {
    const problem = 'First comes the paragraph on a family, then the heading of a sheet.';
    throw new TextError({ file, number: 1 }, problem);
  }
  const content = sheet.map((block) => {
    if (block.kind !== 'heading') return block;
    throw new TextError(block.line, 'The sheet has one heading only.');
  });
  return { family: family.text, sheetTitle: heading.title, sheet: content };
}
