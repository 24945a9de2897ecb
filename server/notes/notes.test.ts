import { randomUUID } from 'node:crypto';
import { StatementSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Note, NoteConflict } from '#contract/notes.ts';
import { headedPdf, textPdf } from '../../test/pdfs.ts';
import { noteOn, startNoting } from '../../test/noting.ts';
import { addToGroup, removeFromGroup } from '../auth/groups.ts';
import { encodePng } from '../pdf/draw/png.ts';
import { packWords, unpackWords } from '../pdf/text/words.ts';
import { removeDeletedNotes } from './forget-notes.ts';

const pdf = await textPdf('Zinc plating of steel parts shall be checked', 'A second page');
const files = { 'AM-1_EN_1.pdf': pdf };

async function start() {
  const library = await startNoting(onTestFinished, files);
  const anna = await library.person('anna');
  const { content } = await anna.list();
  return { ...library, anna, content };
}

test('a highlight is anchored on the words that the library stores', async () => {
  const { anna, content } = await start();
  const words = await anna.send('GET', '/vue-egd-lib/api/notes/words?name=AM-1_EN_1.pdf&page=1');
  const { data } = words.json<{ data: [string, number, number, number, number][] }>();
  expect(data.map(([text]) => text).join(' ')).toBe('Zinc plating of steel parts shall be checked');
  const sent = noteOn(content, { words: [3, 4], rects: [[1, 2, 3, 4]] });
  const note = await anna.write(sent);
  const [, left = 0, top = 0, , height = 0] = data[3] ?? [];
  const [, lastLeft = 0, , lastWidth = 0] = data[4] ?? [];
  const round = (value: number) => Math.round(value * 1000) / 1000;
  expect(note).toMatchObject({
    id: sent.id,
    content,
    author: 'anna',
    version: 1,
    page: 1,
    other_pages: [],
    words: [3, 4],
    quote: 'steel parts',
    before: 'Zinc plating of',
    after: 'shall be checked',
    carried: null,
    hidden: null,
    comments: [],
  });
  expect(note.rects).toEqual([
    [round(left), round(top), round(lastLeft + lastWidth - left), round(height)],
  ]);
});

test('a highlight across a page break has its words of both pages', async () => {
  const { anna, content } = await start();
  const other_pages = [{ page: 2, rects: [] }];
  const note = await anna.write(noteOn(content, { words: [7, 1], other_pages }));
  expect(note.quote).toBe('checked A second');
  expect(note.other_pages.map(({ page, rects }) => [page, rects.length])).toEqual([[2, 1]]);
  expect([note.before, note.after]).toEqual([' plating of steel parts shall be', 'page']);
});

test('a highlight across a page break leaves out headers and footers', async () => {
  const headed = ['Parts are coated', 'with zinc', 'and checked'].map(
    (body, at) => ['Nordwerk AM-1', body, `Page ${at + 1} of 3`] as const,
  );
  const library = await startNoting(onTestFinished, { 'AM-1_EN_1.pdf': await headedPdf(headed) });
  const anna = await library.person('anna');
  const { content } = await anna.list();
  const other_pages = [{ page: 2, rects: [] }];
  const note = await anna.write(noteOn(content, { words: [3, 3], other_pages }));
  expect(note.quote).toBe('are coated with zinc');
  expect([note.rects.length, note.other_pages[0]?.rects.length]).toEqual([1, 1]);
});

test('a text, a drawing or a stamp has the words beside it as its quote', async () => {
  const { anna, content } = await start();
  const rects: [number, number, number, number][] = [[70.1234, 60.9996, 200, 30]];
  const note = await anna.write(noteOn(content, { kind: 'freetext', words: null, rects }));
  expect(note.rects).toEqual([[70.123, 61, 200, 30]]);
  expect(note.quote).toBe('Zinc plating of steel parts shall');
  const below = await anna.write(
    noteOn(content, { kind: 'ink', words: null, rects: [[70, 600, 20, 20]] }),
  );
  expect(below.quote).toBe('Zinc plating of steel parts shall be checked');
});

test('words, pages and files that are not there are refused', async () => {
  const { anna, content } = await start();
  const refusals = await Promise.all(
    [
      noteOn(content, { words: [0, 99] }),
      noteOn(content, { words: [3, 2] }),
      noteOn(content, { page: 3 }),
      noteOn('0'.repeat(64)),
      noteOn(content, { kind: 'ink', words: null }),
      noteOn(content, { is_private: true, group: 'Welding' }),
    ].map(async (note) => (await anna.add(note)).statusCode),
  );
  expect(refusals).toEqual([400, 400, 400, 400, 400, 400]);
  expect((await anna.list()).data).toEqual([]);
});

test('a note that is sent again after a lost answer is there once', async () => {
  const { anna, content, db } = await start();
  const sent = noteOn(content);
  const [first, again] = [await anna.write(sent), await anna.write({ ...sent, text: 'other' })];
  expect(again).toEqual(first);
  const both = await Promise.all([noteOn(content), noteOn(content)].map((one) => anna.write(one)));
  expect(new Set(both.map(({ id }) => id)).size).toBe(2);
  expect((await db.selectFrom('notes').select('id').execute()).length).toBe(3);
});

test('the id of another’s note adds nothing and says nothing of it', async () => {
  const { anna, content, person } = await start();
  const note = await anna.write(noteOn(content, { is_private: true, text: 'secret' }));
  const ben = await person('ben');
  const answer = await ben.add(noteOn(content, { id: note.id, version: 1 }));
  expect([answer.statusCode, answer.body.includes('secret')]).toEqual([400, false]);
  // Another signed in after it was drawn.
  expect((await ben.add(noteOn(content, { author: 'anna' }))).statusCode).toBe(403);
  expect((await anna.list()).data).toEqual([note]);
});

test('a change of an older version is refused with the note as it is now', async () => {
  const { anna, content } = await start();
  const note = await anna.write(noteOn(content));
  const saved = await anna.save(note.id, { ...note, text: 'first' });
  expect(saved.json<Note>()).toMatchObject({ text: 'first', version: 2, quote: note.quote });
  const stale = await anna.save(note.id, { ...note, text: 'second' });
  expect(stale.statusCode).toBe(409);
  expect(stale.json<NoteConflict>()).toMatchObject({
    code: 'changed_meanwhile',
    note: { text: 'first', version: 2 },
  });
  expect((await anna.remove(note.id, 1)).statusCode).toBe(409);
});

test('only its author restores a deleted note, with the version of the deletion', async () => {
  const { anna, content, person } = await start();
  const ben = await person('ben');
  const sent = noteOn(content, { text: 'mine' });
  const note = await anna.write(sent);
  await anna.comment(note.id, 'seen');
  const { version } = (await anna.remove(note.id, 1)).json<{ version: number }>();
  expect((await anna.add(sent)).statusCode).toBe(409);
  expect((await ben.add({ ...sent, version })).statusCode).toBe(400);
  expect((await anna.list()).data).toEqual([]);
  const restored = await anna.write({ ...sent, version });
  expect(restored).toMatchObject({ id: note.id, text: 'mine', version: 3 });
  expect(restored.comments).toMatchObject([{ author: 'anna', text: 'seen' }]);
  expect((await ben.list()).data).toEqual([restored]);
});

test('a deleted note leaves nothing of what it said; its comments go after 30 days', async () => {
  const { anna, content, db } = await start();
  const note = await anna.write(noteOn(content, { text: 'between us' }));
  await anna.comment(note.id, 'agreed');
  await anna.remove(note.id, 1);
  const search = await anna.send('GET', '/vue-egd-lib/api/notes/search?q=agreed');
  expect(search.json()).toMatchObject({ data: [] });
  const rows = await db.selectFrom('notes').selectAll().execute();
  expect(rows).toMatchObject([{ text: '', quote: '', rects: '[]', searched: '' }]);
  const comments = () => db.selectFrom('note_comments').select('text').execute();
  const day = 24 * 3_600_000;
  await removeDeletedNotes(db, Date.now() + 29 * day);
  expect(await comments()).toEqual([{ text: 'agreed' }]);
  await removeDeletedNotes(db, Date.now() + 31 * day);
  expect(await comments()).toEqual([]);
});

test('others learn of changes from the cursor, and of what is gone', async () => {
  const { anna, content, person } = await start();
  const ben = await person('ben');
  const [one, two] = [await anna.write(noteOn(content)), await anna.write(noteOn(content))];
  const whole = await ben.list();
  expect(whole).toMatchObject({ data: [one, two], gone: [], is_whole: true, more: false });
  expect(await ben.list(whole.cursor)).toMatchObject({ data: [], gone: [], is_whole: false });
  const saved = (await anna.save(one.id, { ...one, text: 'new' })).json<Note>();
  await anna.remove(two.id, two.version);
  const next = await ben.list(whole.cursor);
  expect(next).toMatchObject({ data: [saved], gone: [two.id], is_whole: false });
  expect(await ben.list(next.cursor)).toMatchObject({ data: [], gone: [] });
  expect(await ben.list('nonsense')).toMatchObject({ data: [saved], gone: [], is_whole: true });
});

test('a private note is seen by its author only, and nothing says that there is one', async () => {
  const { anna, content, person, db } = await start();
  const librarian = await person('librarian', 'EGD_LIB_EDIT');
  const before = await librarian.list();
  const note = await anna.write(noteOn(content, { is_private: true, text: 'private' }));
  const after = await librarian.list(before.cursor);
  expect(after).toMatchObject({ data: [], gone: [] });
  const attempts = [
    await librarian.save(note.id, note),
    await librarian.remove(note.id, 1),
    await librarian.comment(note.id, 'mine'),
    await librarian.hide(note.id, 'why not'),
  ];
  expect(attempts.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
  await anna.remove(note.id, 1);
  expect(await librarian.list(after.cursor)).toMatchObject({ data: [], gone: [] });
  const lines = await db.selectFrom('audit').select('subject').execute();
  expect(lines.map(({ subject }) => subject)).not.toContain('note');
});

test('a note for a group is seen by its members, as long as they are members', async () => {
  const { anna, content, person, db } = await start();
  const [ben, eve] = [await person('ben'), await person('eve', 'EGD_LIB_EDIT')];
  await addToGroup(db, 'Welding', 'anna');
  await addToGroup(db, 'Welding', 'ben');
  expect((await anna.list()).groups).toEqual(['Welding']);
  const note = await anna.write(noteOn(content, { group: 'Welding' }));
  const seen = await ben.list();
  expect(seen.data).toEqual([note]);
  expect((await eve.list()).data).toEqual([]);
  expect((await eve.comment(note.id, 'hello')).statusCode).toBe(404);
  // A librarian who is told its id may hide it, and does not see it.
  const hiding = await eve.hide(note.id, 'not for you');
  expect([hiding.statusCode, hiding.json()]).toEqual([200, { note: null }]);
  expect([(await ben.list()).data, (await eve.list()).data]).toEqual([[], []]);
  expect((await anna.list()).data).toMatchObject([
    { hidden: { by: 'eve', by_name: 'eve the tester', reason: 'not for you' } },
  ]);
  await eve.hide(note.id, null);
  expect((await eve.add(noteOn(content, { group: 'Welding' }))).statusCode).toBe(400);
  await removeFromGroup(db, 'Welding', 'ben');
  expect(await ben.list(seen.cursor)).toMatchObject({ data: [], is_whole: true, groups: [] });
});

test('no call says anything of a note to someone who may not see it, whatever their role', async () => {
  const { anna, content, person, db } = await start();
  const picture = randomUUID();
  const png = Buffer.from(encodePng(1, 1, new Uint8Array(4))).toString('base64');
  await anna.send('POST', '/vue-egd-lib/api/notes/pictures', { id: picture, png });
  await addToGroup(db, 'Welding', 'anna');
  const rects: [number, number, number, number][] = [[70, 70, 60, 40]];
  const look = { colour: '#000000', picture };
  const secret = { kind: 'stamp', words: null, rects, look, text: 'secret' } as const;
  const everyone = await anna.write(noteOn(content, { ...secret }));
  const notes = [
    await anna.write(noteOn(content, { ...secret, group: 'Welding' })),
    await anna.write(noteOn(content, { ...secret, is_private: true })),
    everyone, // deleted below
  ];
  const comment = randomUUID();
  for (const { id } of notes) await anna.comment(id, 'secret');
  await anna.comment(notes[0]?.id ?? '', 'secret', comment);
  const former = await person('former');
  await addToGroup(db, 'Welding', 'former');
  const { cursor } = await former.list();
  await removeFromGroup(db, 'Welding', 'former');
  await anna.remove(everyone.id, everyone.version);
  const strangers = [
    former,
    await person('librarian', 'EGD_LIB_EDIT'),
    await person('reviewer', 'EGD_LIB_REVIEW'),
    await person('auditor', 'EGD_LIB_AUDIT'),
  ];
  const api = '/vue-egd-lib/api';
  const fetched = vi.spyOn(StatementSync.prototype, 'all'); // all that SQLite's queries give
  onTestFinished(() => fetched.mockRestore());
  for (const { send } of strangers) {
    const lists = [
      await send('GET', `${api}/notes?name=AM-1_EN_1.pdf`),
      await send('GET', `${api}/notes?name=AM-1_EN_1.pdf&since=${cursor}`),
      await send('GET', `${api}/notes/search?q=secret`),
      await send('GET', `${api}/notes/export?name=AM-1_EN_1.pdf&as=json`),
      await send('GET', `${api}/manage/history`), // 403 for some
    ];
    const refused = [await send('GET', `${api}/notes/pictures/${picture}`)];
    const rows = fetched.mock.results.map(({ value }) => value as object[]);
    expect(JSON.stringify(rows)).not.toContain('secret');
    expect(rows.flat().some((row) => 'png' in row)).toBe(false);
    for (const note of notes) {
      const at = `${api}/notes/${note.id}`;
      const { version, page, other_pages, words, text } = note;
      refused.push(
        await send('PUT', at, { version, page, rects: note.rects, other_pages, words, text, look }),
        await send('DELETE', `${at}?version=${note.version}`),
        await send('POST', `${at}/comments`, { id: randomUUID(), text: 'Who is there?' }),
        await send('DELETE', `${at}/comments/${comment}`),
        await send('POST', `${at}/carried`, { verdict: 'discard' }),
      );
    }
    expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
    expect(lists.map(({ body }) => body).join()).not.toContain('secret');
    fetched.mockClear();
  }
  expect((await anna.list()).data.map(({ comments }) => comments.length)).toEqual([1, 2]);
});

test('only its author changes a note; anyone who sees it comments', async () => {
  const { anna, content, person } = await start();
  const ben = await person('ben', 'EGD_LIB_EDIT');
  const note = await anna.write(noteOn(content));
  expect((await ben.save(note.id, note)).statusCode).toBe(403);
  expect((await ben.remove(note.id, 1)).statusCode).toBe(403);
  const id = randomUUID();
  const [first, again] = [
    await ben.comment(note.id, 'Is it so?', id),
    await ben.comment(note.id, 'Twice', id),
  ];
  expect(first.json<Note>()).toMatchObject({
    version: 1,
    comments: [{ id, author: 'ben', text: 'Is it so?' }],
  });
  expect(again.json()).toEqual(first.json());
  const address = `/vue-egd-lib/api/notes/${note.id}/comments/${id}`;
  expect((await anna.send('DELETE', address)).statusCode).toBe(403);
  expect((await ben.send('DELETE', address)).json<Note>().comments).toEqual([]);
});

test('a librarian hides a note with a reason, which its author and the trail have', async () => {
  const { anna, content, person, db } = await start();
  const [ben, librarian] = [await person('ben'), await person('librarian', 'EGD_LIB_EDIT')];
  const note = await anna.write(noteOn(content, { text: 'wrong advice' }));
  const { cursor } = await ben.list();
  expect((await ben.hide(note.id, 'no role')).statusCode).toBe(403);
  expect((await librarian.hide(note.id, 'It is outdated.')).statusCode).toBe(200);
  expect(await ben.list(cursor)).toMatchObject({ data: [], gone: [note.id] });
  expect((await ben.list()).data).toEqual([]);
  expect((await ben.comment(note.id, 'still here?')).statusCode).toBe(404);
  const hidden = { by: 'librarian', reason: 'It is outdated.' };
  expect((await anna.list()).data).toMatchObject([{ hidden }]);
  const lines = await db
    .selectFrom('audit')
    .select(['user', 'action', 'after'])
    .where('subject', '=', 'note')
    .orderBy('id')
    .execute();
  expect(lines.map(({ user, action }) => [user, action])).toEqual([
    ['anna', 'added'],
    ['librarian', 'changed'],
  ]);
  expect(JSON.parse(lines[1]?.after ?? '')).toEqual({
    doc_num: 'AM-1',
    language: 'EN',
    doc_rev: '1',
    kind: 'highlight',
    page: 1,
    group: 'everyone',
    version: 2,
    hidden: 'It is outdated.',
  });
  expect(JSON.stringify(lines)).not.toContain('wrong advice');
  await librarian.hide(note.id, null);
  expect((await ben.list(cursor)).data).toMatchObject([{ id: note.id, hidden: null }]);
});

test('a highlight stays on the words that it quotes when a later version numbers them otherwise', async () => {
  const { anna, content, db } = await start();
  const note = await anna.write(noteOn(content, { words: [3, 4] }));
  const row = await db.selectFrom('content_words').select('words').executeTakeFirstOrThrow();
  const [first = [], ...others] = unpackWords(row.words);
  const words = packWords([first.slice(1), ...others]);
  await db.updateTable('content_words').set({ words }).execute();
  expect((await anna.save(note.id, { ...note, text: 'Which?' })).statusCode).toBe(200);
  const { quote, rects } = note;
  expect((await anna.list()).data).toMatchObject([{ text: 'Which?', quote, rects }]);
  expect(quote).toBe('steel parts');
});

test('a document that was deleted and added again has its notes again', async () => {
  const { anna, content, db, add, scanNames } = await start();
  const note = await anna.write(noteOn(content));
  await db.deleteFrom('entry_files').execute();
  await db.deleteFrom('documents').execute();
  await add({});
  await scanNames();
  expect((await anna.list()).data).toEqual([note]);
});

test('on a PDF that is not there or not readable nobody writes', async () => {
  const library = await startNoting(onTestFinished, {}, { entries: [{}, { doc_rev: '2' }] });
  const anna = await library.person('anna');
  expect(await anna.list()).toMatchObject({
    may_write: false,
    why_not: 'This document has no PDF file yet.',
    content: null,
  });
  expect((await anna.add(noteOn('0'.repeat(64)))).statusCode).toBe(400);
  const unknown = await anna.send('GET', '/vue-egd-lib/api/notes?name=no.pdf');
  expect(unknown.statusCode).toBe(404);
});
