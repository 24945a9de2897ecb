// No schema here: the web imports it whole.

export const changeKinds = ['inserted', 'deleted', 'changed', 'moved'] as const;
type ChangeKind = (typeof changeKinds)[number];

/** In the order of the list. `cover`: data about the document itself. */
export const changeWeights = [
  'limit',
  'obligation',
  'reference',
  'requirement',
  'text',
  'picture',
  'editorial',
  'cover',
] as const;
export type ChangeWeight = (typeof changeWeights)[number];

export const changeEffects = [
  'stricter',
  'looser',
  'raised',
  'lowered',
  'reversed',
  'new',
  'dropped',
  'permission',
  'replaced',
  'edition',
  'number',
  'revision',
  'date',
  'supersedes',
  'history',
  'numbering',
] as const;
export type ChangeEffect = (typeof changeEffects)[number];

type Told = {
  weight: ChangeWeight;
  effect: ChangeEffect | null;
  percent: number | null;
  difference?: string;
};

/** A kind in a word, and the sign that is shown wherever colour alone would be. */
export const kindWords: Record<ChangeKind, { name: string; sign: string }> = {
  inserted: { name: 'Inserted', sign: '+' },
  deleted: { name: 'Deleted', sign: '−' },
  changed: { name: 'Changed', sign: '≠' },
  moved: { name: 'Moved', sign: '↕' },
};

export const furnitureWords = {
  header: 'Header',
  footer: 'Footer',
  watermark: 'Watermark',
} as const;

export const weightWords: Record<ChangeWeight, string> = {
  limit: 'Limits and values',
  obligation: 'Obligations',
  reference: 'References to standards',
  requirement: 'Text of requirements',
  text: 'Text',
  picture: 'Pictures',
  editorial: 'Editorial: case, punctuation, spelling, numbering',
  cover: 'Cover page',
};

const effectWords: Record<ChangeEffect, string> = {
  stricter: 'stricter',
  looser: 'looser',
  raised: 'raised',
  lowered: 'lowered',
  reversed: 'now the opposite',
  new: 'new',
  dropped: 'dropped',
  permission: 'permission',
  replaced: 'another standard',
  edition: 'another edition',
  number: 'number',
  revision: 'revision',
  date: 'date',
  supersedes: 'supersedes',
  history: 'history',
  numbering: 'numbering',
};

/** The title of a part of the list; of the cover page with what changed there. */
export function partTitle(weight: ChangeWeight, changes: readonly Told[]): string {
  if (weight !== 'cover') return weightWords[weight];
  const effects = changeEffects.filter((one) => changes.some(({ effect }) => effect === one));
  return `${weightWords.cover}: ${effects.map((effect) => effectWords[effect]).join(', ')}`;
}

/** What became of a limit, an obligation or a reference: `looser, +25 %`, `55 times`; empty where there is nothing to say. */
export function effectOf({ effect, percent, difference }: Told): string {
  const size = percent === null ? difference : percentWords(percent);
  return [effect === null ? '' : effectWords[effect], size ?? ''].filter(Boolean).join(', ');
}

/** From here on a factor is easier to grasp. */
const mostPercent = 400;

function percentWords(percent: number): string {
  if (percent >= mostPercent)
    return `${Math.round(1 + percent / 100).toLocaleString('en-GB')} times`;
  const size = Math.abs(percent);
  const rounded = size < 10 ? Math.round(size * 10) / 10 : Math.round(size);
  const sign = percent < 0 ? '−' : '+';
  return `${sign}${rounded.toLocaleString('en-GB')} %`;
}

/** All changes in one line: `3 limits changed, 1 new obligation, 2 references, 14 editorial.` */
export function summaryOf(changes: readonly Told[]): string {
  const parts = changeWeights.flatMap((weight) => {
    const some = changes.filter((change) => change.weight === weight);
    return some.length === 0 ? [] : partsOf(weight, some);
  });
  return parts.length === 0 ? '' : `${parts.join(', ')}.`;
}

function partsOf(weight: ChangeWeight, changes: readonly Told[]): string[] {
  const count = (...effects: (ChangeEffect | null)[]) =>
    changes.filter(({ effect }) => effects.includes(effect)).length;
  const all = changes.length;
  switch (weight) {
    case 'limit':
      return [
        counted(all - count('new', 'dropped'), 'limit changed', 'limits changed'),
        counted(count('new'), 'new limit', 'new limits'),
        counted(count('dropped'), 'limit dropped', 'limits dropped'),
      ].flat();
    case 'obligation':
      return [
        counted(count('new'), 'new obligation', 'new obligations'),
        counted(count('raised'), 'obligation raised', 'obligations raised'),
        counted(count('lowered'), 'obligation lowered', 'obligations lowered'),
        counted(count('dropped'), 'obligation dropped', 'obligations dropped'),
        counted(count('reversed', null), 'obligation changed', 'obligations changed'),
        counted(count('permission'), 'permission', 'permissions'),
      ].flat();
    case 'reference':
      return counted(all, 'reference', 'references');
    case 'picture':
      return counted(all, 'picture', 'pictures');
    case 'cover':
      return counted(all, 'on the cover page', 'on the cover page');
    case 'requirement':
      return counted(all, 'requirement reworded', 'requirements reworded');
    case 'text':
      return counted(all, 'text change', 'text changes');
    case 'editorial':
      return counted(all, 'editorial', 'editorial');
  }
}

function counted(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [`${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`];
}
