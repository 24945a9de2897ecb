import { fillAddress } from '#contract/calls.ts';
import { type Note, decideCarriedNote } from '#contract/notes.ts';
import { expect, onTestFinished, test } from 'vitest';
import { photographedPdf } from '../../../test/pdfs.ts';
import { settingPdf, standardParagraphs } from '../../../test/redline-pdfs.ts';
import { noteOn, startNoting } from '../../../test/noting.ts';

const paragraphs = standardParagraphs(3);
const gone = 'This sentence is in the first revision only, and says nothing.';
const first = await settingPdf({ paragraphs: [gone, ...paragraphs] });
const second = await settingPdf({
  paragraphs: ['One paragraph more.', 'And another.', ...paragraphs],
});
const names = ['AM-1_EN_1.pdf', 'AM-1_EN_2.pdf', 'AM-1_EN_3.pdf'] as const;

async function start(files: Record<string, Uint8Array>, revisions = ['1', '2']) {
  const library = await startNoting(onTestFinished, files, {
    entries: revisions.map((doc_rev) => ({ doc_rev })),
  });
  const anna = await library.person('anna');
  const { content } = await anna.list();
  type Person = typeof anna;
  /** The notes on a document when all are carried over. */
  const carried = async (person: Person, name: string): Promise<Note[]> => {
    await library.app.follow();
    const { is_carrying, data } = await person.list(undefined, name);
    expect(is_carrying).toBe(false);
    return data;
  };
  const settle = (person: Person, id: string, verdict: 'accept' | 'discard') =>
    person.send('POST', fillAddress(decideCarriedNote.url, { id }), { verdict });
  return { ...library, anna, content, carried, settle };
}

/** The words of a text on the first page. */
async function wordsOf(
  anna: Awaited<ReturnType<typeof start>>['anna'],
  text: string,
): Promise<[number, number]> {
  const answer = await anna.send('GET', `/vue-egd-lib/api/notes/words?name=${names[0]}&page=1`);
  const words = answer.json<{ data: [string][] }>().data.map(([word]) => word);
  const wanted = text.split(' ');
  const at = words.findIndex((_, from) => wanted.every((word, by) => words[from + by] === word));
  return [at, at + wanted.length - 1];
}

const both = { [names[0]]: first, [names[1]]: second };

test('notes are carried over to the latest revision, each with its audience and comments', async () => {
  const { anna, content, carried, person } = await start(both);
  const ben = await person('ben');
  const kept = paragraphs[1]?.split(' ').slice(2, 9).join(' ') ?? '';
  const words = await wordsOf(anna, kept);
  const shared = await anna.write(noteOn(content, { words, text: 'for all' }));
  await ben.comment(shared.id, 'agreed');
  await anna.write(noteOn(content, { words, text: 'mine', is_private: true }));
  const lost = noteOn(content, { words: await wordsOf(anna, gone), text: 'without a place' });
  await anna.write(lost);
  expect((await anna.list(undefined, names[1])).is_carrying).toBe(true);
  const notes = await carried(anna, names[1]);
  expect(notes.map(({ text, carried: from, quote }) => [text, from, quote])).toEqual([
    ['for all', { from_rev: '1', state: 'placed', score: 1 }, kept],
    ['mine', { from_rev: '1', state: 'placed', score: 1 }, kept],
    ['without a place', { from_rev: '1', state: 'lost', score: 0 }, gone],
  ]);
  expect(notes[0]).toMatchObject({ author: 'anna', version: 1, is_private: false });
  expect(notes[0]?.comments).toMatchObject([{ author: 'ben', text: 'agreed' }]);
  expect(notes[0]?.rects).not.toEqual(shared.rects);
  expect(notes[2]?.rects).toEqual([]);
  expect((await carried(ben, names[1])).map(({ text }) => text)).toEqual([
    'for all',
    'without a place',
  ]);
  expect((await anna.list()).data).toHaveLength(3);
});

test('its author accepts or discards a note that was carried over; it does not come again', async () => {
  const { anna, content, carried, settle, person } = await start(both);
  const ben = await person('ben');
  const words = await wordsOf(anna, paragraphs[1]?.split(' ').slice(2, 9).join(' ') ?? '');
  await anna.write(noteOn(content, { words, text: 'accepted' }));
  await anna.write(noteOn(content, { words, text: 'discarded' }));
  await anna.write(noteOn(content, { words: await wordsOf(anna, gone), text: 'lost' }));
  const [one, two, three] = await carried(anna, names[1]);
  const ids = [one?.id ?? '', two?.id ?? '', three?.id ?? ''] as const;
  expect((await settle(ben, ids[0], 'accept')).statusCode).toBe(403);
  const accepted = (await settle(anna, ids[0], 'accept')).json<{ note: Note }>();
  expect(accepted.note.carried).toEqual({ from_rev: '1', state: 'accepted', score: 1 });
  expect((await settle(anna, ids[1], 'discard')).json()).toEqual({ note: null });
  expect((await settle(anna, ids[2], 'accept')).statusCode).toBe(400);
  // To write on it decides nothing about its place.
  const written = (await anna.save(ids[2], { ...three, text: 'still lost' })).json<Note>();
  expect(written).toMatchObject({ text: 'still lost', quote: gone, carried: { state: 'lost' } });
  const moved = await anna.save(ids[2], { ...written, words: [0, 2], text: 'lost' });
  expect(moved.json<Note>().carried?.state).toBe('accepted');
  const undone = await anna.save(ids[2], { ...written, version: moved.json<Note>().version });
  expect(undone.json<Note>()).toMatchObject({ rects: [], words: null, carried: { state: 'lost' } });
  const notes = await carried(anna, names[1]);
  expect(notes.map(({ text }) => text).toSorted()).toEqual(['accepted', 'still lost']);
  expect((await anna.list()).data).toHaveLength(3);
});

test('a third revision takes the notes from the second, and what was not there from the first', async () => {
  const third = await settingPdf({ paragraphs: [...paragraphs, 'The end.'] });
  const { anna, content, carried, add, write, scan } = await start(both);
  const words = await wordsOf(anna, paragraphs[1]?.split(' ').slice(2, 9).join(' ') ?? '');
  await anna.write(noteOn(content, { words, text: 'early' }));
  const [copy] = await carried(anna, names[1]);
  await anna.save(copy?.id ?? '', { ...copy, text: 'edited on the second' });
  await anna.write(noteOn(content, { words, text: 'late' }));
  await add({ doc_rev: '3' });
  await write(names[2], third);
  await scan();
  const notes = await carried(anna, names[2]);
  expect(notes.map(({ text, carried: from }) => [text, from?.from_rev, from?.state])).toEqual([
    ['edited on the second', '2', 'placed'],
    ['late', '1', 'placed'],
  ]);
});

test('a file that is replaced takes its notes along; the former file would have them again', async () => {
  const { anna, content, carried, write, scan } = await start({ [names[0]]: first }, ['1']);
  const words = await wordsOf(anna, paragraphs[1]?.split(' ').slice(2, 9).join(' ') ?? '');
  const note = await anna.write(noteOn(content, { words, text: 'kept' }));
  await write(names[0], second);
  await scan();
  const [copy] = await carried(anna, names[0]);
  expect(copy).toMatchObject({ text: 'kept', carried: { from_rev: '1', state: 'placed' } });
  await write(names[0], first);
  await scan();
  expect(await carried(anna, names[0])).toEqual([note]);
});

test('nothing is carried over where it is unsure which revision is the latest', async () => {
  const unsure = { [names[0]]: first, 'AM-1_EN_draft.pdf': second };
  const { anna, content, carried } = await start(unsure, ['1', 'draft']);
  await anna.write(noteOn(content, { text: 'stays' }));
  expect(await carried(anna, 'AM-1_EN_draft.pdf')).toEqual([]);
  expect(await carried(anna, names[0])).toHaveLength(1);
});

test('notes on what OCR read of a scan are carried over, too', async () => {
  const scan = await photographedPdf();
  const files = { [names[0]]: scan, [names[1]]: Buffer.concat([scan, Buffer.from('% again\n')]) };
  const { anna, content, carried, db } = await start(files);
  const newer = (await anna.list(undefined, names[1])).content ?? '';
  const text = 'Parts are coated with zinc and checked every day by the laboratory of the supplier';
  const readAt = (hash: string, top: number) => {
    const line = text.split(' ').map((word, at) => [word, 500 + at * 500, top, 400, 200]);
    const row = { hash, page: 1, text, words: JSON.stringify([line]) };
    return db.insertInto('ocr_texts').values(row).execute();
  };
  await readAt(content ?? '', 2000);
  await readAt(newer, 6000);
  const note = await anna.write(noteOn(content, { words: [3, 8] }));
  expect(note.quote).toBe('with zinc and checked every day');
  const [moved] = await carried(anna, names[1]);
  expect(moved).toMatchObject({ quote: note.quote, carried: { from_rev: '1', state: 'placed' } });
  expect(moved?.rects.map(([left]) => left)).toEqual(note.rects.map(([left]) => left));
  expect(moved?.rects[0]?.[1]).toBeGreaterThan((note.rects[0]?.[1] ?? 0) * 2);
});
