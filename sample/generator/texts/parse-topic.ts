import {
  type ContentBlock,
  type FigureText,
  type HeadingBlock,
  type Paragraph,
  type Placed,
  type TableText,
  parseBlocks,
} from './parse-blocks.ts';
import { checkPlaceholders } from './placeholders.ts';
import { type Line, TextError, linesOf } from './text-file.ts';

/** What a standard says about one subject, written once and varied for every number. */
export type Topic = {
  title: string;
  references: string[];
  terms: string[];
  scope: Paragraph[];
  chapters: Chapter[];
};

export type Chapter = { title: string; clauses: Clause[] };

/** A clause without a key may be left out, so that two standards on one subject differ. */
export type Clause = {
  title: string;
  key?: string;
  text: Paragraph[];
  figure?: FigureText;
  table?: TableText;
};

/** Reads a topic: its front matter, its scope and its chapters. */
export function parseTopic(file: string, content: string): Topic {
  const lines = linesOf(file, content);
  const end = lines.findIndex((line, at) => at > 0 && line.text === '---');
  if (lines[0]?.text !== '---' || end === -1) {
    throw new TextError({ file, number: 1 }, 'A topic begins with its title between two "---".');
  }
  const blocks = parseBlocks(lines.slice(end + 1));
  const firstHeading = blocks.findIndex((block) => block.kind === 'heading');
  const scope = blocks.slice(0, firstHeading === -1 ? blocks.length : firstHeading);
  return {
    ...parseFrontMatter(file, lines.slice(1, end)),
    scope: scope.map((block) => paragraphOf(block, new Set())),
    chapters: chaptersOf(file, blocks.slice(scope.length)),
  };
}

/** Reads a file that has chapters only. */
export function parseChapters(file: string, content: string): Chapter[] {
  return chaptersOf(file, parseBlocks(linesOf(file, content)));
}

/** `title: …`, then the lists `references:` and `terms:`, an item a line. */
function parseFrontMatter(
  file: string,
  lines: Line[],
): Pick<Topic, 'title' | 'references' | 'terms'> {
  const lists: Pick<Topic, 'references' | 'terms'> = { references: [], terms: [] };
  let title = '';
  let list: string[] | undefined;
  for (const line of lines) {
    checkPlaceholders(line);
    const [, name = '', value = ''] = /^([a-z]+):(?: (.+))?$/.exec(line.text) ?? [];
    if (line.text.startsWith('- ') && list !== undefined) list.push(line.text.slice(2));
    else if (name === 'title' && value !== '') title = value;
    else if ((name === 'references' || name === 'terms') && value === '') list = lists[name];
    else throw new TextError(line, 'Known are "title: …", "references:", "terms:" and "- item".');
  }
  for (const [name, value] of Object.entries({ title, ...lists })) {
    if (value.length === 0) throw new TextError({ file, number: 1 }, `There is no "${name}".`);
  }
  return { title, ...lists };
}

type Part = { heading: Placed<HeadingBlock>; content: Placed<ContentBlock>[] };

function chaptersOf(file: string, blocks: Placed<HeadingBlock | ContentBlock>[]): Chapter[] {
  const parts = partsOf(blocks);
  const keys = keysOf(parts);
  const chapters: Chapter[] = [];
  for (const part of parts) {
    const { title, depth, line } = part.heading;
    const chapter = chapters.at(-1);
    if (/[{}]/.test(title)) throw new TextError(line, 'A heading has no choices.');
    if (depth === 3 && chapter === undefined) {
      throw new TextError(line, 'A clause needs a chapter ("## Title") above it.');
    }
    if (depth === 3) chapter?.clauses.push(clauseOf(part, keys));
    else chapters.push(emptyChapterOf(part));
  }
  if (chapters.length === 0) throw new TextError({ file, number: 1 }, 'There is no chapter.');
  return chapters;
}

function partsOf(blocks: Placed<HeadingBlock | ContentBlock>[]): Part[] {
  const parts: Part[] = [];
  for (const block of blocks) {
    const part = parts.at(-1);
    if (block.kind === 'heading') parts.push({ heading: block, content: [] });
    else if (part === undefined)
      throw new TextError(block.line, 'A text needs a heading above it.');
    else part.content.push(block);
  }
  return parts;
}

function keysOf(parts: Part[]): Set<string> {
  const keys = new Set<string>();
  for (const { key, line } of parts.map((part) => part.heading)) {
    if (key === undefined) continue;
    if (keys.has(key) || key === 'table' || key === 'figure') {
      throw new TextError(line, `[${key}] already has a meaning in this file.`);
    }
    keys.add(key);
  }
  return keys;
}

function emptyChapterOf({ heading, content: [first] }: Part): Chapter {
  if (heading.key !== undefined) throw new TextError(heading.line, 'Only a clause has a key.');
  if (first !== undefined)
    throw new TextError(first.line, 'A text needs a clause ("### Title") above it.');
  return { title: heading.title, clauses: [] };
}

function clauseOf({ heading, content }: Part, keys: Set<string>): Clause {
  const { title, key, line } = heading;
  const paragraphs = content.slice();
  const table = paragraphs.at(-1)?.kind === 'table' ? paragraphs.pop() : undefined;
  const figure = paragraphs.at(-1)?.kind === 'figure' ? paragraphs.pop() : undefined;
  if (paragraphs.length === 0) throw new TextError(line, 'A clause has at least one paragraph.');
  const known = new Set(keys);
  if (table !== undefined) known.add('table');
  if (figure !== undefined) known.add('figure');
  const clause: Clause = { title, text: paragraphs.map((block) => paragraphOf(block, known)) };
  if (key !== undefined) clause.key = key;
  if (figure?.kind === 'figure') clause.figure = figure.figure;
  if (table?.kind === 'table') clause.table = table.table;
  return clause;
}

/** A paragraph whose references, such as [table] or [classes], all lead to something. */
function paragraphOf(block: Placed<HeadingBlock | ContentBlock>, known: Set<string>): Paragraph {
  if (block.kind !== 'text' && block.kind !== 'item' && block.kind !== 'note') {
    throw new TextError(block.line, 'Paragraphs come first, then one figure, then one table.');
  }
  for (const [reference, name = ''] of block.text.matchAll(/\[([^\]]*)\]/g)) {
    if (!known.has(name)) throw new TextError(block.line, `${reference} leads to nothing here.`);
  }
  return { kind: block.kind, text: block.text };
}
