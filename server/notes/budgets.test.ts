import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { FoundNote, Note } from '#contract/notes.ts';
import * as most from '#contract/note-words.ts';
import { isOnPostgres, newDatabase } from '../../test/databases.ts';
import { temporaryFolder } from '../../test/harness.ts';
import { noteOn, type NoteList, startNoting } from '../../test/noting.ts';
import { textPdf } from '../../test/pdfs.ts';
import { migrateDatabase, openAsItIs } from '../db/open.ts';
import { bytesOf, lookOf, notesFrom } from './note-rows.ts';

const files = { 'AM-1_EN_1.pdf': await textPdf('Zinc plating of steel parts') };
const rects: [number, number, number, number][] = [[70, 70, 60, 40]];

/** As large as a drawing was allowed to be. */
const large = JSON.stringify([Array.from({ length: 10_000 }, () => [123.456, 123.456, 0.5])]);

async function start() {
  const library = await startNoting(onTestFinished, files);
  const [anna, ben] = [await library.person('anna'), await library.person('ben')];
  const { content } = await anna.list();
  const drawing = (points: number) => {
    const stroke = Array.from({ length: points }, (_, at) => [at + 0.123, 700.456, 0.512]);
    const strokes = [stroke as [number, number, number][]];
    const look = { colour: '#ff0000', size: 2, strokes };
    return noteOn(content, { kind: 'ink', words: null, rects, look });
  };
  /** Copies of a note's row, as if written before there were limits. */
  const copyRow = async (uuid: string, count: number, columns: object = {}) => {
    const query = library.db.selectFrom('notes').selectAll().where('uuid', '=', uuid);
    const { id: _id, ...row } = await query.executeTakeFirstOrThrow();
    for (let at = 0; at < count; at += 100) {
      const rows = Array.from({ length: Math.min(100, count - at) }, () => {
        const id = randomUUID();
        return { ...row, ...columns, uuid: id, thread: id };
      });
      await library.db.insertInto('notes').values(rows).execute();
    }
  };
  return { ...library, anna, ben, content, drawing, copyRow };
}

test('a note has at most 32 kB; a larger one of earlier is read, and changed as long as it does not grow', async () => {
  const { anna, drawing, db } = await start();
  expect((await anna.add(drawing(1500))).statusCode).toBe(413);
  const note = await anna.write(drawing(1000));
  await db
    .updateTable('notes')
    .set({ strokes: large, bytes: large.length + 200 })
    .execute();
  const [listed = note] = (await anna.list()).data;
  const [{ strokes } = { strokes: [] }] = await anna.draw([note.id]);
  expect(strokes[0]?.length).toBe(10_000);
  const { colour, size = 2 } = listed.look;
  const read = { ...listed, look: { colour, size, strokes } };
  const saved = await anna.save(note.id, { ...read, rects: [[80, 80, 60, 40]] });
  expect(saved.statusCode).toBe(200);
  const grown = { ...saved.json<Note>(), text: 'more' };
  expect((await anna.save(note.id, grown)).statusCode).toBe(413);
  const { version } = (await anna.remove(note.id, grown.version)).json<{ version: number }>();
  const restored = await anna.add({ ...drawing(1), look: read.look, id: note.id, version });
  expect(restored.statusCode).toBe(200);
});

test.skipIf(isOnPostgres)('one person may have so many notes, and so much in them', async () => {
  const { anna, ben, content, copyRow, db } = await start();
  const note = await anna.write(noteOn(content));
  const attempt = async (person = anna) => (await person.add(noteOn(content))).statusCode;
  await copyRow(note.id, 1, { bytes: most.mostNoteBytesOnDocument });
  expect([await attempt(), await attempt(ben)]).toEqual([413, 200]);
  await db.updateTable('notes').set({ bytes: 50 }).execute();
  expect(await attempt()).toBe(200);
  await copyRow(note.id, most.mostNotesOnDocument);
  expect(await attempt()).toBe(413);
  await db.updateTable('notes').set({ document_id: 4711 }).execute();
  expect(await attempt()).toBe(200);
  await db
    .updateTable('notes')
    .set({ bytes: most.mostNoteBytesOfUser / most.mostNotesOnDocument })
    .execute();
  const full = await anna.add(noteOn(content));
  expect(full.json()).toMatchObject({
    code: 'too_large',
    message:
      'You have 50000 notes or 100 MB of them in the library, which is the limit. Delete some first.',
  });
});

test('comments of a note have an end, too', async () => {
  const { anna, ben, content } = await start();
  const note = await anna.write(noteOn(content));
  const text = 'x'.repeat(most.mostNoteLetters);
  for (let at = 0; at < 10; at++) expect((await ben.comment(note.id, text)).statusCode).toBe(200);
  expect((await ben.comment(note.id, 'x')).statusCode).toBe(413);
});

test('a document of any size comes in answers of at most 2 MB, each note once', async () => {
  const { anna, ben, drawing, copyRow, db } = await start();
  const note = await anna.write(drawing(100));
  await db
    .updateTable('notes')
    .set({ strokes: large, bytes: large.length + 200 })
    .execute();
  await copyRow(note.id, 30);
  await db
    .updateTable('notes')
    .set({ text: '\\"'.repeat(2000) })
    .execute();
  const seen: string[] = [];
  let cursor = '';
  for (let more = true; more;) {
    const query = new URLSearchParams({ name: 'AM-1_EN_1.pdf', ...(cursor && { since: cursor }) });
    const answer = await ben.send('GET', `/vue-egd-lib/api/notes?${query.toString()}`);
    expect(answer.rawPayload.length).toBeLessThan(2_000_000);
    const list = answer.json<NoteList>();
    seen.push(...list.data.map(({ id }) => id));
    ({ cursor, more } = list);
  }
  expect([seen.length, new Set(seen).size]).toEqual([31, 31]);
  const drawn: string[] = [];
  while (drawn.length < seen.length) {
    const left = seen.filter((id) => !drawn.includes(id));
    const answer = await ben.send('GET', `/vue-egd-lib/api/notes/drawings?ids=${left.join()}`);
    expect(answer.rawPayload.length).toBeLessThan(2_000_000);
    const { data } = answer.json<{ data: Note[] }>();
    expect(data.length).toBeGreaterThan(0);
    drawn.push(...data.map(({ id }) => id));
  }
  expect(drawn.toSorted()).toEqual(seen.toSorted());
});

test('a list leaves out strokes: they are read by the ids of notes that the reader sees, and never saved without', async () => {
  const { anna, ben, drawing, person } = await start();
  const librarian = await person('lena', 'EGD_LIB_EDIT');
  const open = await anna.write(drawing(2));
  const own = await anna.write({ ...drawing(2), is_private: true });
  const hidden = await anna.write(drawing(2));
  const text = await anna.write(noteOn(open.content));
  await librarian.hide(hidden.id, 'Wrong');
  const { data } = await anna.list();
  const looks = new Map(data.map(({ id, look }) => [id, look]));
  const { strokes, ...look } = open.look;
  expect(strokes).toHaveLength(1);
  expect(looks.get(open.id)).toEqual({ ...look, lacks_strokes: true });
  expect(looks.get(text.id)).toEqual(text.look);
  const ids = [open, own, hidden, text].map(({ id }) => id);
  expect((await anna.draw(ids)).map(({ id }) => id)).toEqual(ids.slice(0, 3));
  expect(await ben.draw(ids)).toEqual([{ id: open.id, modified_at: open.modified_at, strokes }]);
  const [listed] = data;
  expect((await anna.save(open.id, { ...listed })).statusCode).toBe(400);
});

test('to be forgotten holds up nobody who writes meanwhile', async () => {
  const { anna, ben, content, copyRow, db } = await start();
  const note = await anna.write(noteOn(content));
  await copyRow(note.id, 1000);
  const order: string[] = [];
  const forgetting = async () => {
    const answer = await anna.send('POST', '/vue-egd-lib/api/notes/forget');
    expect(answer.json()).toEqual({ notes: 1001, comments: 0 });
    order.push('anna');
  };
  const writing = async () => {
    await ben.write(noteOn(content));
    order.push('ben');
  };
  await Promise.all([forgetting(), writing()]);
  expect(order).toEqual(['ben', 'anna']);
  const changes = await db
    .selectFrom('audit')
    .select('change_id')
    .distinct()
    .where('action', '=', 'deleted')
    .execute();
  expect(changes).toHaveLength(1); // to people it is one change
});

test('the drawings of an earlier version are read as they were, and counted', async () => {
  const folder = await temporaryFolder(onTestFinished);
  const database = await newDatabase(onTestFinished, folder, { migrated: false });
  await migrateDatabase(database, '0030_search_snapshots');
  const old = await openAsItIs(database);
  await sql`insert into users (id, name, name_key, display_name, password_hash, created_at)
    values (1, 'anna', 'anna', 'Anna', 'x', 'then')`.execute(old);
  const looks = [
    '{"colour":"#ff0000","strokes":[[[1.5,20,0.5],[3.125,4,1]]],"size":2}',
    '{"colour":"#ff0000"}',
  ];
  for (const [at, look] of looks.entries()) {
    await sql`insert into notes (uuid, thread, document_id, file_key, content, kind, audience, author_id,
      created_at, modified_at, version, seq, page, rects, other_pages, quote, text_before, text_after, text,
      look, searched) values (${String(at)}, 'a', 1, 'f', 'c', 'ink', 'everyone', 1, 'then', 'then', 1, 1, 1,
      '[]', '[]', '', '', '', 'Über', ${look}, '')`.execute(old);
  }
  await old.destroy();
  await migrateDatabase(database);
  const db = await openAsItIs(database);
  onTestFinished(() => db.destroy());
  const rows = await notesFrom(db).orderBy('notes.id').execute();
  expect(rows.map(lookOf)).toEqual(looks.map((look) => JSON.parse(look) as object));
  expect(rows.map(({ strokes }) => strokes)).toEqual(['[[[1.5,20,0.5],[3.125,4,1]]]', null]);
  expect(rows.map(({ bytes }) => bytes)).toEqual(rows.map(bytesOf));
});

test('a search goes through many notes in portions, and finds the last changed of them', async () => {
  const { anna, ben, content, copyRow } = await start();
  const note = await anna.write(noteOn(content, { text: 'zinc' }));
  await copyRow(note.id, 1500, { searched: 'of nothing else' });
  await copyRow(note.id, 3, { searched: 'for anna', audience: 'author' });
  const old = { searched: 'an older one', modified_at: '2020-01-01T00:00:00.000Z' };
  await copyRow(note.id, 30, old);
  const search = async (q: string, person = ben) => {
    const answer = await person.send('GET', `/vue-egd-lib/api/notes/search?q=${q}&limit=20`);
    return answer.json<{ data: FoundNote[]; more: boolean }>();
  };
  expect(await search('zinc')).toMatchObject({ data: [{ id: note.id }], more: false });
  expect((await search('older')).data).toHaveLength(20);
  const newest = await search('o');
  expect([newest.data.length, newest.more]).toEqual([20, true]);
  expect(newest.data.every(({ modified_at }) => modified_at === note.modified_at)).toBe(true);
  expect([(await search('anna')).data.length, (await search('anna', anna)).data.length]).toEqual([
    0, 3,
  ]);
});
