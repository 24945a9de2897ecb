import { expect, onTestFinished, test } from 'vitest';
import { entryOf, startLibrary } from '../../test/harness.ts';
import { saveEntries } from '../catalogue/entries.ts';
import { changeLibrary, type Library } from './change.ts';
import { catchUp, type Follower } from './feed.ts';
import { linesAfter } from './trail.ts';

/** Keeps the ids of the lines that it read, and how often it began anew. */
function collector(name: string): Follower & { read: number[]; rebuilt: number } {
  const kept = { read: [] as number[], rebuilt: 0 };
  return Object.assign(kept, {
    name,
    async follow(_tx: unknown, pages: AsyncIterable<{ id: number }[]>) {
      for await (const lines of pages) kept.read.push(...lines.map(({ id }) => id));
    },
    async rebuild() {
      kept.rebuilt += 1;
    },
  });
}

async function startFollowed(...followers: Follower[]): Promise<Library> {
  const { library } = await startLibrary(onTestFinished);
  return { ...library, followers };
}

const add = (library: Library, ...numbers: string[]) =>
  changeLibrary(library, { user: 'jsmith' }, (tx, change) =>
    saveEntries(
      tx,
      numbers.map((doc_num) => entryOf({ doc_num })),
      change,
    ),
  );

test('lines are numbered without a gap, whatever was rolled back between', async () => {
  const library = await startFollowed();
  await add(library, 'AM-1', 'AM-2'); // and their customer
  const failing = changeLibrary(library, { user: 'jsmith' }, async (tx, change) => {
    await saveEntries(tx, [entryOf({ doc_num: 'AM-3' })], change);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await Promise.all([add(library, 'AM-4'), add(library, 'AM-5')]); // in either order
  const lines = await linesAfter(library.db, 0, 100);
  expect(lines.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  expect(lines.map(({ after }) => after?.['doc_num'] ?? null).toSorted()).toEqual([
    'AM-1',
    'AM-2',
    'AM-4',
    'AM-5',
    null,
  ]);
});

test('a line carries the ids of its customer and document beside their words', async () => {
  const library = await startFollowed();
  await add(library, 'AM-1');
  expect(await linesAfter(library.db, 0, 100)).toMatchObject([
    {
      subject: 'customer',
      customer_id: 1,
      document_id: null,
      after: { customer: 'Aurora Motors' },
    },
    { subject: 'document', customer_id: 1, document_id: 1, after: { doc_num: 'AM-1' } },
  ]);
});

test('a follower begins by deriving everything, and then reads each line once', async () => {
  const early = collector('early');
  const library = await startFollowed(early);
  await add(library, 'AM-1');
  await add(library, 'AM-2');
  const late = collector('late');
  const withBoth = { ...library, followers: [early, late] };
  await add(withBoth, 'AM-3');
  await add(withBoth, 'AM-4');
  expect([early.rebuilt, early.read]).toEqual([1, [3, 4, 5]]);
  expect([late.rebuilt, late.read]).toEqual([1, [5]]);
});

test('what a follower missed it reads when its process starts', async () => {
  const follower = collector('missing');
  const library = await startFollowed(follower);
  await add(library, 'AM-1');
  await add({ ...library, followers: [] }, 'AM-2', 'AM-3');
  await catchUp(library);
  await catchUp(library);
  expect(follower.read).toEqual([3, 4]);
});

test('a follower that fails undoes the change', async () => {
  const failing: Follower = {
    ...collector('failing'),
    rebuild: () => Promise.reject(new Error('the follower failed')),
  };
  const library = await startFollowed(failing);
  await expect(add(library, 'AM-1')).rejects.toThrow('the follower failed');
  expect(await linesAfter(library.db, 0, 100)).toEqual([]);
  expect(await library.db.selectFrom('documents').select('id').execute()).toEqual([]);
});
