/** Widths in pixels: of the toolbar's room, of one tool, of 'Page n / total' and of a readout. */
export type BarSizes = { bar: number; tool: number; page: number; readout: number };

type Group = { commands: readonly unknown[]; rank: number; readout?: unknown };

/** Previous page and next page, which are always shown. */
const fixedTools = 2;
/** Number, revision and status have room in this many tools' width. */
const minTitleTools = 8;

export type BarFit<G> = {
  shown: G[];
  /** In the 'More' menu. */
  hidden: G[];
  /** 'Page n / total' has to be broken into two lines. */
  cramped: boolean;
  titleFits: boolean;
};

/** The groups that fit into the toolbar, by rank: none is shown before all more important ones are. */
export function fitGroups<G extends Group>(groups: G[], sizes: BarSizes): BarFit<G> {
  const { bar, tool, page } = sizes;
  let room = bar - fixedTools * tool - page;
  const needed = sum(groups.map((group) => widthOf(group, sizes)));
  if (needed > room) room -= tool; // for 'More'
  const cramped = room < 0;
  const shown = new Set<G>();
  for (const group of groups.toSorted((a, b) => a.rank - b.rank)) {
    room -= widthOf(group, sizes);
    if (room < 0) break;
    shown.add(group);
  }
  return {
    shown: groups.filter((group) => shown.has(group)),
    hidden: groups.filter((group) => !shown.has(group)),
    cramped,
    titleFits: shown.size === groups.length && room >= minTitleTools * tool,
  };
}

function widthOf({ commands, readout }: Group, sizes: BarSizes): number {
  return commands.length * sizes.tool + (readout === undefined ? 0 : sizes.readout);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
