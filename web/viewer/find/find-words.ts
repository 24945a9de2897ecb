const key = 'find-words';

/** What was looked for last, in any document. Kept until the window is closed or the reader logs out. */
export function rememberedWords(): string {
  return sessionStorage.getItem(key) ?? '';
}

export function rememberWords(words: string): void {
  sessionStorage.setItem(key, words);
}

// More is a paragraph to copy, not words to find.
const maxCharacters = 200;

/** The text that is selected on the page; empty when there is none, or too much of it. */
export function selectedWords(): string {
  const selection = window.getSelection();
  const isOnPage = selection?.anchorNode?.parentElement?.closest('[data-pages]') != null;
  if (selection === null || !isOnPage) return '';
  const words = selection
    .toString()
    .replaceAll(/(?<=\p{L}-)\s*\n\s*/gu, '') // a word that is broken at the end of a line
    .replaceAll(/\s+/g, ' ')
    .trim();
  return words.length > maxCharacters ? '' : words;
}
