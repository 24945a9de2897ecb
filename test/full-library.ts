import { randomBytes, randomUUID } from 'node:crypto';
import { changeRoles } from '../server/auth/accounts.ts';
import { followCatalogue } from '../server/cases/open-cases.ts';
import { typeLine } from '../server/cases/lines.ts';
import { moveCase } from '../server/cases/moves.ts';
import { requireCase } from '../server/cases/case-rows.ts';
import { changeLibrary } from '../server/changes/change.ts';
import type { CleanUp } from './clean-up.ts';
import { type LibraryOptions, startManaging } from './harness.ts';
import { noteOn, noting } from './noting.ts';
import { textPdf } from './pdfs.ts';
import { encodePng } from '../server/pdf/png.ts';

const name = 'AM_1_EN_1.pdf';
const [entries, cases, lines, notes, drawings, pictures] = [10_000, 300, 300, 4000, 300, 60];

/**
 * A library with as much as one has after years: entries, notes, drawings, pictures, comments, cases. The librarian
 * has every role. Gives what a request can name.
 */
export async function startFull(cleanUp: CleanUp, options: LibraryOptions) {
  const library = await startManaging(cleanUp, {
    ...options,
    entries: Array.from({ length: entries }, (_, at) => ({ doc_num: `AM_${at}` })),
  });
  const { db } = library;
  await library.write(name, await textPdf('Zinc plating of steel parts shall be checked', 'More'));
  await library.scan();
  await changeRoles(db, 'librarian', { add: ['EGD_LIB_REVIEW', 'EGD_LIB_AUDIT'], remove: [] });
  return { ...library, ...(await addNotes(library)), ...(await addCases(library)) };
}

type Library = Awaited<ReturnType<typeof startManaging>>;

async function addNotes({ db, ...library }: Library) {
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
  await copies(typed.id, notes);
  await copies(ofAnna.id, drawings);
  await db
    .updateTable('notes')
    .set({ carried_rev: '0', carried_state: 'placed' })
    .where('uuid', '=', note.id)
    .execute();
  const owner_id = (await db.selectFrom('notes').select('author_id').executeTakeFirstOrThrow())
    .author_id;
  for (let at = 0; at < pictures; at++) {
    const row = { uuid: randomUUID(), owner_id, png: randomBytes(200_000), made_at: '2026' };
    await db
      .insertInto('note_pictures')
      .values({ ...row, width: 1000, height: 1000 })
      .execute();
  }
  return { content, note: note.id, spare: spare.id, comment, picture };
}

async function insertMany(count: number, insert: (size: number) => Promise<void>): Promise<void> {
  for (let at = 0; at < count; at += 100) await insert(Math.min(100, count - at));
}

async function addCases({ library, db, ...of }: Library) {
  await followCatalogue(library);
  await of.add(
    ...Array.from({ length: cases }, (_, at) => ({ doc_num: `AM_${at}`, doc_rev: '2' })),
  );
  await followCatalogue(library);
  const { id } = await db.selectFrom('cases').select('id').orderBy('id').executeTakeFirstOrThrow();
  await changeLibrary(library, { user: 'librarian' }, async (tx, change) => {
    const { version } = await requireCase(tx, id);
    await moveCase(tx, await requireCase(tx, id), 'start', { version }, change);
    const row = await requireCase(tx, id);
    const text = 'The thickness of the coating is measured at five places. '.repeat(10);
    for (let at = 0; at < lines; at++) await typeLine(tx, row, text, change);
  });
  return { caseId: id, caseVersion: (await requireCase(db, id)).version };
}
