import type { RedlineChange } from '#contract/redline.ts';

type Made = Partial<
  Pick<RedlineChange, 'id' | 'kind' | 'weight' | 'clause' | 'effect' | 'percent' | 'row'>
> & {
  pages?: [from: number, to: number];
  texts?: [from: string, to: string];
};

/** A change, for tests of what is made of it. */
export function aChange(made: Made = {}): RedlineChange {
  const { id = 1, kind = 'changed', weight = 'text', clause = null } = made;
  const { effect = null, percent = null, row = null } = made;
  const [fromPage, toPage] = made.pages ?? [1, 1];
  const [from_text, to_text] = made.texts ?? ['old', 'new'];
  const boxes: RedlineChange['from'][number]['boxes'] = [[72, 100, 50, 12]];
  return {
    id,
    kind,
    weight,
    effect,
    percent,
    clause,
    row,
    context: [
      { kind: 'deleted', text: from_text },
      { kind: 'inserted', text: to_text },
    ],
    from: [{ page: fromPage, boxes }],
    to: [{ page: toPage, boxes }],
    from_text,
    to_text,
  };
}
