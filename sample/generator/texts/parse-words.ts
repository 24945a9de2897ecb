import { checkPlaceholders, placeholdersIn } from './placeholders.ts';
import { TextError, linesOf } from './text-file.ts';

/**
 * Reads lines `name: text`. Each name of `values` must be there once, and its text must hold
 * exactly the computed values that are listed for it.
 */
export function parseWords<Name extends string>(
  file: string,
  content: string,
  values: Record<Name, readonly string[]>,
): Record<Name, string> {
  const wanted = new Map<string, readonly string[]>(Object.entries(values));
  const words = new Map<string, string>();
  for (const line of linesOf(file, content)) {
    const [, name = '', text = ''] = /^(\w+): (.+)$/.exec(line.text) ?? [];
    const valuesHere = wanted.get(name);
    if (valuesHere === undefined) throw new TextError(line, `"${line.text}" has no known name.`);
    if (words.has(name)) throw new TextError(line, `"${name}" is already there.`);
    checkPlaceholders(line, valuesHere);
    const missing = valuesHere.find((value) => !placeholdersIn(text).includes(value));
    if (missing !== undefined) throw new TextError(line, `{${missing}} is missing.`);
    words.set(name, text);
  }
  for (const name of wanted.keys()) {
    if (!words.has(name)) throw new TextError({ file, number: 1 }, `"${name}" is missing.`);
  }
  return Object.fromEntries(words) as Record<Name, string>; // every name was found, and no other
}
