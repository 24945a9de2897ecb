/** The text, with what was typed marked wherever it occurs. */
export function Highlighted({ text, matcher }: { text: string; matcher: RegExp | null }) {
  if (matcher === null) return text;
  const parts: { text: string; at: number; found: boolean }[] = [];
  let end = 0;
  for (const match of text.matchAll(new RegExp(matcher, 'giu'))) {
    parts.push({ text: text.slice(end, match.index), at: end, found: false });
    end = match.index + match[0].length;
    parts.push({ text: match[0], at: match.index, found: true });
  }
  parts.push({ text: text.slice(end), at: end, found: false });
  return parts
    .filter((part) => part.text !== '')
    .map((part) => (part.found ? <mark key={part.at}>{part.text}</mark> : part.text));
}
