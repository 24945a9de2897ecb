import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { fillAddress } from '#contract/calls.ts';
import {
  deleteNoteComment,
  type Note,
  type NoteConflict,
  decideCarriedNote,
} from '#contract/notes.ts';
import { noteOn, startNoting } from '../../test/noting.ts';
import { textPdf } from '../../test/pdfs.ts';
import { addToGroup } from '../auth/groups.ts';
import { disableUser } from '../auth/accounts.ts';

const names = ['AM-1_EN_1.pdf', 'AM-1_EN_2.pdf'] as const;
const pdf = await textPdf('Zinc plating of steel parts shall be checked', 'A second page');
const other = await textPdf('Some steel parts. Zinc plating of steel parts shall be checked');
const rects: [number, number, number, number][] = [[80, 200, 160, 60]];
const stamp = { kind: 'stamp', words: null, rects } as const;
const approved = { ...stamp, look: { colour: '#c81e1e', label: 'Approved' } };
const signature = { kind: 'signature', words: null, rects } as const;

async function start(revisions = ['1']) {
  const files = { [names[0]]: pdf, ...(revisions.length > 1 ? { [names[1]]: other } : {}) };
  const entries = revisions.map((doc_rev) => ({ doc_rev }));
  const library = await startNoting(onTestFinished, files, { entries });
  const [anna, ben] = [await library.person('anna'), await library.person('ben')];
  const { content } = await anna.list();
  return { ...library, anna, ben, content };
}

test('a signature is what its owner keeps, in the owner’s name, whatever a browser sends', async () => {
  const { anna, ben, content, db } = await start();
  const refused = await ben.add(noteOn(content, { ...signature, look: approved.look }));
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
    400,
    'Draw, type or choose your signature first.',
  ]);
  await anna.sign({ colour: '#000080', label: 'Ben Director' });
  const forged = { colour: '#000000', label: 'Ben Director', strokes: [] };
  const sent = noteOn(content, { ...signature, look: forged });
  const note = await anna.write(sent);
  expect([note.look, note.signed]).toEqual([
    { colour: '#000080', label: 'anna the tester' },
    { name: 'anna the tester', account: 'anna', at: note.created_at },
  ]);
  const moved = await anna.save(note.id, { ...note, rects: [[90, 90, 160, 60]], look: forged });
  expect(moved.json<Note>()).toMatchObject({ look: note.look, signed: note.signed });
  const { version } = (await anna.remove(note.id, 2)).json<{ version: number }>();
  const renamed = { display_name: 'Anna Berg' };
  await db.updateTable('users').set(renamed).where('name', '=', 'anna').execute();
  const restored = await anna.write({ ...sent, version });
  expect(restored).toMatchObject({
    author_name: 'Anna Berg',
    look: note.look,
    signed: note.signed,
  });
});

test('a drawn signature has its strokes within its box', async () => {
  const { anna, content } = await start();
  await anna.sign({
    colour: '#000080',
    size: 3,
    strokes: [
      [
        [0, 0, 0.5],
        [400, 100, 0.5],
      ],
    ],
  });
  const { id: _id, look: _look, ...bare } = noteOn(content, signature);
  const note = await anna.write({ id: noteOn(content).id, ...bare });
  const dots = note.look.strokes?.flat() ?? [];
  expect(dots.every(([x, y]) => x >= 80 && x <= 240 && y >= 200 && y <= 242)).toBe(true);
  const moved = (await anna.save(note.id, { ...note, rects: [[0, 0, 320, 120]] })).json<Note>();
  expect(moved.look.size).toBeCloseTo((note.look.size ?? 0) * 2, 2);
});

test('stamps and signatures stay on their revision; their author is offered them on the next', async () => {
  const { anna, ben, content, app } = await start(['1', '2']);
  await anna.sign({ colour: '#000080', label: 'x' });
  await anna.write(noteOn(content, approved));
  await anna.write(noteOn(content, signature));
  await anna.write(noteOn(content, { text: 'carried' }));
  await app.follow();
  const next = await anna.list(undefined, names[1]);
  expect(next.data.map(({ text }) => text)).toEqual(['carried']);
  expect(next.earlier?.map(({ note, rev, is_offered }) => [note.kind, rev, is_offered])).toEqual([
    ['signature', '1', true],
    ['stamp', '1', true],
  ]);
  expect((await ben.list(undefined, names[1])).earlier).toEqual([]);
  expect((await anna.list(next.cursor, names[1])).earlier).toBeUndefined();
  await anna.write(noteOn(next.content, { ...approved, name: names[1] }));
  const after = await anna.list(next.cursor, names[1]);
  expect(after.earlier?.map(({ note }) => note.kind)).toEqual(['signature']);
});

test('a stamp on a file that was replaced is listed apart, for all who see it', async () => {
  const { anna, ben, content, write, scan, app } = await start();
  const note = await anna.write(noteOn(content, approved));
  await anna.write(noteOn(content, { ...approved, is_private: true }));
  await write(names[0], other);
  await scan();
  await app.follow();
  const seen = await ben.list();
  expect(seen.data).toEqual([]);
  expect(seen.earlier).toEqual([{ note, rev: '1', is_offered: false }]);
  const mine = await anna.list();
  expect(mine.earlier?.map(({ is_offered }) => is_offered)).toEqual([true, true]);
});

test('a note that someone commented on meanwhile is not deleted unasked', async () => {
  const { anna, ben, content } = await start();
  const note = await anna.write(noteOn(content));
  const wait = randomUUID();
  await ben.comment(note.id, 'wait', wait);
  await anna.comment(note.id, 'mine');
  const refused = await anna.remove(note.id, 1, []);
  expect(refused.statusCode).toBe(409);
  const known = (refused.json<NoteConflict>().note?.comments ?? []).map(({ id }) => id);
  expect(known).toHaveLength(2);
  // As many as before, but another one.
  await ben.send('DELETE', fillAddress(deleteNoteComment.url, { id: note.id, comment: wait }));
  await ben.comment(note.id, 'no, wait');
  expect((await anna.remove(note.id, 1, known)).statusCode).toBe(409);
  const [{ comments = [] } = {}] = (await anna.list()).data;
  const all = comments.map(({ id }) => id);
  expect((await anna.remove(note.id, 1, all)).statusCode).toBe(200);
});

test('its author gives a note to others or takes it back, until they commented', async () => {
  const { anna, ben, content, db } = await start();
  const note = await anna.write(noteOn(content, { is_private: true }));
  const before = await ben.list();
  const shared = (await anna.save(note.id, { ...note, is_private: false })).json<Note>();
  const seen = await ben.list(before.cursor);
  expect(seen.data).toMatchObject([{ id: note.id, is_private: false }]);
  // A browser that does not know of it changes nothing.
  const { is_private: _private, group: _group, ...old } = shared;
  const written = (await anna.save(note.id, { ...old, text: 'for all' })).json<Note>();
  expect(written.is_private).toBe(false);
  const taken = (await anna.save(note.id, { ...written, is_private: true })).json<Note>();
  expect(taken.is_private).toBe(true);
  expect(await ben.list(seen.cursor)).toMatchObject({ data: [], gone: [], is_whole: true });
  await addToGroup(db, 'Welding', 'anna');
  const again = (await anna.save(note.id, { ...taken, is_private: false })).json<Note>();
  await ben.comment(note.id, 'I see');
  const refused = await anna.save(note.id, { ...again, group: 'Welding' });
  expect([refused.statusCode, refused.json<NoteConflict>().message]).toEqual([
    409,
    'Others have commented on this note, so it stays visible to everyone.',
  ]);
  const lines = await db
    .selectFrom('audit')
    .select('after')
    .where('subject', '=', 'note')
    .execute();
  const groups = lines.map(({ after }) => (JSON.parse(after ?? '{}') as { group: string }).group);
  expect(groups).toEqual(['everyone', 'everyone', 'private', 'everyone']);
});

test('people who share a name have their accounts in it, and those who left have theirs still', async () => {
  const { anna, ben, content, db } = await start();
  await db.updateTable('users').set({ display_name: 'A. Berg' }).execute();
  await disableUser(db, 'ben', new Date());
  const note = await anna.write(noteOn(content));
  expect([note.author, note.author_name]).toEqual(['anna', 'A. Berg (anna)']);
  expect(ben.name).toBe('ben');
});

test('a librarian discards what was carried over from someone who left', async () => {
  const { anna, ben, content, app, db, person } = await start(['1', '2']);
  const librarian = await person('librarian', 'EGD_LIB_EDIT');
  await anna.write(noteOn(content, { words: [2, 5] }));
  await app.follow();
  const [note] = (await ben.list(undefined, names[1])).data;
  expect(note).toMatchObject({ is_author_gone: false, carried: { from_rev: '1' } });
  const discard = (who: typeof anna, comments: string[] = []) =>
    who.send('POST', fillAddress(decideCarriedNote.url, { id: note?.id ?? '' }), {
      verdict: 'discard',
      comments,
    });
  expect((await discard(librarian)).statusCode).toBe(403);
  await disableUser(db, 'anna', new Date());
  expect((await discard(ben)).statusCode).toBe(403);
  const word = randomUUID();
  await ben.comment(note?.id ?? '', 'mine', word);
  expect((await discard(librarian)).statusCode).toBe(409);
  expect((await discard(librarian, [word])).statusCode).toBe(200);
  expect((await ben.list(undefined, names[1])).data).toEqual([]);
});

test('accepting a place and discarding a note can be undone, also of one without a place', async () => {
  const { anna, content, app } = await start(['1', '2']);
  await anna.write(noteOn(content, { text: 'placed', words: [0, 7] }));
  await anna.write(noteOn(content, { text: 'lost', page: 2, words: [0, 2] }));
  await app.follow();
  const { data, content: newer } = await anna.list(undefined, names[1]);
  const [placed, lost] = ['placed', 'lost'].map((text) => data.find((note) => note.text === text));
  if (placed?.carried === undefined || placed.carried === null || lost === undefined) {
    throw new Error('Both are carried over.');
  }
  const carried = { ...placed.carried, state: 'accepted' as const };
  const accepted = (await anna.save(placed.id, { ...placed, carried })).json<Note>();
  expect(accepted.carried?.state).toBe('accepted');
  const back = (await anna.save(placed.id, { ...accepted, carried: placed.carried })).json<Note>();
  expect(back.carried).toEqual(placed.carried);
  const { version } = (await anna.remove(lost.id, 1, [])).json<{ version: number }>();
  const { rects: none, page, text, look, words } = lost;
  const sent = noteOn(newer, { id: lost.id, name: names[1], page, text, look, words, rects: none });
  expect(await anna.write({ ...sent, version })).toMatchObject({
    text: 'lost',
    quote: 'A second page',
    rects: [],
    carried: { state: 'lost' },
  });
});
