import type { Snippet } from '#contract/search.ts';

/**
 * What the viewer is to mark on a page that was found: the words of the search; where the page has
 * others instead (`NV 50180` for nv50180, `hydrogen` for hydrogenn, `Maße` for masse), those.
 */
export function wordsOnPage(words: readonly string[], { text, marks }: Snippet): readonly string[] {
  const marked = new Map<string, string>();
  for (const [from, to] of marks) marked.set(plain(text.slice(from, to)), text.slice(from, to));
  const kept = words.filter((word) =>
    [...marked.keys()].some((mark) => mark.includes(plain(word))),
  );
  const others = [...marked].filter(([mark]) => !kept.some((word) => mark.includes(plain(word))));
  return others.length === 0 ? words : [...kept, ...others.map(([, mark]) => mark)];
}

/** As pdf.js compares texts: in any letter case, with accents or without. */
function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}
