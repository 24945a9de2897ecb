/** The text, with `marks` marked wherever they occur. */
export function Highlighted({ text, marks }: { text: string; marks: RegExp | null }) {
  if (marks === null) return text;
  const parts: { text: string; at: number; found: boolean }[] = [];
  let end = 0;
  for (const match of text.matchAll(new RegExp(marks, 'giu'))) {
    parts.push({ text: text.slice(end, match.index), at: end, found: false });
    end = match.index + match[0].length;
    parts.push({ text: match[0], at: match.index, found: true });
  }
  parts.push({ text: text.slice(end), at: end, found: false });
  return parts
    .filter((part) => part.text !== '')
    .map((part) => (part.found ? <mark key={part.at}>{part.text}</mark> : part.text));
}
