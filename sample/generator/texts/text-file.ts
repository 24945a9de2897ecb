import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const sampleFolder = join(import.meta.dirname, '..', '..');

/** A line of a data file, with its place: an error has to say where to look. */
export type Line = { file: string; number: number; text: string };

/** Something in a data file that cannot be understood. */
export class TextError extends Error {
  constructor(line: Pick<Line, 'file' | 'number'>, problem: string) {
    super(`sample/${line.file}, line ${line.number}: ${problem}`);
    this.name = 'TextError';
  }
}

/** `file` is a path below sample/, such as texts/words/en.txt. */
export function readSampleFile(file: string): string {
  return readFileSync(join(sampleFolder, file), 'utf8');
}

export function linesOf(file: string, content: string): Line[] {
  const texts = content.split(/\r?\n/);
  if (texts.at(-1) === '') texts.pop();
  return texts.map((text, at) => ({ file, number: at + 1, text: text.trimEnd() }));
}
