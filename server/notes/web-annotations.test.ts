import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { textPdf } from '../../test/pdfs.ts';
import { noteOn, startNoting } from '../../test/noting.ts';
import { encodePng } from '../pdf/draw/png.ts';

const files = { 'AM-1_EN_1.pdf': await textPdf('Zinc plating of steel parts', 'A second page') };
const exported = (as: string) => `/vue-egd-lib/api/notes/export?name=AM-1_EN_1.pdf&as=${as}`;

async function start() {
  const library = await startNoting(onTestFinished, files);
  const [anna, ben] = [await library.person('anna'), await library.person('ben')];
  const { content } = await anna.list();
  return { ...library, anna, ben, content };
}

test('notes are exported as Web Annotations, with their pictures inside', async () => {
  const { anna, ben, content } = await start();
  expect((await anna.send('GET', exported('json'))).json<unknown>()).toEqual([]);
  const note = await anna.write(noteOn(content, { words: [3, 4], text: 'Which steel?' }));
  const picture = randomUUID();
  const png = encodePng(1, 1, new Uint8Array(4)).toString('base64');
  await anna.send('POST', '/vue-egd-lib/api/notes/pictures', { id: picture, png });
  const look = { colour: '#ff0000', picture };
  const rects: [number, number, number, number][] = [[70, 70, 5, 5]];
  await anna.write(noteOn(content, { kind: 'stamp', words: null, rects, look, page: 2 }));
  await ben.comment(note.id, 'S235');
  const answer = await anna.send('GET', exported('json'));
  const annotations = answer.json<object[]>();
  expect(annotations[0]).toMatchObject({
    '@context': 'http://www.w3.org/ns/anno.jsonld',
    id: `urn:uuid:${note.id}`,
    type: 'Annotation',
    motivation: 'highlighting',
    creator: { name: 'anna the tester', nickname: 'anna' },
    body: [
      { value: 'Which steel?', purpose: 'commenting' },
      { value: 'S235', purpose: 'replying', creator: { name: 'ben the tester', nickname: 'ben' } },
    ],
    target: {
      source: '/document/egd-lib/AM-1_EN_1.pdf',
      selector: [
        { type: 'FragmentSelector' },
        { type: 'TextQuoteSelector', exact: 'steel parts', prefix: 'Zinc plating of', suffix: '' },
      ],
    },
  });
  expect(annotations[1]).toMatchObject({
    motivation: 'tagging',
    body: [{ type: 'Image', format: 'image/png', id: `data:image/png;base64,${png}` }],
    egd_library: { kind: 'stamp', page: 2, rects, look },
  });
});

test('no export has a note that its reader does not see', async () => {
  const { anna, ben, content, person } = await start();
  const librarian = await person('librarian', 'EGD_LIB_EDIT');
  await anna.write(noteOn(content, { text: 'only for me', is_private: true }));
  const hidden = await anna.write(noteOn(content, { text: 'hidden advice' }));
  await anna.write(noteOn(content, { text: '=cmd()' }));
  await librarian.hide(hidden.id, 'outdated');
  const texts = async (who: typeof anna) =>
    (await who.send('GET', exported('json')))
      .json<{ body: { value: string }[] }[]>()
      .map(({ body }) => body[0]?.value);
  expect(await texts(anna)).toEqual(['only for me', 'hidden advice', '=cmd()']);
  expect(await texts(ben)).toEqual(['=cmd()']);
  expect(await texts(librarian)).toEqual(['hidden advice', '=cmd()']);
  const sheet = await ben.send('GET', exported('xlsx'));
  expect(sheet.headers['content-disposition']).toContain('AM-1_EN_1 - notes.xlsx');
  expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK');
});

test('ten thousand notes of several people come in parts, each once', async () => {
  const { anna, content, db } = await start();
  const note = await anna.write(noteOn(content, { text: 'one of many' }));
  const { id: _id, ...row } = await db
    .selectFrom('notes')
    .selectAll()
    .where('uuid', '=', note.id)
    .executeTakeFirstOrThrow();
  for (let from = 1; from < 10_000; from += 500) {
    const count = Math.min(500, 10_000 - from);
    const rows = Array.from({ length: count }, (_, at) => {
      const uuid = `00000000-0000-4000-8000-${String(from + at).padStart(12, '0')}`;
      return { ...row, uuid, thread: uuid, seq: row.seq + Math.ceil((from + at) / 150) }; // as if carried over together
    });
    await db.insertInto('notes').values(rows).execute();
  }
  await db
    .updateTable('versions')
    .set({ value: row.seq + 67 })
    .where('name', '=', 'notes')
    .execute();
  const seen = new Set<string>();
  let cursor: string | undefined;
  let parts = 0;
  for (let more = true; more; parts++) {
    const list = await anna.list(cursor);
    for (const { id } of list.data) seen.add(id);
    ({ cursor, more } = list);
  }
  expect([parts, seen.size]).toEqual([10, 10_000]);
  expect(await anna.list(cursor)).toMatchObject({ data: [], gone: [], more: false });
});
