import { expect, test } from 'vitest';
import { type Edit, identityChanges, type RowIdentity } from './edits.ts';
import type { GridRow } from './row.ts';

type Saved = { id: number; num: string; desc: string; file: string | null };
type Field = 'num' | 'desc';

const kind = {
  fieldsOf: ({ num, desc }: Saved) => ({ num, desc }),
  tidy: ({ num, desc }: Record<Field, string>) => ({ num: num.trim(), desc }),
};

const identity: RowIdentity<Saved, Field> = {
  fields: ['num'],
  fileOf: ({ file }: Saved) => file,
  fileNameOf: ({ num }: Record<Field, string>) => `${num}.pdf`,
};

const row = (key: number, saved: Saved | null): GridRow<Saved, Field> => {
  const fields = saved === null ? { num: '', desc: '' } : kind.fieldsOf(saved);
  return saved === null
    ? { key, fields, state: 'typing', saved }
    : { key, fields, state: 'saved', saved };
};

const rows = new Map([
  [1, row(1, { id: 1, num: 'A', desc: 'a', file: 'A.pdf' })],
  [2, row(2, { id: 2, num: 'B', desc: 'b', file: null })],
  [-1, row(-1, null)],
]);

const changesOf = (...edits: Edit<Field>[]) =>
  identityChanges(edits, (key) => rows.get(key), kind, identity);

test('a saved row becomes another by its number, with the file that goes by it', () => {
  const edits = [
    { key: 1, fields: { num: 'C' } },
    { key: 2, fields: { num: 'D' } },
  ];
  expect(changesOf(...edits)).toEqual([
    {
      key: 1,
      before: { num: 'A', desc: 'a' },
      after: { num: 'C', desc: 'a' },
      file: { name: 'A.pdf', newName: 'C.pdf' },
    },
    { key: 2, before: { num: 'B', desc: 'b' }, after: { num: 'D', desc: 'b' }, file: null },
  ]);
});

test('words, blanks around the same number and new rows change no identity', () => {
  const edits = [
    { key: 1, fields: { desc: 'other' } },
    { key: 2, fields: { num: ' B ' } },
    { key: -1, fields: { num: 'new' } },
  ];
  expect(changesOf(...edits)).toEqual([]);
});
