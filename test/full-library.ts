import { randomBytes, randomUUID } from 'node:crypto';
import { changeRoles } from '../server/auth/accounts.ts';
import type { CaseMove } from '#contract/case-words.ts';
import type { CaseMoveBody } from '#contract/cases.ts';
import { writeAction } from '../server/cases/actions.ts';
import { requireCase } from '../server/cases/case-rows.ts';
import { decide, typeLine } from '../server/cases/lines.ts';
import { moveCase } from '../server/cases/moves.ts';
import { followCatalogue } from '../server/cases/open-cases.ts';
import { saveCustomers } from '../server/catalogue/editing.ts';
import { type Change, changeLibrary } from '../server/changes/change.ts';
import type { Tx } from '../server/db/schema.ts';
import type { CleanUp } from './clean-up.ts';
import { type LibraryOptions, startManaging } from './harness.ts';
import { noteOn, noting } from './noting.ts';
import { textPdf } from './pdfs.ts';
import { encodePng } from '../server/pdf/draw/png.ts';

const name = 'AM_1_EN_1.pdf';
/** How much there is; `casesInState`: of each state of `preparations`. */
const full = {
  entries: 10_000,
  cases: 300,
  casesInState: 24,
  lines: 300,
  notes: 4000,
  drawings: 300,
  pictures: 60,
};
const copiedLines = 30;

/**
 * A library with as much as one has after years: entries, notes, drawings, pictures, comments, cases. The librarian
 * has every role. Gives what a request can name.
 */
export async function startFull(cleanUp: CleanUp, options: LibraryOptions, sizes = full) {
  const library = await startManaging(cleanUp, {
    ...options,
    entries: Array.from({ length: sizes.entries }, (_, at) => ({ doc_num: `AM_${at}` })),
  });
  const { db } = library;
  await library.write(name, await textPdf('Zinc plating of steel parts shall be checked', 'More'));
  await library.write(
    'AM_1_EN_2.pdf',
    await textPdf('Zinc plating of steel parts is checked', 'X'),
  );
  await library.scan();
  await changeLibrary(library.library, { user: 'librarian' }, (tx, change) =>
    saveCustomers(
      tx,
      ['1', '2', '3', '4'].map((at) => ({ id: null, version: null, customer: `Empty ${at}` })),
      change,
    ),
  );
  await changeRoles(db, 'librarian', { add: ['EGD_LIB_REVIEW', 'EGD_LIB_AUDIT'], remove: [] });
  return {
    ...library,
    sizes,
    ...(await addNotes(library, sizes)),
    ...(await addCases(library, sizes)),
  };
}

type Library = Awaited<ReturnType<typeof startManaging>>;

async function addNotes({ db, ...library }: Library, sizes: typeof full) {
  await library.addUser('anna', 'EGD_LIB');
  const anna = noting({ db, ...library }, 'anna', await library.signIn('anna'));
  const own = noting({ db, ...library }, 'librarian', library.cookie);
  const { content } = await own.list(undefined, name);
  const text = 'Überzug é '.repeat(400);
  const stroke = Array.from({ length: 1000 }, (_, at): [number, number, number] => [at, 9.123, 1]);
  const drawn = { colour: '#ff0000', strokes: [stroke] };
  const rects: [number, number, number, number][] = [[70, 70, 60, 40]];
  const ink = { kind: 'ink', words: null, rects, look: drawn, name } as const;
  const typed = await anna.write(noteOn(content, { name, text }));
  const ofAnna = await anna.write(noteOn(content, { ...ink, text }));
  const note = await own.write(noteOn(content, ink));
  const spare = await own.write(noteOn(content, ink));
  const picture = randomUUID();
  const png = encodePng(1, 1, new Uint8Array(4)).toString('base64');
  await own.send('POST', '/vue-egd-lib/api/notes/pictures', { id: picture, png });
  const comment = randomUUID();
  await own.comment(note.id, 'Seen', comment);
  for (let at = 0; at < 9; at++) await own.comment(ofAnna.id, text.slice(0, 4000));
  const copies = async (id: string, count: number) => {
    const query = db.selectFrom('notes').selectAll().where('uuid', '=', id);
    const { id: _id, ...row } = await query.executeTakeFirstOrThrow();
    await insertMany(count, async (size) => {
      const rows = Array.from({ length: size }, () => ({ ...row, uuid: randomUUID() }));
      await db.insertInto('notes').values(rows).execute();
    });
  };
  await copies(typed.id, sizes.notes);
  await copies(ofAnna.id, sizes.drawings);
  await db
    .updateTable('notes')
    .set({ carried_rev: '0', carried_state: 'placed' })
    .where('uuid', '=', note.id)
    .execute();
  const owner_id = (await db.selectFrom('notes').select('author_id').executeTakeFirstOrThrow())
    .author_id;
  for (let at = 0; at < sizes.pictures; at++) {
    const row = { uuid: randomUUID(), owner_id, png: randomBytes(200_000), made_at: '2026' };
    await db
      .insertInto('note_pictures')
      .values({ ...row, width: 1000, height: 1000 })
      .execute();
  }
  const ids = { note: note.id, ofAnna: ofAnna.id, spare: spare.id, comment, picture };
  return { content, cookieOfAnna: anna.cookie, ...ids };
}

async function insertMany(count: number, insert: (size: number) => Promise<void>): Promise<void> {
  for (let at = 0; at < count; at += 100) await insert(Math.min(100, count - at));
}

async function addCases({ library, db, ...of }: Library, sizes: typeof full) {
  await followCatalogue(library);
  await of.add(
    ...Array.from({ length: sizes.cases }, (_, at) => ({ doc_num: `AM_${at}`, doc_rev: '2' })),
  );
  await followCatalogue(library);
  const ids = await db.selectFrom('cases').select('id').orderBy('id').execute();
  const free = ids.map(({ id }) => id);
  const [caseId = 0] = free.splice(1, 1); // of AM_1, which has PDFs
  const inState = new Map<CaseState, number[]>();
  await changeLibrary(library, { user: 'librarian' }, async (tx, change) => {
    await move(tx, caseId, 'start', {}, change);
    const text = 'The thickness of the coating is measured at five places. '.repeat(4);
    const row = await requireCase(tx, caseId);
    for (let at = 0; at < sizes.lines; at++) await typeLine(tx, row, text, change);
    for (const [state, prepare] of Object.entries(preparations)) {
      const some = free.splice(0, sizes.casesInState);
      for (const id of some) await prepare(tx, id, caseId, change);
      inState.set(state as CaseState, some);
    }
  });
  /** A case in this state that nobody has touched; its version, lines and action. */
  async function nextCase(state: CaseState) {
    const id = inState.get(state)?.shift();
    if (id === undefined) throw new Error(`No case is ${state} any more.`);
    const { version, received_on } = await requireCase(db, id);
    const rows = db.selectFrom('case_lines').select(['id', 'version']).where('case_id', '=', id);
    const action = db.selectFrom('case_actions').select('id').where('case_id', '=', id);
    const action_id = (await action.executeTakeFirst())?.id ?? 0;
    return { id, version, received_on, lines: await rows.execute(), action: action_id };
  }
  return { caseId, caseVersion: (await requireCase(db, caseId)).version, nextCase };
}

type Prepare = (tx: Tx, id: number, from: number, change: Change) => Promise<void>;

/** A case of a state that is a move's beginning, with the lines of another case. */
const preparations = {
  open: async () => {},
  async in_review(tx, id, from, change) {
    await move(tx, id, 'start', {}, change);
    const some = tx.selectFrom('case_lines').selectAll().where('case_id', '=', from);
    const typed = await some.orderBy('position').limit(copiedLines).execute();
    const rows = typed.map(({ id: _id, ...line }) => ({ ...line, case_id: id }));
    await tx.insertInto('case_lines').values(rows).execute();
    const action = { kind: 'fmea', reference: 'F-7', owner: null, evidence: '' } as const;
    const sent = { ...action, due_on: null, done_on: '2026-01-05' };
    await writeAction(tx, await requireCase(tx, id), sent, change);
  },
  async decided(tx, id, from, change) {
    await preparations.in_review(tx, id, from, change);
    const all = tx.selectFrom('case_lines').select(['id', 'version']).where('case_id', '=', id);
    const decided = { lines: await all.execute(), decision: 'no_impact' } as const;
    await decide(tx, await requireCase(tx, id), decided, change);
  },
  async with_impact(tx, id, from, change) {
    await preparations.decided(tx, id, from, change);
    await move(tx, id, 'sign', { verdict: 'documents' }, change);
  },
  async without_impact(tx, id, from, change) {
    await preparations.decided(tx, id, from, change);
    await move(tx, id, 'sign', { verdict: 'no_impact' }, change);
  },
} satisfies Record<string, Prepare>;

type CaseState = keyof typeof preparations;

async function move(
  tx: Tx,
  id: number,
  name: CaseMove,
  sent: Omit<CaseMoveBody, 'version'>,
  change: Change,
): Promise<void> {
  const row = await requireCase(tx, id);
  await moveCase(tx, row, name, { ...sent, version: row.version }, change);
}
