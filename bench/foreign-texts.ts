import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Block } from '../test/edited-texts.ts';

export type ForeignPair = { name: string; from: Block[]; to: Block[] };

/** The pairs `NAME-from.md` and `NAME-to.md` of a folder: texts of others in two editions, which whoever measures fetches. */
export function foreignPairs(dir: string): ForeignPair[] {
  const names = readdirSync(dir).flatMap((file) => /^(.+)-from\.md$/.exec(file)?.[1] ?? []);
  const read = (file: string) => blocksOf(readFileSync(path.join(dir, file), 'utf8'));
  return names.map((name) => ({ name, from: read(`${name}-from.md`), to: read(`${name}-to.md`) }));
}

/** Markdown without its inline marks. */
function blocksOf(markdown: string): Block[] {
  const parts = markdown
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replaceAll(/^```.*\n([\s\S]*?)^```/gm, (_, code: string) => `\n\n${fenced(code)}\n\n`)
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)|\n(?=#)|(?<=^#.*)\n/m);
  return parts.flatMap((part) => blockOf(part.replaceAll('\n\u2028', '\n')) ?? []);
}

const fenced = (code: string) => `\u2028${code.trim().replaceAll('\n', '\n\u2028')}`;

function blockOf(part: string): Block | null {
  const lines = part.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line));
  const [first] = lines;
  if (first === undefined) return null;
  if (part.startsWith('\u2028')) return { kind: 'code', lines: lines.map(clean) };
  if (lines.length > 2 && lines.every((line) => line.includes('|'))) {
    const rows = lines.map((line) =>
      line
        .replace(/^\||\|$/g, '')
        .split('|')
        .map(clean),
    );
    return { kind: 'table', caption: '', rows };
  }
  const text = clean(lines.join(' ').replace(/^\s*(?:#+|[-*])\s+/, ''));
  const [number = '', ...title] = text.split(' ');
  if (text === '') return null;
  if (first.startsWith('#'))
    return {
      kind: 'heading',
      level: first.startsWith('##') ? 2 : 1,
      number,
      text: title.join(' '),
    };
  return /^\s*[-*]\s/.test(first)
    ? { kind: 'item', marker: '', text }
    : { kind: 'paragraph', text };
}

const clean = (text: string) =>
  text
    .replaceAll(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replaceAll(/<\/?[a-z][^>]*>/gi, '')
    .replaceAll(/\*\*|__|`|\\/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
