import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { entryOf, startLibrary } from '../../test/harness.ts';
import { addUser } from '../auth/accounts.ts';
import { findDocument } from '../catalogue/documents.ts';
import { deleteDocuments, saveCustomers, saveDocuments } from '../catalogue/editing.ts';
import { saveEntries } from '../catalogue/entries.ts';
import { startJob } from '../jobs/jobs.ts';
import { endJobsCutShort } from '../undo/portions.ts';
import { undoLines } from '../undo/catalogue.ts';
import { openLibrary } from '../library.ts';
import { changeLibrary, type Library } from './change.ts';
import { auditLinesOf, linesAfter } from './trail.ts';

/** One library, and two nodes that have it open, each with its own connections. */
async function startTwoNodes() {
  const { library: first, config, db } = await startLibrary(onTestFinished);
  const second = await openLibrary(config);
  onTestFinished(() => second.db.destroy());
  return { nodes: [first, second] as const, db };
}

const by = { user: 'jsmith' };

/** What each node's row became, however they met. */
async function atOnce<R>(
  nodes: readonly Library[],
  save: (...of: Parameters<Parameters<typeof changeLibrary<R>>[2]>) => Promise<R>,
): Promise<R[]> {
  const saved = await Promise.all(nodes.map((node) => changeLibrary(node, by, save)));
  return saved.map(({ result }) => result);
}

const rounds = 10;

test('of two nodes that add one customer at once, one adds it and the other is refused', async () => {
  const { nodes, db } = await startTwoNodes();
  for (let round = 0; round < rounds; round++) {
    const row = { id: null, version: null, customer: `Customer ${round}` };
    const outcomes = await atOnce(nodes, (tx, change) => saveCustomers(tx, [row], change));
    const kinds = outcomes.flat().map(({ outcome }) => outcome);
    expect(kinds.toSorted()).toEqual(['refused', 'saved']);
  }
  expect(await db.selectFrom('customers').select('id').execute()).toHaveLength(rounds);
});

test('of two nodes that add one revision, or two that would share a file, at once, one adds it', async () => {
  const { nodes, db } = await startTwoNodes();
  await changeLibrary(nodes[0], by, (tx, change) =>
    saveEntries(tx, [entryOf({ doc_num: 'AM-0' })], change),
  );
  for (let round = 1; round <= rounds; round++) {
    // Of the second pair, both files would be called AM-…-B_EN_1.pdf.
    for (const numbers of [
      [`AM-${round}`, `AM-${round}`],
      [`AM-${round}/B`, `AM-${round}:B`],
    ]) {
      const outcomes = await Promise.all(
        nodes.map((node, at) =>
          changeLibrary(node, by, (tx, change) => {
            const entry = entryOf({ doc_num: numbers[at] ?? '' });
            return saveDocuments(tx, [{ id: null, version: null, ...entry }], change);
          }),
        ),
      );
      const kinds = outcomes.flatMap(({ result }) => result.map(({ outcome }) => outcome));
      expect(kinds.toSorted()).toEqual(['refused', 'saved']);
    }
  }
  expect(await db.selectFrom('documents').select('id').execute()).toHaveLength(1 + 2 * rounds);
});

test('a document that one node edits while the other deletes it, and takes that back, is one or the other', async () => {
  const { nodes, db } = await startTwoNodes();
  const [editor, deleter] = nodes;
  for (let round = 0; round < rounds; round++) {
    const entry = entryOf({ doc_num: `AM-${round}` });
    await changeLibrary(editor, by, (tx, change) => saveEntries(tx, [entry], change));
    const { id } = await db
      .selectFrom('documents')
      .select('id')
      .where('doc_num', '=', entry.doc_num)
      .executeTakeFirstOrThrow();
    const edited = { ...entry, id, version: 1, doc_desc: 'edited' };
    const editing = changeLibrary(editor, by, (tx, change) => saveDocuments(tx, [edited], change));
    const deleting = changeLibrary(deleter, by, (tx, change) =>
      deleteDocuments(tx, [{ id, version: 1 }], change),
    ).then(
      ({ change_id }) =>
        changeLibrary(deleter, by, async (tx, change) =>
          undoLines(tx, await auditLinesOf(tx, change_id), new Set(), change),
        ),
      (error: unknown) => error,
    );
    const [{ result }, undone] = await Promise.all([editing, deleting]);
    const wasEdited = result[0]?.outcome === 'saved';
    expect(undone instanceof Error ? 'refused' : 'undone').toBe(wasEdited ? 'refused' : 'undone');
    expect((await findDocument(db, id))?.doc_desc).toBe(wasEdited ? 'edited' : entry.doc_desc);
  }
});

test('lines of the trail have no gaps and no doubles, and none appears behind one that was read', async () => {
  const { nodes, db } = await startTwoNodes();
  const numbers = fc.array(fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }), {
    minLength: 2,
    maxLength: 8,
  });
  let expected = 0;
  const property = fc.asyncProperty(numbers, async (changes) => {
    let writing = true;
    const seen: number[] = [];
    const following = (async () => {
      for (let last = expected; ;) {
        const wasWriting = writing;
        const lines = await linesAfter(db, last, 100);
        if (lines.length === 0 && !wasWriting) return;
        seen.push(...lines.map(({ id }) => id));
        last = seen.at(-1) ?? last;
        await setImmediate(); // SQLite answers at once, and writers need a turn of the event loop
      }
    })();
    await Promise.all(
      changes.map((revisions, at) =>
        changeLibrary(nodes[at % 2] ?? nodes[0], by, (tx, change) => {
          const entries = revisions.map((rev) =>
            entryOf({ doc_num: `AM-${at}`, doc_rev: String(rev), doc_desc: String(expected) }),
          );
          return saveEntries(tx, entries, change);
        }),
      ),
    );
    writing = false;
    await following;
    const from = expected;
    expected += seen.length;
    expect(seen).toEqual(Array.from({ length: seen.length }, (_, at) => from + 1 + at));
  });
  await fc.assert(property, { numRuns: 8 });
  const ids = await db.selectFrom('audit').select('id').orderBy('id').execute();
  expect(ids.map(({ id }) => id)).toEqual(Array.from({ length: expected }, (_, at) => at + 1));
});

test('of two nodes that add one account at once, one adds it', async () => {
  const { nodes, db } = await startTwoNodes();
  const user = { name: 'anna', password: 'correct horse battery', roles: ['EGD_LIB'] };
  const added = await Promise.allSettled(nodes.map((node) => addUser(node.db, user, new Date())));
  expect(added.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await db.selectFrom('users').select('name').execute()).toEqual([{ name: 'anna' }]);
});

test('an import that was cut short is undone by one of the nodes that find it', async () => {
  const { nodes, db } = await startTwoNodes();
  const job = await startJob(nodes[0], { kind: 'import', by_user: 'jsmith', file_name: 'a.csv' });
  await changeLibrary(nodes[0], { ...by, change_id: job.change_id }, (tx, change) =>
    saveEntries(tx, [entryOf({}), entryOf({ doc_num: 'AM-2' })], change),
  );
  await db.updateTable('jobs').set({ mark: 'another machine', held_until_ms: 1 }).execute();
  await Promise.all([...nodes, ...nodes].map(endJobsCutShort));
  expect(await db.selectFrom('jobs').select('state').execute()).toEqual([{ state: 'failed' }]);
  expect(await db.selectFrom('documents').select('id').execute()).toEqual([]);
  const lines = await linesAfter(db, 0, 100);
  expect(lines.filter(({ action }) => action === 'deleted')).toHaveLength(3); // the customer, too
});
