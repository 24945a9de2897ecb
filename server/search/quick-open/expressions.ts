import { fragment } from './tokens.ts';

/** A part of an FTS5 query; null finds nothing. */
export type Expression = string | null;

// Tokens are letters and digits behind our own signs: there is no quotation mark in them.
export function quoted(token: string): string {
  return `"${token}"`;
}

export function any(expressions: readonly string[]): Expression {
  return expressions.length === 0 ? null : `(${[...new Set(expressions)].join(' OR ')})`;
}

export function all(expressions: readonly Expression[]): Expression {
  const every = expressions.filter((one) => one !== null);
  return every.length < expressions.length || every.length === 0
    ? null
    : `(${every.join(' AND ')})`;
}

/** All fragments that a text is made of; few, as they may not overlap but at the end. */
export function allFragments(text: string, length: number): string {
  const fragments: string[] = [];
  for (let from = 0; from < text.length; from += length) {
    const start = Math.max(0, Math.min(from, text.length - length));
    fragments.push(quoted(fragment(text.slice(start, start + length))));
  }
  return `(${fragments.join(' AND ')})`;
}
