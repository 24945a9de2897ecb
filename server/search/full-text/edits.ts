/**
 * How many typing errors one word is from the other: letters left out, added, replaced, or two beside each other that
 * changed places. Anything above `most` is given as one more than it.
 */
export function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let twoBefore: number[] = [];
  let before = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (before[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        isSwap ? (twoBefore[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    if (Math.min(...row) > most) return most + 1;
    [twoBefore, before] = [before, row];
  }
  return Math.min(before[b.length] ?? 0, most + 1);
}
