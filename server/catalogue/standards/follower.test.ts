import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { LibraryError } from '#contract/errors.ts';
import { revisionFacts, type RevisionKind, revisionKinds } from '#contract/revision-words.ts';
import type { NoticeKind } from '#contract/revisions.ts';
import { isOnPostgres } from '../../../test/databases.ts';
import { startLibrary } from '../../../test/harness.ts';
import { changeLibrary, type Library } from '../../changes/change.ts';
import { auditLinesOf } from '../../changes/trail.ts';
import type { Db } from '../../db/schema.ts';
import { openLibrary } from '../../library.ts';
import { deleteCustomer, deleteDocuments, saveCustomers, saveDocuments } from '../editing.ts';
import { saveEntries } from '../entries.ts';
import { undoLines } from '../../undo/catalogue.ts';
import { placeSeries } from '../../revisions/in-force.ts';
import { countMisplaced, countUnsure } from './check.ts';
import { standardsFollower } from './follower.ts';
import { factsOf } from '../documents.ts';
import { sayOfRevision } from './revision-facts.ts';
import { sayNotice, setOrder } from './statements.ts';

/** One thing that happens to a library. `at` picks one of what is there, whatever that is. */
type Step =
  | { does: 'import'; rows: Identity[] }
  | { does: 'change' | 'delete' | 'delete customer' | 'rename customer'; at: number; of: Identity }
  | { does: 'say'; at: number; kind: NoticeKind | null; isOfOne: boolean }
  | { does: 'set order'; at: number; turn: number }
  | {
      does: 'say of';
      at: number;
      of: number;
      kind: RevisionKind | null;
      withdrawn_on: string | null;
    }
  | { does: 'undo'; at: number }
  | { does: 'change unseen'; of: Identity };

type Identity = {
  customer: string;
  doc_num: string;
  language: string | null;
  doc_rev: string;
  issued_on: string | null;
};

const identity: fc.Arbitrary<Identity> = fc.record({
  customer: fc.constantFrom('Aurora Motors', 'Borealis Rail'),
  doc_num: fc.constantFrom('A-1', 'a 1', 'A_1', 'B-2', '+', '#'),
  language: fc.constantFrom(null, 'EN', 'en', 'DE'),
  doc_rev: fc.constantFrom(
    '-',
    'A',
    'B',
    'Rev. B',
    'AA',
    '1',
    '02',
    '2009-04',
    'Draft',
    'B/Amd 1:2010',
    '2009-04/Cor 1',
    '2009 (R2014)',
  ),
  issued_on: fc.constantFrom(null, null, '2019-01-01', '2020-01-01'),
});
const at = fc.nat({ max: 50 });
const does = <const Name extends string>(...names: Name[]) => fc.constantFrom(...names);
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: does('import'), rows: fc.array(identity, { maxLength: 6 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: does('change', 'delete', 'delete customer', 'rename customer'),
      at,
      of: identity,
    }),
  },
  fc.record({
    does: does('say'),
    at,
    kind: fc.constantFrom('withdrawn', 'replaced', 'not_for_new_design', null),
    isOfOne: fc.boolean(),
  }),
  fc.record({ does: does('set order'), at, turn: fc.nat({ max: 3 }) }),
  {
    weight: 2,
    arbitrary: fc.record({
      does: does('say of'),
      at,
      of: at,
      kind: fc.constantFrom(null, ...revisionKinds),
      withdrawn_on: fc.constantFrom(null, null, '2024-01-01'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: does('undo'), at }) },
  fc.record({ does: does('change unseen'), of: identity }),
);

const author = { user: 'jsmith' };

/** Gives whether a step was taken: what the library refuses is none. */
async function take(library: Library, step: Step, changes: string[]): Promise<boolean> {
  const { db } = library;
  const documents = await db
    .selectFrom('documents')
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .select(['documents.id', 'documents.version', 'doc_num', 'language', 'doc_rev', 'doc_desc'])
    .select(['customers.name as customer', 'customer_id'])
    .orderBy('documents.id')
    .execute();
  const pick = 'at' in step ? documents[step.at % documents.length] : undefined;
  const work: Parameters<typeof changeLibrary<unknown>>[2] = async (tx, change) => {
    switch (step.does) {
      case 'import':
      case 'change unseen': {
        const rows = 'rows' in step ? step.rows : [step.of];
        return saveEntries(
          tx,
          rows.map((of) => ({ ...of, doc_desc: '' })),
          change,
        );
      }
      case 'undo': {
        const undone = changes[step.at % changes.length];
        if (undone === undefined) return [];
        return undoLines(tx, await auditLinesOf(tx, undone), new Set(), change);
      }
      default:
    }
    if (pick === undefined) return [];
    switch (step.does) {
      case 'change':
        return saveDocuments(tx, [{ ...pick, ...step.of }], change);
      case 'delete':
        return deleteDocuments(tx, [pick], change);
      case 'rename customer':
      case 'delete customer': {
        const customers = await tx
          .selectFrom('customers')
          .select(['id', 'version'])
          .orderBy('id')
          .execute();
        const customer = customers.find(({ id }) => id === pick.customer_id);
        const other = customers.find(({ id }) => id !== pick.customer_id);
        if (customer === undefined) return [];
        if (step.does === 'rename customer') {
          return saveCustomers(tx, [{ ...customer, customer: `${pick.customer}!` }], change);
        }
        const choice =
          other === undefined
            ? ({ action: 'delete' } as const)
            : ({ action: 'move', to_id: other.id } as const);
        return deleteCustomer(tx, customer, choice, change);
      }
      case 'say': {
        const replaced_by = { customer: pick.customer, doc_num: 'Z-9', language: null };
        const notice =
          step.kind === null
            ? null
            : {
                kind: step.kind,
                on: null,
                remark: '',
                replaced_by,
                revisions: step.isOfOne ? [pick.doc_rev] : null,
              };
        return sayNotice(tx, { document_id: pick.id, notice }, change);
      }
      case 'say of': {
        const mates = documents.filter((other) => keyOf(other) === keyOf(pick));
        const { kind: stated_kind, withdrawn_on } = step;
        const stated_amends = mates[step.of % mates.length]?.doc_rev ?? null;
        const said = { ...factsOf({ stated_kind, stated_amends, withdrawn_on }) };
        return sayOfRevision(tx, { document_id: pick.id, ...said }, change);
      }
      case 'set order': {
        const mates = documents.filter((other) => keyOf(other) === keyOf(pick));
        const texts = [...new Set(mates.map(({ doc_rev }) => doc_rev))];
        const turned = [...texts.slice(step.turn), ...texts.slice(0, step.turn)];
        return setOrder(tx, { document_id: pick.id, newest_first: turned }, change);
      }
      default:
    }
  };
  // A node of an earlier version follows nothing of it; the next change of a new one does.
  const node = step.does === 'change unseen' ? { ...library, followers: [] } : library;
  try {
    const { change_id } = await changeLibrary<unknown>(node, author, work);
    changes.push(change_id);
    return step.does !== 'change unseen';
  } catch (error) {
    if (!(error instanceof LibraryError)) throw error;
    return false;
  }
}

function keyOf(of: { customer_id: number; doc_num: string; language: string | null }): string {
  const loose = (text: string) => text.replace(/[ \-_.]/g, '').toLowerCase();
  return [of.customer_id, loose(of.doc_num), loose(of.language ?? '')].join('|');
}

type Plain = { id: number; place: number; status: string };

async function storedRevisions(db: Db): Promise<Plain[]> {
  return db
    .selectFrom('revisions')
    .select(['document_id as id', 'place', 'status'])
    .orderBy('document_id')
    .execute();
}

/** The same from scratch: entries by the number and language of their customer, and each standard in its order. */
async function computedRevisions(db: Db): Promise<Plain[]> {
  const documents = await db
    .selectFrom('documents')
    .select(['id', 'customer_id', 'doc_num', 'language', 'doc_rev'])
    .select(revisionFacts)
    .execute();
  const said = await db.selectFrom('standards').selectAll().execute();
  const plain: Plain[] = [];
  for (const [key, mates] of Map.groupBy(documents, keyOf)) {
    const standard = said.find(
      (one) => key === [one.customer_id, one.number_key, one.language_key].join('|'),
    );
    const chosen = JSON.parse(standard?.settled_order ?? 'null') as string[] | null;
    const isOut = ['withdrawn', 'replaced'].includes(standard?.notice_kind ?? '');
    const named = JSON.parse(standard?.notice_revisions ?? 'null') as string[] | null;
    const isNamed = ({ doc_rev }: { doc_rev: string }) => isOut && named?.includes(doc_rev);
    const noticed = mates.map((mate) =>
      isNamed(mate) ? { ...mate, withdrawn_on: mate.withdrawn_on ?? '2026-01-01' } : mate,
    );
    for (const { revision, place, status } of placeSeries(noticed, chosen).placed) {
      const isWhole = isOut && named === null;
      plain.push({ id: revision.id, place, status: isWhole ? 'withdrawn' : status });
    }
  }
  return plain.toSorted((a, b) => a.id - b.id);
}

/** Standards that have neither entries nor anything said of them. */
async function forgottenStandards(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('standards')
    .leftJoin('revisions', 'standard_id', 'standards.id')
    .select('standards.id')
    .where('document_id', 'is', null)
    .where('notice_kind', 'is', null)
    .where('settled_order', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

test('after every change each entry is the revision that a plain computation finds', async () => {
  const { library, db } = await startLibrary(onTestFinished);
  const property = fc.asyncProperty(
    fc.array(steps, { minLength: 5, maxLength: 25 }),
    async (all) => {
      for (const table of ['documents', 'revisions', 'standards', 'customers'] as const) {
        await db.deleteFrom(table).execute();
      }
      const changes: string[] = [];
      for (const step of all) {
        if (!(await take(library, step, changes))) continue;
        expect(await storedRevisions(db)).toEqual(await computedRevisions(db));
        expect(await forgottenStandards(db)).toEqual([]);
      }
    },
  );
  await fc.assert(property, { numRuns: isOnPostgres ? 8 : 25 });
}, 300_000);

test('an existing library gets its standards when it is opened, and their notices stay', async () => {
  const { library, db, config } = await startLibrary(onTestFinished, {
    entries: [{ doc_rev: 'A' }, { doc_rev: 'AA' }, { doc_rev: 'B' }, { doc_num: 'AM-2' }],
  });
  const notice = { kind: 'withdrawn', on: null, remark: '', replaced_by: null } as const;
  await changeLibrary(library, author, (tx, change) =>
    sayNotice(tx, { document_id: 4, notice }, change),
  );
  await db.deleteFrom('feed_cursors').where('name', '=', standardsFollower.name).execute();
  expect([await countMisplaced(db), await countUnsure(db)]).toEqual([0, 0]);
  await db.updateTable('revisions').set({ place: 7, status: 'unsure' }).execute();
  await db.deleteFrom('revisions').where('document_id', '=', 1).execute();
  expect([await countMisplaced(db), await countUnsure(db)]).toEqual([4, 2]);
  const again = await openLibrary(config);
  onTestFinished(() => again.db.destroy());
  expect(await storedRevisions(db)).toEqual([
    { id: 1, place: 2, status: 'superseded' },
    { id: 2, place: 0, status: 'latest' },
    { id: 3, place: 1, status: 'superseded' },
    { id: 4, place: 0, status: 'withdrawn' },
  ]);
});

test('a library that was ordered by an earlier rule is ordered again when it is opened', async () => {
  const { db, config } = await startLibrary(onTestFinished, {
    entries: [{ doc_rev: '03/2018' }, { doc_rev: '11/2019' }, { doc_rev: '01/2021' }],
  });
  await db
    .updateTable('feed_cursors')
    .set({ name: 'standards' })
    .where('name', '=', standardsFollower.name)
    .execute();
  await db.updateTable('revisions').set({ place: 7, status: 'latest' }).execute();
  const again = await openLibrary(config);
  onTestFinished(() => again.db.destroy());
  expect(await storedRevisions(db)).toEqual([
    { id: 1, place: 2, status: 'superseded' },
    { id: 2, place: 1, status: 'superseded' },
    { id: 3, place: 0, status: 'latest' },
  ]);
});

test('what a node of an earlier version added is followed with the next change of a new one', async () => {
  const { library, db, add } = await startLibrary(onTestFinished, { entries: [{ doc_rev: '1' }] });
  const old = { ...library, followers: [] };
  await changeLibrary(old, author, (tx, change) =>
    saveEntries(
      tx,
      [{ customer: 'Aurora Motors', doc_num: 'AM-1', language: 'EN', doc_rev: '2', doc_desc: '' }],
      change,
    ),
  );
  expect(await storedRevisions(db)).toEqual([{ id: 1, place: 0, status: 'latest' }]);
  const before = await documentsVersion(db);
  await add({ customer: 'Boreal Air' });
  expect(await storedRevisions(db)).toMatchObject([
    { id: 1, place: 1, status: 'superseded' },
    { id: 2, place: 0, status: 'latest' },
    { id: 3 },
  ]);
  // Cached lists are valid for this count.
  expect(await documentsVersion(db)).toBeGreaterThan(before);
});

async function documentsVersion(db: Db): Promise<number> {
  const { documents_version } = await db
    .selectFrom('customers')
    .select('documents_version')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  return documents_version;
}
