import { expect, onTestFinished, test } from 'vitest';
import { entryOf, startLibrary, type TestLibrary } from '../../test/harness.ts';
import { type Change, changeLibrary } from '../changes/change.ts';
import { type Outcome, saveEntries } from '../catalogue/entries.ts';
import type { EntryFields } from '#contract/entry.ts';
import type { Tx } from '../db/schema.ts';
import { portionsOf } from '../db/portions.ts';
import { type WriteOptions, writeWhole } from './write-whole.ts';

/** As many as an import writes at once, in small. */
const portion = 400;
const many = Array.from({ length: 1400 }, (_, at) =>
  entryOf({ customer: `Customer ${at % 3}`, doc_num: `N-${at}` }),
);

/** Writes the entries as an import does. */
async function writeEntries(
  { library }: TestLibrary,
  entries: readonly EntryFields[],
  options: Omit<WriteOptions, 'user'> = {},
) {
  const outcomes: Outcome[][] = [];
  const portions = portionsOf(entries, portion).map((some, at) => ({
    rows: some.length,
    write: async (tx: Tx, change: Change) => {
      const saved = (outcomes[at] = await saveEntries(tx, some, change));
      return saved.some((outcome) => outcome instanceof Error);
    },
  }));
  const { written } = await writeWhole(library, portions, { user: 'librarian', ...options });
  return { written, outcomes: outcomes.flat() };
}

async function contentOf({ db }: TestLibrary) {
  const documents = db
    .selectFrom('documents')
    .select(['doc_num', 'doc_desc', 'doc_rev', 'language']);
  const customers = await db.selectFrom('customers').select('name').orderBy('name').execute();
  return { documents: await documents.orderBy('id').execute(), customers };
}

test('many entries are one change to people, and are there whole', async () => {
  const library = await startLibrary(onTestFinished);
  const { outcomes, written } = await writeEntries(library, many);
  expect([written, outcomes.length, new Set(outcomes)]).toEqual([true, 1400, new Set(['added'])]);
  const changes = await library.db.selectFrom('audit').select('change_id').distinct().execute();
  expect(changes).toHaveLength(1);
  expect((await contentOf(library)).documents).toHaveLength(1400);
});

test('many entries that are only looked at change nothing', async () => {
  const library = await startLibrary(onTestFinished, { entries: [{}] });
  const before = await contentOf(library);
  const looked = await writeEntries(library, many, { dryRun: true });
  expect([looked.written, looked.outcomes.length]).toEqual([false, 1400]);
  expect(await contentOf(library)).toEqual(before);
});

test('others write between the portions of an import', async () => {
  const library = await startLibrary(onTestFinished);
  const signedInAt: string[] = [];
  await library.addUser('reader', 'EGD_LIB');
  let signingIn: Promise<unknown> | null = null;
  await writeEntries(library, many, {
    onStep: ({ step, done }) => {
      signingIn ??= library.signIn('reader').then(() => signedInAt.push(`${step} ${done}`));
      if (signedInAt.length === 1) signedInAt.push(`before ${step} ${done}`);
    },
  });
  expect(signedInAt).toHaveLength(2); // it was signed in before the last portion was written
});

test('an import that is stopped half-way leaves the library as it was', async () => {
  const library = await startLibrary(onTestFinished, {
    entries: [{ customer: 'Customer 1', doc_num: 'N-1', doc_desc: 'as it was' }],
    files: { 'N-7_EN_1.pdf': 'seven' },
  });
  const before = await contentOf(library);
  const stopped = new Error('cancelled');
  let portions = 0;
  const steps: string[] = [];
  const writing = writeEntries(library, many, {
    onStep: ({ step }) => void (steps.at(-1) === step || steps.push(step)),
    mayGoOn: async () => {
      if (++portions > 6) throw stopped; // four to check, two written
    },
  });
  await expect(writing).rejects.toBe(stopped);
  expect(steps).toEqual(['checking', 'writing', 'undoing']);
  expect(await contentOf(library)).toEqual(before);
  const file = await library.db.selectFrom('files').select('verdict').executeTakeFirst();
  expect(file).toEqual({ verdict: 'no_entry' });
});

test('what someone else changed meanwhile refuses the import, and stays', async () => {
  const library = await startLibrary(onTestFinished);
  let isTaken = false;
  const { outcomes, written } = await writeEntries(library, many, {
    onStep: ({ step }) => {
      if (step !== 'writing' || isTaken) return;
      isTaken = true;
      const theirs = [
        entryOf({ customer: 'Customer 0', doc_num: 'n-1390' }), // the file of N-1390
        entryOf({ customer: 'Customer 0', doc_num: 'N-0', doc_desc: 'mine' }),
      ];
      void changeLibrary(library.library, { user: 'another' }, (tx, change) =>
        saveEntries(tx, theirs, change),
      );
    },
  });
  expect(written).toBe(false);
  expect(outcomes.filter((outcome) => outcome instanceof Error)).toMatchObject([
    { code: 'file_name_taken' },
  ]);
  expect(await contentOf(library)).toMatchObject({
    documents: [{ doc_num: 'N-0', doc_desc: 'mine' }, { doc_num: 'n-1390' }],
    customers: [{ name: 'Customer 0' }],
  });
});
