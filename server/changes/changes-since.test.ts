import { expect, onTestFinished, test } from 'vitest';
import { startLibrary } from '../../test/harness.ts';
import { inTurn } from '../db/transactions.ts';
import { bump, changesSince, positionOf } from './changes-since.ts';

const names = ['AM-1_EN_1.pdf', 'AM-2_EN_1.pdf', 'AM-3_EN_1.pdf'];

test('a file that is bumped is seen as changed by all that follow, and nothing in it is', async () => {
  const files = Object.fromEntries(names.map((name) => [name, name]));
  const { db } = await startLibrary(onTestFinished, { files });
  const rows = () => db.selectFrom('files').selectAll().orderBy('id').execute();
  const before = await rows();
  const position = await positionOf(db);
  const from = { ...position, matches: position.files };
  expect(await changesSince(db, from, 10)).toBeNull();
  const [first, , third] = before.map(({ id }) => id);
  await inTurn(db, (tx) => bump(tx, 'files', [first ?? 0, third ?? 0]));
  const changes = await changesSince(db, from, 10);
  expect(changes?.files.map(({ id }) => id)).toEqual([first, third]);
  expect([changes?.lines, changes?.matches, changes?.isMore]).toEqual([[], [], false]);
  const withoutCount = (all: typeof before) => all.map(({ seq: _, ...row }) => row);
  expect(withoutCount(await rows())).toEqual(withoutCount(before));
  expect(await changesSince(db, changes?.next ?? from, 10)).toBeNull();
});

test('changes come in pages, and none is left out between them', async () => {
  const { db, add, put } = await startLibrary(onTestFinished);
  const from = { audit: 0, files: 0, matches: 0 };
  for (const name of names) await put(name, name);
  await add({ doc_num: 'AM-1' }, { doc_num: 'AM-2' });
  const seen = { lines: 0, files: new Set<number>(), pages: 0 };
  for (let cursor = from; ;) {
    const changes = await changesSince(db, cursor, 2);
    if (changes === null) break;
    seen.lines += changes.lines.length;
    for (const { id } of changes.files) seen.files.add(id);
    seen.pages += 1;
    cursor = changes.next;
  }
  const { audit } = await positionOf(db);
  expect([seen.lines, seen.files.size]).toEqual([audit, 3]);
  expect(seen.pages).toBeGreaterThan(1);
});
