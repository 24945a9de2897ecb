import type { FurnitureChange, RedlineChange } from '#contract/redline.ts';
import { changeWeights, type ChangeWeight, partTitle } from '#contract/redline-words.ts';

export type ChangeOrder = 'importance' | 'text';
type Kind = RedlineChange['kind'];

/** A part of the list that can be folded. */
export type ListPart = ChangeWeight | 'furniture';

/** What the list shows: which kinds, in which order, and which parts are folded. */
export type ListArrangement = {
  order: ChangeOrder;
  hidden: ReadonlySet<Kind>;
  folded: ReadonlySet<ListPart>;
};

/** A line of the list. */
export type RedlineRow =
  | { type: 'part'; part: ListPart; title: string; count: number; isFolded: boolean }
  | { type: 'change'; change: RedlineChange; position: number }
  | { type: 'furniture'; furniture: FurnitureChange };

/** The changes that are shown, in the order in which one goes through them; also those in folded parts. */
export function arranged(
  changes: readonly RedlineChange[],
  { order, hidden }: Pick<ListArrangement, 'order' | 'hidden'>,
): RedlineChange[] {
  const shown = changes.filter(({ kind }) => !hidden.has(kind)).toSorted((a, b) => a.id - b.id);
  if (order === 'text') return shown;
  return changeWeights.flatMap((part) => shown.filter(({ weight }) => weight === part));
}

/** The same with a part folded, or open again. */
export function toggled(arrangement: ListArrangement, part: ListPart): ListArrangement {
  const folded = new Set(arrangement.folded);
  if (!folded.delete(part)) folded.add(part);
  return { ...arrangement, folded };
}

/** The arranged changes by what they are, without those of folded parts; furniture comes once. */
export function rowsOf(
  shown: readonly RedlineChange[],
  { order, folded }: Pick<ListArrangement, 'order' | 'folded'>,
  furniture: readonly FurnitureChange[],
): RedlineRow[] {
  const rows: RedlineRow[] = [];
  const addPart = (part: ListPart, title: string, inside: readonly RedlineRow[]) => {
    const isFolded = folded.has(part);
    if (inside.length === 0) return;
    rows.push({ type: 'part', part, title, count: inside.length, isFolded });
    if (!isFolded) rows.push(...inside);
  };
  const light = furniture.filter(({ weight }) => !isHeavy(weight));
  const changes = shown.map((change, at): RedlineRow => ({
    type: 'change',
    change,
    position: at + 1,
  }));
  if (order === 'text') rows.push(...changes);
  else {
    for (const part of changeWeights) {
      const inside = changes.filter((_, at) => shown[at]?.weight === part);
      if (part === 'cover') addFurniture(light);
      const some = shown.filter(({ weight }) => weight === part);
      const outside = furniture.filter(({ weight }) => weight === part && isHeavy(weight));
      addPart(part, partTitle(part, [...some, ...outside]), [...inside, ...outside.map(asRow)]);
    }
  }
  if (order === 'text') addFurniture(furniture);
  return rows;

  function addFurniture(some: readonly FurnitureChange[]): void {
    addPart('furniture', 'Headers, footers, watermarks', some.map(asRow));
  }
}

const asRow = (furniture: FurnitureChange): RedlineRow => ({ type: 'furniture', furniture });

/** A changed limit in a footer is listed among the limits. */
export function isHeavy(weight: ChangeWeight): boolean {
  return changeWeights.indexOf(weight) < changeWeights.indexOf('text');
}

/** The next change in this direction, and around at the ends; from none, the first or the last. */
export function changeAfter<One extends { id: number }>(
  shown: readonly One[],
  id: number | null,
  steps: 1 | -1,
): One | undefined {
  const at = shown.findIndex((change) => change.id === id);
  if (at >= 0) return shown.at((at + steps) % shown.length);
  if (id === null) return shown.at(steps > 0 ? 0 : -1);
  // It is filtered out: go on from where it would be in the text.
  const inText = shown.toSorted((a, b) => a.id - b.id);
  return steps > 0
    ? (inText.find((change) => change.id > id) ?? inText[0])
    : (inText.findLast((change) => change.id < id) ?? inText.at(-1));
}
