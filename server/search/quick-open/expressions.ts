import { quoted } from '../engine.ts';
import { fragment } from './tokens.ts';

/** All fragments that a text is made of; few, as they may not overlap but at the end. */
export function allFragments(text: string, length: number): string {
  const fragments: string[] = [];
  for (let from = 0; from < text.length; from += length) {
    const start = Math.max(0, Math.min(from, text.length - length));
    fragments.push(quoted(fragment(text.slice(start, start + length))));
  }
  return `(${fragments.join(' AND ')})`;
}
