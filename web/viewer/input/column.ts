/** A piece of text on a page, in shares of the page's width and height. */
export type TextPiece = { left: number; right: number; height: number };
export type PageColumn = { left: number; right: number };

const slots = 240;
// A heading over two columns, or a line of the header, covers their gutter this much at most.
const gutterShare = 0.25;
// A finger beside the text means the column beside it.
const reachSlots = 12;

/**
 * The column of text under a point: the stretch around it that lines cover about as densely. Null where
 * there is no text.
 */
export function columnAt(x: number, pieces: TextPiece[]): PageColumn | null {
  const density = densityOf(pieces);
  const middle = nearestCovered(density, Math.floor(x * slots));
  if (middle === null) return null;
  const least = Math.max(...density) * gutterShare;
  let [first, last] = [middle, middle];
  while (first > 0 && density[first - 1]! > least) first--;
  while (last < slots - 1 && density[last + 1]! > least) last++;
  return { left: first / slots, right: (last + 1) / slots };
}

/** For every slot of the page's width, the height of all text in it. */
function densityOf(pieces: TextPiece[]): number[] {
  const density = Array.from({ length: slots }, () => 0);
  for (const { left, right, height } of pieces) {
    const from = Math.max(0, Math.floor(left * slots));
    const to = Math.min(slots, Math.ceil(right * slots));
    for (let slot = from; slot < to; slot++) density[slot]! += height;
  }
  return density;
}

function nearestCovered(density: number[], slot: number): number | null {
  const least = Math.max(...density) * gutterShare;
  for (let away = 0; away <= reachSlots; away++) {
    for (const at of [slot - away, slot + away]) {
      if ((density[at] ?? 0) > least) return at;
    }
  }
  return null;
}
