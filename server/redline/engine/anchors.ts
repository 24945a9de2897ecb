import type { TokenSides } from './tokens.ts';
import type { Redline } from '#contract/redline.ts';
import type { PaperSize } from './furniture.ts';

type Anchor = Redline['anchors'][number];

const fewestPoints = 40;

/** Corresponding heights of lines that both documents have, from top to bottom. */
export function anchorsOf(
  sides: TokenSides,
  pairs: Int32Array,
  sizes: { a: readonly PaperSize[]; b: readonly PaperSize[] },
): Anchor[] {
  const anchors: Anchor[] = [[1, 0, 1, 0]];
  let [lastA, lastB] = [0, 0];
  let wasSame = false;
  for (let b = 0; b < sides.b.length; b++) {
    const token = sides.b[b];
    const older = pairs[b] ?? -1;
    const other = older < 0 ? undefined : sides.a[older];
    const isFirstAgain = !wasSame;
    wasSame = other !== undefined;
    if (token === undefined || other === undefined || !(token.beginsLine || isFirstAgain)) continue;
    const at = { a: heightOf(other, sizes.a), b: heightOf(token, sizes.b) };
    const [a, height] = [other.page + at.a.share, token.page + at.b.share];
    const isFar =
      Math.max((height - lastB) * at.b.height, (a - lastA) * at.a.height) >= fewestPoints;
    if (a <= lastA || height <= lastB || !(isFar || isFirstAgain)) continue;
    anchors.push([other.page + 1, rounded(at.a.share), token.page + 1, rounded(at.b.share)]);
    [lastA, lastB] = [a, height];
  }
  anchors.push([Math.max(1, sizes.a.length), 1, Math.max(1, sizes.b.length), 1]);
  return anchors;
}

function heightOf({ word, page }: TokenSides['a'][number], sizes: readonly PaperSize[]) {
  const height = sizes[page]?.height ?? 842;
  const share = word.top / Math.max(1, height);
  return { height, share: Math.min(0.999, Math.max(0, share)) };
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
