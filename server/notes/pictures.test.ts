import { randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { expect, onTestFinished, test } from 'vitest';
import { isOnPostgres } from '../../test/databases.ts';
import { textPdf } from '../../test/pdfs.ts';
import { noteOn, startNoting } from '../../test/noting.ts';
import { readPng } from '../../test/read-png.ts';
import { encodePng } from '../pdf/draw/png.ts';

const pdf = await textPdf('Zinc plating of steel parts');
const files = { 'AM-1_EN_1.pdf': pdf };
const pictures = '/vue-egd-lib/api/notes/pictures';
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const stamp = createCanvas(30, 20).toBuffer('image/png');

async function start() {
  const library = await startNoting(onTestFinished, files);
  const [anna, ben] = [await library.person('anna'), await library.person('ben')];
  const { content } = await anna.list();
  return { ...library, anna, ben, content };
}

test('a picture is seen by its owner, and by those who see a note with it', async () => {
  const { anna, ben, content } = await start();
  const picture = randomUUID();
  const added = await anna.send('POST', pictures, { id: picture, png: base64(stamp) });
  expect(added.json()).toEqual({ id: picture, width: 30, height: 20 });
  const read = async (person: typeof anna) =>
    (await person.send('GET', `${pictures}/${picture}`)).statusCode;
  expect([await read(anna), await read(ben)]).toEqual([200, 404]);
  const stamped = { kind: 'stamp', words: null, look: { colour: '#000000', picture } } as const;
  const rects: [number, number, number, number][] = [[70, 70, 60, 40]];
  await anna.write(noteOn(content, { ...stamped, rects, is_private: true }));
  expect(await read(ben)).toBe(404);
  const note = await anna.write(noteOn(content, { ...stamped, rects }));
  const shown = await ben.send('GET', `${pictures}/${picture}`);
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png']);
  expect((await ben.add(noteOn(content, { ...stamped, rects }))).statusCode).toBe(400);
  await anna.remove(note.id, note.version);
  expect(await read(ben)).toBe(404);
});

test.skipIf(isOnPostgres)('what is not a whole PNG of a modest size is refused', async () => {
  const { anna, db } = await start();
  const wide = encodePng(1001, 1000, new Uint8Array(1001 * 1000 * 4));
  const spoilt = Buffer.from(stamp);
  spoilt[stamp.length - 20] = (spoilt[stamp.length - 20] ?? 0) ^ 1;
  const html = Buffer.from('<script>alert(1)</script>');
  const faulty = [html, wide, spoilt, stamp.subarray(0, -1), stamp.subarray(0, 30), bomb()];
  for (const png of faulty) {
    const answer = await anna.send('POST', pictures, { id: randomUUID(), png: base64(png) });
    expect(answer.statusCode).toBe(400);
  }
  const large = base64(Buffer.alloc(200_001));
  const answer = await anna.send('POST', pictures, { id: randomUUID(), png: large });
  expect(answer.statusCode).toBe(413);
  expect(await db.selectFrom('note_pictures').select('uuid').execute()).toEqual([]);
});

test.skipIf(isOnPostgres)('texts in a PNG and what follows it are not kept', async () => {
  const { anna } = await start();
  const half = encodePng(3, 1, Uint8Array.from([255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0])); // a palette of half bytes
  for (const png of [stamp, half, ...[1, 2, 4].map(greyPng)]) {
    const said = Buffer.concat([png.subarray(0, 33), chunk('tEXt', Buffer.from('a\0secret'))]);
    const sent = Buffer.concat([said, png.subarray(33), Buffer.from('<html>')]);
    const picture = randomUUID();
    await anna.send('POST', pictures, { id: picture, png: base64(sent) });
    const kept = await anna.send('GET', `${pictures}/${picture}`);
    expect([200, ...(await readPng(png)).rgba]).toEqual([
      kept.statusCode,
      ...(await readPng(kept.rawPayload)).rgba,
    ]);
    expect(kept.rawPayload.toString('latin1')).not.toMatch(/secret|html/);
  }
});

/** A row of 9 pixels, each of these many bits. */
function greyPng(bits: number): Buffer {
  const header = Buffer.from([0, 0, 0, 9, 0, 0, 0, 1, bits, 0, 0, 0, 0]);
  const row = Buffer.alloc(1 + Math.ceil((9 * bits) / 8), 0b10110100).fill(0, 0, 1);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(row)), chunk('IEND')];
  return Buffer.concat([signature, ...chunks]);
}

test.skipIf(isOnPostgres)('where there is no room, a picture is not even looked at', async () => {
  const { anna, db } = await start();
  const id = randomUUID();
  await anna.send('POST', pictures, { id, png: base64(stamp) });
  const { uuid: _uuid, ...row } = await db
    .selectFrom('note_pictures')
    .selectAll()
    .executeTakeFirstOrThrow();
  const more = Array.from({ length: 99 }, () => ({ ...row, uuid: randomUUID() }));
  await db.insertInto('note_pictures').values(more).execute();
  const full = await anna.send('POST', pictures, { id: randomUUID(), png: 'AAAA' });
  expect(full.json()).toMatchObject({
    code: 'too_large',
    message: 'You have 100 pictures, which is the limit.',
  });
  const again = await anna.send('POST', pictures, { id, png: 'AAAA' });
  expect(again.json()).toEqual({ id, width: 30, height: 20 });
});

/** A PNG that says 10 × 10 and unpacks to 50 MB. */
function bomb(): Buffer {
  const real = encodePng(10, 10, new Uint8Array(400));
  const from = real.indexOf('IDAT') - 4;
  const packed = deflateSync(Buffer.alloc(50_000_000));
  return Buffer.concat([real.subarray(0, from), chunk('IDAT', packed), chunk('IEND')]);
}

function chunk(type: string, data: Uint8Array = new Uint8Array()): Buffer {
  const framed = Buffer.alloc(data.length + 12);
  framed.writeUInt32BE(data.length, 0);
  framed.write(type, 4, 'latin1');
  framed.set(data, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, data.length + 8)), data.length + 8);
  return framed;
}

test('a signature is kept for oneself', async () => {
  const { anna, ben } = await start();
  const address = '/vue-egd-lib/api/notes/signature';
  const signature = { colour: '#000080', size: 2, strokes: [[[1, 2, 0.5]]] };
  expect((await anna.send('PUT', address, { signature })).statusCode).toBe(200);
  expect((await anna.send('GET', address)).json()).toEqual({ signature });
  expect((await ben.send('GET', address)).json()).toEqual({ signature: null });
  const empty = { signature: { colour: '#000080' } };
  expect((await anna.send('PUT', address, empty)).statusCode).toBe(400);
  await anna.send('DELETE', address);
  expect((await anna.send('GET', address)).json()).toEqual({ signature: null });
});

test('a search finds one’s own notes and those for oneself, by all words of text and comments', async () => {
  const { anna, ben, content, write, scan } = await start();
  const note = await anna.write(noteOn(content, { text: 'Ask about the Überzug, 100 % of it' }));
  await anna.write(noteOn(content, { text: 'Überzug: my own thoughts', is_private: true }));
  const found = async (person: typeof anna, q: string) => {
    const query = new URLSearchParams({ q });
    const answer = await person.send('GET', `/vue-egd-lib/api/notes/search?${query.toString()}`);
    return answer.json<{ data: { id: string; doc_num: string; text: string }[] }>().data;
  };
  expect((await found(ben, 'uberzug ASK')).map(({ id }) => id)).toEqual([note.id]);
  expect((await found(anna, 'Überzug')).length).toBe(2);
  expect((await found(ben, 'Überzug')).length).toBe(1);
  expect([(await found(ben, '100 %')).length, (await found(ben, '1_0')).length]).toEqual([1, 0]);
  await ben.comment(note.id, 'Galvanised, I think');
  expect(await found(anna, 'galvanised ask')).toMatchObject([
    { id: note.id, doc_num: 'AM-1', doc_rev: '1', page: 1, quote: 'Zinc plating' },
  ]);
  const saved = await anna.save(note.id, { ...note, text: 'Nothing any more' });
  expect(saved.statusCode).toBe(200);
  expect((await found(ben, 'galvanised nothing')).length).toBe(1);
  // Of a file that was replaced, those are found that were carried over.
  await write('AM-1_EN_1.pdf', await textPdf('Another text'));
  await scan();
  expect(await found(ben, 'galvanised nothing')).toEqual([]);
});

test('who wants to be forgotten leaves nothing but lines of the trail without words', async () => {
  const { anna, ben, content, db } = await start();
  const id = randomUUID();
  await anna.send('POST', pictures, { id, png: base64(stamp) });
  const signature = { colour: '#000000', label: 'anna' };
  await anna.send('PUT', '/vue-egd-lib/api/notes/signature', { signature });
  const note = await anna.write(noteOn(content, { text: 'words of anna' }));
  await anna.write(noteOn(content, { text: 'words of anna', is_private: true }));
  const other = await ben.write(noteOn(content, { text: 'of ben' }));
  await anna.comment(other.id, 'words of anna');
  const { cursor } = await ben.list();
  const answer = await anna.send('POST', '/vue-egd-lib/api/notes/forget');
  expect(answer.json()).toEqual({ notes: 2, comments: 1 });
  const next = await ben.list(cursor);
  expect([next.gone, next.data]).toEqual([[note.id], [{ ...other, comments: [] }]]);
  for (const table of ['notes', 'note_comments', 'note_pictures', 'note_signatures', 'audit']) {
    const rows = await db
      .selectFrom(table as 'notes')
      .selectAll()
      .execute();
    expect(JSON.stringify(rows)).not.toContain('words of anna');
  }
  expect(await db.selectFrom('note_pictures').select('uuid').execute()).toEqual([]);
  expect(await db.selectFrom('note_signatures').select('look').execute()).toEqual([]);
});
