import type { Snippet } from '#contract/search.ts';
import type { Sought } from './sought.ts';

/** The part of a page's text that shows best what was sought. */
export function snippetOf(text: string, _sought: Sought): Snippet {
  return { text: text.slice(0, 200), marks: [] };
}
