/** What the letters of one word up to each of the other's take: for the letter now, and the two before. */
let rows = [new Uint16Array(64), new Uint16Array(64), new Uint16Array(64)] as const;

/**
 * How many typing errors one word is from the other: letters left out, added, replaced, or two
 * beside each other that changed places. Anything above `most` is told as one more than it.
 */
export function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  makeRoom(b.length + 1);
  let [row, before, twoBefore] = rows;
  for (let j = 0; j <= b.length; j++) before[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1);
    const letterBefore = a.charCodeAt(i - 2);
    row[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1);
      let edits = Math.min(
        (before[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (before[j - 1] ?? 0) + (letter === other ? 0 : 1),
      );
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && letterBefore === other) {
        edits = Math.min(edits, (twoBefore[j - 2] ?? 0) + 1);
      }
      row[j] = edits;
      least = Math.min(least, edits);
    }
    if (least > most) return most + 1;
    [row, before, twoBefore] = [twoBefore, row, before];
  }
  return before[b.length] ?? 0;
}

function makeRoom(length: number): void {
  if (length <= rows[0].length) return;
  rows = [new Uint16Array(length), new Uint16Array(length), new Uint16Array(length)];
}
