import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CaseLine } from '#contract/cases.ts';
import { LibraryError } from '#contract/errors.ts';
import { startCases } from '../../test/casing.ts';
import { times } from '../../test/times.ts';
import { settingPdf, standardParagraphs } from '../../test/redline-pdfs.ts';
import { deleteDocuments } from '../catalogue/editing.ts';
import { saveEntries } from '../catalogue/entries.ts';
import { undoLines } from '../undo/catalogue.ts';
import { type Change, changeLibrary } from '../changes/change.ts';
import { auditLinesOf } from '../changes/trail.ts';
import type { Tx } from '../db/schema.ts';
import { actionsOf, changeAction, writeAction } from './actions.ts';
import { type CaseRow, requireCase } from './case-rows.ts';
import { eventsOf, listedCase } from './cases.ts';
import { isPending } from './due-days.ts';
import { decide, isOutdated, linesOf } from './lines.ts';
import { extend, moveCase } from './moves.ts';
import { daysLater } from './working-days.ts';

// Whatever two reviewers and a librarian do, in any order: no change of a text is left out of the reviews, nothing
// that was decided vanishes, and late stays late.

const people = fc.constantFrom('rita', 'ralf');
const at = fc.nat({ max: 20 });
const does = <const Name extends string>(...names: Name[]) => fc.constantFrom(...names);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: does('revise'), text: fc.nat({ max: 5 }) }) },
  fc.record({ does: does('replace the PDF'), text: fc.nat({ max: 5 }) }),
  fc.record({ does: does('amend') }),
  { weight: 2, arbitrary: fc.record({ does: does('delete', 'undo the deletion') }) },
  { weight: 3, arbitrary: fc.record({ does: does('start'), by: people, at }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: does('decide'),
      by: people,
      at,
      line: at,
      decision: fc.constantFrom('no_impact', 'action', 'question', null),
      isStale: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: does('decide all'), by: people, at }) },
  { weight: 2, arbitrary: fc.record({ does: does('sign'), by: people, at }) },
  fc.record({ does: does('waive', 'withdraw', 'reopen'), by: people, at }),
  {
    weight: 2,
    arbitrary: fc.record({
      does: does('add an action', 'end an action'),
      by: people,
      at,
      line: at,
    }),
  },
  fc.record({ does: does('extend'), by: people, at, days: fc.integer({ min: 1, max: 60 }) }),
  {
    weight: 2,
    arbitrary: fc.record({ does: does('wait'), days: fc.integer({ min: 1, max: 40 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Six texts of four clauses; the last is the first one again, with one more change. */
const values = [
  [8, 20, 5, 60],
  [10, 20, 5, 60],
  [10, 25, 5, 60],
  [8, 25, 7, 60],
  [10, 25, 7, 90],
  [8, 20, 5, 90],
] as const;
const clauses = ['torque', 'coating', 'hardness', 'duration'] as const;
const paragraphs = standardParagraphs(4);
const pdfs = await Promise.all(
  values.map((of) =>
    settingPdf({
      paragraphs: clauses.reduce<readonly string[]>(
        (text, clause, n) =>
          text.with(n * 4 + 2, `${text[n * 4 + 2]} The ${clause} is ${of[n]} mm.`),
        paragraphs,
      ),
    }),
  ),
);

/**
 * Found among 200: what was decided in the case of a deleted revision was a change of the one before; it took the place of
 * what a superseded case had decided.
 */
const examples: [number, Step[]][] = [
  [
    0,
    [
      { does: 'revise', text: 2 },
      { does: 'start', by: 'rita', at: 3 },
      { does: 'decide all', by: 'rita', at: 3 },
      { does: 'delete' },
    ],
  ],
  [
    0,
    [
      { does: 'decide', by: 'rita', at: 0, line: 0, decision: 'action', isStale: false },
      { does: 'revise', text: 0 },
      { does: 'start', by: 'rita', at: 5 },
      { does: 'decide all', by: 'rita', at: 3 },
      { does: 'amend' },
      { does: 'revise', text: 0 },
      { does: 'delete' },
    ],
  ],
];

/** The clauses in which two texts differ. */
function differences(from: number, to: number): string[] {
  return clauses.filter((_, n) => values[from]?.[n] !== values[to]?.[n]).toSorted();
}

type Revision = {
  label: string;
  id: number;
  text: number;
  isThere: boolean;
  amendments: { label: string; id: number }[];
};

test('every change of a text is in one pending case, nothing decided vanishes, and late stays late', async () => {
  const library = await startCases();
  let runs = 0;
  const tried = { lists: 0, late: 0, takenOver: 0 };
  const changing = async <T>(user: string, work: (tx: Tx, change: Change) => Promise<T>) =>
    changeLibrary(library.library, { user }, work);

  /** One standard, and what happened to it. */
  const begin = async () => {
    const doc_num = `AM-${++runs}`;
    const revisions: Revision[] = [];
    const deletions: { change_id: string; revision: Revision }[] = [];
    const late = new Map<number, string>();
    const seen = new Map<number, { decided: Map<number, string>; events: number }>();
    const said: string[] = [];
    /** Cases that a person signed, waived or withdrew. */
    const ended = new Set<number>();
    const there = () => revisions.filter(({ isThere }) => isThere);
    const newest = () => there().at(-1);
    const cases = () =>
      library.db
        .selectFrom('cases')
        .selectAll()
        .where('doc_num', '=', doc_num)
        .orderBy('id')
        .execute();

    async function put({ label }: Revision, text: number): Promise<void> {
      await library.write(`${doc_num}_EN_${label}.pdf`, pdfs[text] ?? '');
    }
    async function add(label: string): Promise<number> {
      const entry = { customer: 'Aurora Motors', doc_num, doc_desc: '', language: 'EN' };
      await changing('librarian', (tx, change) =>
        saveEntries(tx, [{ ...entry, doc_rev: label }], change),
      );
      const { id } = await library.db
        .selectFrom('documents')
        .select('id')
        .where('doc_num', '=', doc_num)
        .where('doc_rev', '=', label)
        .executeTakeFirstOrThrow();
      return id;
    }
    async function revise(text: number): Promise<void> {
      const label = String(revisions.length + 1);
      const id = await add(label);
      const revision = { label, id, text, isThere: true, amendments: [] };
      revisions.push(revision);
      await put(revision, text);
    }
    async function follow(): Promise<void> {
      await library.scan();
      await library.app.follow();
      await library.app.follow();
    }

    async function take(one: Step): Promise<void> {
      const rows = await cases();
      // Mostly the case that is pending.
      const pending = rows.find(isPending);
      const any = 'at' in one ? rows[one.at % rows.length] : undefined;
      const row = 'at' in one && one.at < 5 ? any : (pending ?? any);
      const inCase = async (work: (tx: Tx, row: CaseRow, change: Change) => Promise<unknown>) => {
        if (row === undefined || !('by' in one)) return;
        await changing(one.by, async (tx, change) =>
          work(tx, await requireCase(tx, row.id), change),
        );
      };
      switch (one.does) {
        case 'revise':
          return revise(one.text);
        case 'replace the PDF': {
          const last = newest();
          const isSigned = rows.some(
            (of) => of.document_id === last?.id && of.reviewed_on !== null,
          );
          if (last === undefined || isSigned) return;
          last.text = one.text;
          return put(last, one.text);
        }
        case 'amend': {
          const last = newest();
          if (last === undefined) return;
          const label = `${last.label}/Amd ${last.amendments.length + 1}`;
          last.amendments.push({ label, id: await add(label) });
          return;
        }
        case 'delete': {
          const last = newest();
          if (last === undefined || there().length === 1) return;
          const { change_id } = await changing('librarian', async (tx, change) => {
            const ids = [last, ...last.amendments].map(({ id }) => id);
            const found = tx.selectFrom('documents').select(['id', 'version']);
            const rows = await found.where('id', 'in', ids).execute();
            return deleteDocuments(tx, rows, change);
          });
          last.isThere = false;
          deletions.push({ change_id, revision: last });
          return;
        }
        case 'undo the deletion': {
          const last = deletions.pop();
          if (last === undefined) return;
          const lines = await auditLinesOf(library.db, last.change_id);
          await changing('librarian', (tx, change) => undoLines(tx, lines, new Set(), change));
          last.revision.isThere = true;
          return;
        }
        case 'start':
        case 'withdraw':
        case 'waive':
        case 'reopen':
        case 'sign':
          return inCase(async (tx, now, change) => {
            const action = (await linesOf(tx, now.id)).some(
              ({ decision }) => decision === 'action',
            );
            const verdict = action ? 'process' : 'no_impact';
            const sent = { version: now.version, reason: 'As agreed', verdict } as const;
            await moveCase(tx, now, one.does, sent, change);
            if (one.does === 'reopen') ended.delete(now.id);
            else if (one.does !== 'start') ended.add(now.id);
          });
        case 'decide':
        case 'decide all':
          return inCase(async (tx, now, change) => {
            const lines = await linesOf(tx, now.id);
            const [only] = one.does === 'decide' ? lines.slice(one.line % (lines.length || 1)) : [];
            const chosen = one.does === 'decide' ? (only === undefined ? [] : [only]) : lines;
            const stale = one.does === 'decide' && one.isStale ? 1 : 0;
            const sent = chosen.map(({ id, version }) => ({ id, version: version - stale }));
            if (sent.length === 0) return;
            const decision = one.does === 'decide' ? one.decision : 'no_impact';
            await decide(tx, now, { lines: sent, decision }, change);
          });
        case 'add an action':
          return inCase(async (tx, now, change) => {
            const lines = await linesOf(tx, now.id);
            const line = lines[one.line % (lines.length || 1)];
            const action = { kind: 'fmea', owner: null, due_on: null, done_on: null } as const;
            const sent = { ...action, reference: `F-${said.length}`, evidence: '' };
            await writeAction(
              tx,
              now,
              { ...sent, lines: line === undefined ? [] : [line.id] },
              change,
            );
          });
        case 'end an action':
          return inCase(async (tx, now, change) => {
            const [action] = await actionsOf(tx, now.id);
            if (action === undefined) return;
            const { id, is_general: _general, ...sent } = action;
            const done_on = change.at.toISOString().slice(0, 10);
            await changeAction(tx, now, id, { ...sent, done_on: daysLater(done_on, -1) }, change);
          });
        case 'extend':
          return inCase((tx, now, change) => {
            const due_on = daysLater(change.at.toISOString().slice(0, 10), one.days);
            return extend(
              tx,
              now,
              { version: now.version, due_on, reason: 'Parts are late' },
              change,
            );
          });
        case 'wait':
          library.pass(one.days * 86_400_000);
      }
    }

    /** What must be true after each step. */
    async function check(): Promise<void> {
      const all = await cases();
      const rows = all.filter(({ doc_rev }) => !doc_rev.includes('/'));
      const pending = rows.filter(isPending);
      const last = newest();
      const amended = all.filter(isPending).filter((row) => !rows.includes(row));
      const inForce = (last?.amendments ?? []).filter(
        ({ label }) => !all.some(({ id, doc_rev }) => doc_rev === label && ended.has(id)),
      );
      expect(amended.map(({ doc_rev }) => doc_rev).toSorted()).toEqual(
        inForce.map(({ label }) => label).toSorted(),
      );
      const signed = there().findLast(({ id }) =>
        rows.some((row) => row.document_id === id && row.reviewed_on !== null),
      );
      const base = signed ?? revisions[0];
      const own = rows.findLast(({ document_id }) => document_id === last?.id);
      const isEnded = own !== undefined && ended.has(own.id);
      const expected = base === last || isEnded ? [] : [last?.label];
      expect(pending.map(({ doc_rev }) => doc_rev)).toEqual(expected);
      for (const row of pending) {
        expect(row.previous_rev).toBe(base?.label);
        if (row.to_hash === null || (await isOutdated(library.db, row))) continue;
        tried.lists += 1;
        const lines = (await linesOf(library.db, row.id)).filter(({ is_former }) => !is_former);
        const found = lines.map(({ text }) =>
          clauses.find((clause) => text.includes(`The ${clause} is`)),
        );
        expect(found.toSorted()).toEqual(differences(base?.text ?? 0, last?.text ?? 0));
      }
      await checkWork(all);
      await checkLateness(all);
    }
    async function checkWork(rows: CaseRow[]): Promise<void> {
      for (const row of rows) {
        const events = (await eventsOf(library.db, row.id)).length;
        const lines = await linesOf(library.db, row.id);
        const before = seen.get(row.id);
        for (const [id, decision] of before?.decided ?? []) {
          const line = lines.find((of) => of.id === id);
          const isThere = line?.decision === decision || line?.former?.decision === decision;
          expect(isThere || events > (before?.events ?? 0)).toBe(true);
        }
        seen.set(row.id, { decided: decisionsIn(lines), events });
        const by = rows.find(({ id }) => id === row.superseded_by);
        if (row.state !== 'superseded' || by === undefined) continue;
        const there = await linesOf(library.db, by.id);
        for (const line of lines.filter(({ decision }) => decision !== null)) {
          tried.takenOver += 1;
          const same = there.filter(
            ({ text, clause }) => text === line.text && clause === line.clause,
          );
          expect(same.map(({ former, decision }) => former?.decision ?? decision)).toContain(
            line.decision,
          );
        }
        const actions = (await actionsOf(library.db, by.id)).map(({ reference }) => reference);
        const mine = (await actionsOf(library.db, row.id)).map(({ reference }) => reference);
        expect(actions).toEqual(expect.arrayContaining(mine));
      }
    }
    async function checkLateness(rows: CaseRow[]): Promise<void> {
      for (const row of rows) {
        const { late_since } = await listedCase(library.db, row.id, library.library.now());
        const before = late.get(row.id) ?? late_since;
        expect([row.doc_rev, late_since]).toEqual([row.doc_rev, before]);
        if (before === null) continue;
        late.set(row.id, before);
        tried.late += 1;
        const by = rows.find(({ id }) => id === row.superseded_by) ?? row;
        const { late_since: after } = await listedCase(library.db, by.id, library.library.now());
        expect([row.doc_rev, by.doc_rev, after]).not.toContain(null);
      }
    }
    await revise(0);
    await follow();
    return {
      async go(one: Step): Promise<void> {
        try {
          await take(one);
        } catch (error) {
          if (!(error instanceof LibraryError)) throw error;
        }
        said.push(JSON.stringify(one));
        await follow();
        await check();
      },
    };
  };

  const property = fc.asyncProperty(
    fc.nat({ max: 4 }),
    fc.array(step, { minLength: 5, maxLength: 20 }),
    async (text, taken) => {
      const standard = await begin();
      const first: Step[] = [
        { does: 'revise', text: text + 1 },
        { does: 'start', by: 'rita', at: 0 },
      ];
      for (const one of [...first, ...taken]) await standard.go(one);
    },
  );
  await fc.assert(property, { examples, numRuns: times({ short: 15, full: 200 }) });
  expect(Object.values(tried).every((count) => count > 0)).toBe(true); // or nothing was tried
});

function decisionsIn(lines: readonly CaseLine[]): Map<number, string> {
  return new Map(lines.flatMap(({ id, decision }) => (decision === null ? [] : [[id, decision]])));
}
