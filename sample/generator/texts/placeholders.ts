import { type Line, TextError } from './text-file.ts';

// `{8 / 10 / 12}` is a choice: one of these is printed. `{name}` is a value that the generator
// computes.

const braces = /\{([^{}]*)\}/g;
const between = ' / ';

/** Refuses braces that are neither a choice nor one of the values known at this place. */
export function checkPlaceholders(line: Line, values: readonly string[] = []): void {
  if (/[{}]/.test(line.text.replaceAll(braces, ''))) {
    throw new TextError(line, 'A brace is opened and not closed, or the other way round.');
  }
  for (const inside of placeholdersIn(line.text)) {
    const options = inside.split(between);
    if (options.length === 1 ? values.includes(inside) : options.every(isWord)) continue;
    const known = values.length === 0 ? '' : ` or one of ${values.join(', ')}`;
    throw new TextError(line, `{${inside}} is not a choice such as {8 / 10}${known}.`);
  }
}

/** What stands between braces, in order. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(braces)].map(([, inside = '']) => inside);
}

/** Puts one option in the place of every choice. */
export function fillChoices(text: string, choose: (options: string[]) => string): string {
  return text.replaceAll(braces, (whole, inside: string) => {
    const options = inside.split(between);
    return options.length === 1 ? whole : choose(options);
  });
}

/** Puts the computed values in the place of their names. */
export function fillValues(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(braces, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`There is no value for ${whole} in "${text}".`);
    return String(value);
  });
}

function isWord(option: string): boolean {
  return option !== '' && option === option.trim();
}
