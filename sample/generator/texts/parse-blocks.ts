import type { TensileValues } from '../figures/figure.ts';
import { type FigureName, isFigureName } from '../figures/figures.ts';
import { checkPlaceholders } from './placeholders.ts';
import { type Line, TextError } from './text-file.ts';

/** A paragraph, an item of a list or a note: one line of the file. */
export type Paragraph = { kind: 'text' | 'item' | 'note'; text: string };
export type FigureText = { draw: FigureName; caption: string; tensile?: TensileValues };
export type TableText = { caption: string; head: string[]; rows: string[][] };

export type HeadingBlock = { kind: 'heading'; depth: number; title: string; key?: string };
export type ContentBlock =
  | Paragraph
  | { kind: 'figure'; figure: FigureText }
  | { kind: 'table'; table: TableText };

/** A block and the line on which it begins. */
export type Placed<Block> = Block & { line: Line };

/**
 * Reads the lines of a text, as sample/texts/README.md describes them. `values` are the computed
 * values that may stand in it.
 */
export function parseBlocks(
  lines: Line[],
  values: readonly string[] = [],
): Placed<HeadingBlock | ContentBlock>[] {
  const blocks: Placed<HeadingBlock | ContentBlock>[] = [];
  lines.forEach((line, at) => {
    if (line.text === '') return;
    checkPlaceholders(line, values);
    if (!isRow(line)) {
      blocks.push({ ...parseBlock(lines, at, line), line });
    } else if (blocks.at(-1)?.kind !== 'table') {
      throw new TextError(line, 'A row needs a line "Table: caption" above its table.');
    }
  });
  return blocks;
}

function parseBlock(lines: Line[], at: number, line: Line): HeadingBlock | ContentBlock {
  const { text } = line;
  if (text.startsWith('#')) return parseHeading(line);
  if (text.startsWith('- ')) return { kind: 'item', text: text.slice(2) };
  if (text.startsWith('> ')) return { kind: 'note', text: text.slice(2) };
  if (text.startsWith('Figure (')) return parseFigure(line);
  if (text.startsWith('Table: ')) return parseTable(line, lines.slice(at + 1));
  if (/^([\s>*+-]|(Figure|Table)\s*:)/.test(text)) {
    throw new TextError(line, `"${text.slice(0, 12)}" does not begin any kind of line.`);
  }
  if ((lines[at - 1]?.text ?? '') !== '') {
    throw new TextError(line, 'A paragraph is one line, with an empty line before it.');
  }
  return { kind: 'text', text };
}

function parseHeading(line: Line): HeadingBlock {
  const [, marks = '', title = '', key] =
    /^(##|###) (.+?)(?: \[([a-z-]+)\])?$/.exec(line.text) ?? [];
  if (title === '') throw new TextError(line, 'A heading is "## Chapter" or "### Clause [key]".');
  return { kind: 'heading', depth: marks.length, title, ...(key === undefined ? {} : { key }) };
}

const figureLine =
  /^Figure \(([a-z-]+)(?:, yield (\d+) MPa, strength (\d+) MPa, elongation (\d+) %)?\): (.+)$/;

function parseFigure(line: Line): ContentBlock {
  const [, draw = '', yieldMpa, strengthMpa, elongationPercent, caption = ''] =
    figureLine.exec(line.text) ?? [];
  if (caption === '') throw new TextError(line, 'A figure is "Figure (name): caption".');
  if (!isFigureName(draw)) throw new TextError(line, `There is no figure "${draw}".`);
  if (yieldMpa === undefined) return { kind: 'figure', figure: { draw, caption } };
  const tensile = {
    yieldMpa: Number(yieldMpa),
    strengthMpa: Number(strengthMpa),
    elongationPercent: Number(elongationPercent),
  };
  return { kind: 'figure', figure: { draw, caption, tensile } };
}

/** The head, a row of dashes, and the rows; empty lines may stand between. */
function parseTable(line: Line, below: Line[]): ContentBlock {
  const caption = line.text.slice('Table: '.length);
  const end = below.findIndex((each) => each.text !== '' && !isRow(each));
  const rowLines = below.slice(0, end === -1 ? below.length : end).filter(isRow);
  const [head = [], dashes = [], ...rows] = rowLines.map(cellsOf);
  if (rows.length === 0 || !dashes.every((cell) => /^-+$/.test(cell))) {
    throw new TextError(line, 'A table has a head, a row of dashes and at least one more row.');
  }
  for (const row of rowLines) {
    const count = cellsOf(row).length;
    if (count !== head.length) {
      throw new TextError(row, `The row has ${count} cells, the head has ${head.length}.`);
    }
  }
  return { kind: 'table', table: { caption, head, rows } };
}

function isRow(line: Line): boolean {
  return line.text.startsWith('|');
}

function cellsOf(row: Line): string[] {
  if (!row.text.endsWith('|')) throw new TextError(row, 'A row ends with "|".');
  const cells = row.text.slice(1, -1).split('|');
  return cells.map((cell) => cell.trim());
}
