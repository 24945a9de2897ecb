import { randomBytes } from 'node:crypto';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test/harness.ts';
import { PictureStore } from './picture-store.ts';

const hash = 'ab'.repeat(32);
const keyOf = (page: number) => ({ hash, page, rotation: 0 }) as const;
const fileOf = (folder: string, page: number) => path.join(folder, 'ab', `${hash}-${page}-0-v2`);

async function storeOf(mostBytes: number) {
  const folder = await temporaryFolder(onTestFinished);
  const faults: unknown[] = [];
  const onFault = (error: unknown) => faults.push(error);
  return { folder, faults, store: new PictureStore({ folder, mostBytes, onFault }) };
}

test('a full store loses the pictures that were not used for longest', async () => {
  const { folder, store, faults } = await storeOf(1000);
  const pictures = [1, 2, 3, 4].map(() => randomBytes(240));
  for (const [at, picture] of pictures.entries()) {
    await store.add(keyOf(at + 1), picture);
    const old = new Date(Date.now() - (10 - at) * 86_400_000);
    await utimes(fileOf(folder, at + 1), old, old);
  }
  expect(await store.find(keyOf(1))).toEqual(pictures[0]); // used now
  await expect
    .poll(async () => {
      const files = await store.list();
      return files.filter(({ usedMs }) => Date.now() - usedMs < 3600_000).length;
    })
    .toBe(1);
  await store.add(keyOf(5), randomBytes(240));
  const left = await Promise.all([1, 2, 3, 4, 5].map((page) => store.has(keyOf(page))));
  expect(left).toEqual([true, false, false, true, true]);
  expect(await store.countBytes()).toBe(720);
  expect(faults).toEqual([]);
});

test('a picture of another rotation, page or content is another picture', async () => {
  const { store } = await storeOf(1000);
  await store.add(keyOf(1), Buffer.from('one'));
  expect(await store.find({ ...keyOf(1), rotation: 90 })).toBeNull();
  expect(await store.find(keyOf(11))).toBeNull();
  expect(await store.find({ ...keyOf(1), hash: 'cd'.repeat(32) })).toBeNull();
  expect(String(await store.find(keyOf(1)))).toBe('one');
});

test('what a killed process left half written is removed after an hour', async () => {
  const { folder, store } = await storeOf(1000);
  await store.add(keyOf(1), Buffer.from('one'));
  const parts = ['old', 'new'].map((part) => path.join(folder, 'ab', `${part}.part`));
  for (const part of parts) await writeFile(part, 'half');
  const longAgo = new Date(Date.now() - 2 * 3600_000);
  await utimes(parts[0] ?? '', longAgo, longAgo);
  await store.trim();
  expect((await readdir(path.join(folder, 'ab'))).toSorted()).toEqual([
    `${hash}-1-0-v2`,
    'new.part',
  ]);
});
