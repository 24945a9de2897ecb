import { expect, onTestFinished, test } from 'vitest';
import { startLibrary } from '../../test/harness.ts';
import { textPdf } from '../../test/pdfs.ts';
import { withWriteLock } from '../db/transactions.ts';
import { touchFilesWith } from '../matching/files.ts';
import { changesSince, positionOf } from './changes-since.ts';

const names = ['AM-1_EN_1.pdf', 'AM-2_EN_1.pdf', 'AM-3_EN_1.pdf'];

test('a file whose text was read again is seen as changed by all that follow, and nothing in it is', async () => {
  const { db, write, scan } = await startLibrary(onTestFinished);
  const [same, other] = [await textPdf('same'), await textPdf('other')];
  for (const [at, name] of names.entries()) await write(name, at === 1 ? other : same);
  await scan();
  const rows = () => db.selectFrom('files').selectAll().orderBy('path').execute();
  const [{ id: first = 0, hash } = {}, , { id: third = 0 } = {}] = await rows();
  const before = await rows();
  const position = await positionOf(db);
  const from = { ...position, matches: position.files };
  expect(await changesSince(db, from, 10)).toBeNull();
  await withWriteLock(db, (tx) => touchFilesWith(tx, hash ?? ''));
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
