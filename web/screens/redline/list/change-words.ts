import type { Place, RedlineChange } from '#contract/redline.ts';
import { effectOf, kindWords } from '#contract/redline-words.ts';

/** The most letters of a text that a list shows. */
const mostLetters = 300;

/** The beginning of a long text, up to the end of a word. */
export function shortened(text: string, most = mostLetters): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const end = line.lastIndexOf(' ', most);
  return `${line.slice(0, end > most / 2 ? end : most).trimEnd()}…`;
}

/** Where a change is: `page 3`, or `page 3 → 4` where that differs between the sides. */
export function pagesOf({ kind, from, to }: RedlineChange): string {
  const [older, newer] = [firstPage(from), firstPage(to)];
  if (kind === 'inserted') return `page ${newer}`;
  if (kind === 'deleted') return `page ${older}`;
  return older === newer ? `page ${newer}` : `page ${older} → ${newer}`;
}

export function firstPage(places: readonly Place[]): number {
  return places[0]?.page ?? 1;
}

/** A change in one sentence, to be read aloud. */
export function sentenceOf(change: RedlineChange): string {
  const { kind, clause } = change;
  const facts = [kindWords[kind].name, clause, change.row, pagesOf(change), effectOf(change)];
  const where = facts.filter((fact) => fact !== null && fact !== '').join(', ');
  return `${where}: ${textsOf(change)}`;
}

function textsOf({ kind, weight, from_text, to_text }: RedlineChange): string {
  const [older, newer] = [shortened(from_text), shortened(to_text)];
  if (older === '' && newer === '') return weight === 'picture' ? 'the picture' : 'no text';
  if (kind === 'moved' || older === newer) return newer || older;
  if (older === '') return newer;
  return newer === '' ? older : `“${older}” became “${newer}”`;
}
