import { recall, remember } from '../../remembered.ts';

const setting = 'last-place';
/** A longer name is not kept: cookies are sent with every request. */
const mostLetters = 300;

/** The document that a reader had open last, by its file, and its page. */
export function rememberPlace(user: string, file: string, page: number): void {
  if (file.length <= mostLetters) remember(user, setting, `${page} ${file}`);
}

export function recallPlace(user: string): { file: string; page: number } | null {
  const [, page, file] = /^(\d+) (.+)$/.exec(recall(user, setting) ?? '') ?? [];
  return file === undefined ? null : { file, page: Number(page) };
}
