/**
 * The revision that follows by simple count: `04` after `03`, `D` after `C`, `Rev 4` after `Rev 3`.
 * Null where counting on says little: a date, an amendment, a word.
 */
export function nextRevision(latest: string): string | null {
  const parts = /^((?:rev(?:ision)?|issue|ausgabe)?\.?\s*)(\d{1,3}|[a-z]{1,2})$/i.exec(latest);
  const [, lead = '', count = ''] = parts ?? [];
  if (parts === null) return null;
  if (/^\d/.test(count)) {
    return lead + String(Number(count) + 1).padStart(count.length, '0');
  }
  const isSmall = count === count.toLowerCase();
  if (!isSmall && count !== count.toUpperCase()) return null;
  return lead + (isSmall ? letterAfter(count) : letterAfter(count.toLowerCase()).toUpperCase());
}

/** Letters are counted as columns of a spreadsheet are: z, aa, ab. */
function letterAfter(letters: string): string {
  const last = letters.at(-1) ?? '';
  const rest = letters.slice(0, -1);
  if (last !== 'z') return rest + String.fromCharCode(last.charCodeAt(0) + 1);
  return (rest === '' ? 'a' : letterAfter(rest)) + 'a';
}
