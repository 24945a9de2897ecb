import { literal } from '../../../ui/combobox/filter.ts';
import type { RowKey } from '../rows/row.ts';

export type ReplaceRequest<Field extends string> = {
  find: string;
  replaceWith: string;
  /** Null for all of them. */
  field: Field | null;
  matchCase: boolean;
};

/** A cell in which a text is found, and what it would be. */
export type Replacement<Field extends string> = {
  key: RowKey;
  field: Field;
  before: string;
  after: string;
};

type Row<Field extends string> = { key: RowKey; fields: Record<Field, string> };

/** Every cell of these rows that would be another. */
export function replacementsIn<Field extends string>(
  rows: readonly Row<Field>[],
  fields: readonly Field[],
  { find, replaceWith, field: only, matchCase }: ReplaceRequest<Field>,
): Replacement<Field>[] {
  if (find === '') return [];
  const pattern = new RegExp(literal(find), matchCase ? 'gu' : 'giu');
  const searched = only === null ? fields : [only];
  return rows.flatMap(({ key, fields: texts }) =>
    searched.flatMap((field) => {
      const before = texts[field];
      // A function, because `$&` in what is typed is no more than these two signs.
      const after = before.replace(pattern, () => replaceWith);
      return after === before ? [] : { key, field, before, after };
    }),
  );
}
