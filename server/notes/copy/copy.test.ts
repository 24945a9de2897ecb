import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { expect, onTestFinished, test } from 'vitest';
import type { Box } from '#contract/redline.ts';
import type { LibraryOptions } from '../../../test/harness.ts';
import { noteOn, type SentNote, startNoting } from '../../../test/noting.ts';
import { compactPdf, lockedPdf, rawPdf, readOnlyPdf, stream, textPdf } from '../../../test/pdfs.ts';
import { isOnPostgres } from '../../../test/databases.ts';
import { bytesOf } from '../../pdf/file-bytes.ts';
import { PdfReader } from '../../pdf/reader/reader.ts';
import { partsOf } from './note-parts.ts';

const textOnPage = 'Zinc plating of steel parts shall be checked every day by the laboratory';
const pdf = await textPdf(textOnPage, 'A second page');
const copyOf = '/vue-egd-lib/api/notes/export?name=AM-1_EN_1.pdf&as=pdf';
const printOf = (more: string, name = 'AM-1_EN_1.pdf') =>
  `/vue-egd-lib/api/notes/export?name=${name}&as=print${more}`;
const reader = await PdfReader.start();

async function start(file: Uint8Array = pdf, options: LibraryOptions = {}) {
  const library = await startNoting(onTestFinished, { 'AM-1_EN_1.pdf': file }, options);
  const anna = await library.person('anna');
  const { content } = await anna.list();
  return { ...library, anna, content };
}

type Anna = Awaited<ReturnType<typeof start>>['anna'];

/** One note of each kind and style, none of them over another. */
async function writeAll(anna: Anna, content: string | null) {
  const picture = randomUUID();
  const png = createCanvas(30, 20).toBuffer('image/png').toString('base64');
  await anna.send('POST', '/vue-egd-lib/api/notes/pictures', { id: picture, png });
  await anna.sign({ colour: '#1d4ed8', label: 'typed' });
  const red = '#c81e1e';
  const wave: [number, number, number][] = [
    [90, 330, 0.5],
    [120, 300, 1],
    [150, 330, 0.2],
  ];
  const drawn: Partial<SentNote>[] = [
    { words: [0, 1] },
    { words: [3, 4], look: { colour: '#4cd964', style: 'underline' } },
    { words: [6, 7], look: { colour: '#ff6fb1', style: 'strike' } },
    {
      kind: 'freetext',
      rects: [[80, 150, 180, 60]],
      text: 'Größe Ω ≤ 5 µm, 引張強さ',
      look: { colour: red, size: 12 },
    },
    { kind: 'ink', rects: [[88, 298, 64, 34]], look: { colour: red, size: 4, strokes: [wave] } },
    { kind: 'stamp', rects: [[80, 360, 120, 40]], look: { colour: red, label: 'Approved' } },
    { kind: 'stamp', rects: [[80, 420, 60, 40]], look: { colour: red, picture } },
    { kind: 'signature', rects: [[80, 480, 160, 60]] },
  ];
  const notes = [];
  for (const note of drawn) {
    const words = note.words ?? null;
    notes.push(await anna.write(noteOn(content, { text: 'Why?', ...note, words })));
  }
  return notes;
}

function drawn(file: Uint8Array) {
  const [page] = reader.draw(bytesOf(file), {
    pages: [0],
    mostPixels: 4_000_000,
    dotsPerInch: 144,
  });
  if (page === undefined) throw new Error('The page cannot be drawn.');
  return page;
}

/** How many pixels of the first page differ, inside of these frames and outside. */
function differences(before: Uint8Array, after: Uint8Array, frames: readonly Box[]) {
  const [one, other] = [drawn(before), drawn(after)];
  expect([other.width, other.height]).toEqual([one.width, one.height]);
  const inside = frames.map(() => 0);
  let outside = 0;
  for (const [at, grey] of one.pixels.entries()) {
    if (grey === other.pixels[at]) continue;
    const [x, y] = [(at % one.width) / 2, Math.floor(at / one.width) / 2];
    const of = frames.findIndex(
      ([left, top, width, height]) =>
        x >= left - 0.5 && x <= left + width && y >= top - 0.5 && y <= top + height,
    );
    if (of < 0) outside += 1;
    else inside[of] = (inside[of] ?? 0) + 1;
  }
  return { inside, outside };
}

test.skipIf(isOnPostgres)(
  'a copy has each note as an annotation, and no pixel outside of the notes differs',
  async () => {
    const { anna, content } = await start();
    const notes = await writeAll(anna, content);
    const answer = await anna.send('GET', copyOf);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toContain('AM-1_EN_1 - with notes.pdf');
    const copy = answer.rawPayload;
    expect(copy.subarray(0, pdf.length).equals(pdf)).toBe(true);
    const appended = copy.subarray(pdf.length).toString('latin1');
    const kinds = [...appended.matchAll(/\/Subtype\/(\w+)\/T\(anna the tester\)/g)].map(
      ([, kind]) => kind,
    );
    expect(kinds).toEqual([
      'Highlight',
      'Underline',
      'StrikeOut',
      'FreeText',
      'Ink',
      'Stamp',
      'Stamp',
      'Stamp',
    ]);
    const { inside, outside } = differences(
      pdf,
      copy,
      partsOf(notes).map(({ frame }) => frame),
    );
    expect(outside).toBe(0);
    // A clear picture is not seen.
    expect(inside.map((pixels) => pixels > 20)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      false,
      true,
    ]);
  },
);

const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const page = (entries: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> ${entries} >>`;
const objects = (of: { catalog?: string; page?: string; more?: string[] }) => [
  `<< /Type /Catalog /Pages 2 0 R ${of.catalog ?? ''} >>`,
  '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
  page(of.page ?? ''),
  stream(`BT /F 12 Tf 150 500 Td (${textOnPage}) Tj ET`),
  font,
  ...(of.more ?? []),
];

test.skipIf(isOnPostgres).for([
  { of: 'cropped and turned to the right', file: rawPdf(objects({ page: turned(90) })) },
  { of: 'turned upside down', file: rawPdf(objects({ page: turned(180) })) },
  { of: 'turned to the left', file: rawPdf(objects({ page: turned(270) })) },
  { of: 'in compressed objects', file: compactPdf(objects({})) },
])('notes of a copy are at their places on a page $of', async ({ file }) => {
  const { anna, content } = await start(file);
  const rects: Box[] = [[60, 80, 200, 50]];
  const look = { colour: '#000000', label: 'WWWW' };
  const note = await anna.write(noteOn(content, { kind: 'stamp', words: null, rects, look }));
  const marked = await anna.write(noteOn(content));
  const copy = (await anna.send('GET', copyOf)).rawPayload;
  const frames = partsOf([note, marked]).map(({ frame }) => frame);
  const { inside, outside } = differences(file, copy, frames);
  expect([inside.every((pixels) => pixels > 500), outside]).toEqual([true, 0]);
  // Letters that are turned would not fill the width of their stamp.
  const { width, pixels } = drawn(copy);
  const isDark = (x: number) => (pixels[2 * 105 * width + 2 * x] ?? 255) < 128;
  const across = Array.from({ length: 160 }, (_, at) => isDark(80 + at));
  expect([across.slice(0, 40).includes(true), across.slice(-40).includes(true)]).toEqual([
    true,
    true,
  ]);
});

function turned(by: number): string {
  return `/CropBox [50 40 595 842] /Rotate ${by}`;
}

test('only notes that one sees are in the copy; hidden ones and those of others are not', async () => {
  const { anna, content, person } = await start();
  const ben = await person('ben', 'EGD_LIB_EDIT');
  const own = { kind: 'freetext', words: null, rects: [[80, 200, 200, 40]] as Box[] } as const;
  await anna.write(noteOn(content, { ...own, text: 'Mine alone', is_private: true }));
  await anna.write(noteOn(content, { ...own, text: 'For all of you' }));
  const hidden = await anna.write(noteOn(content, { ...own, text: 'Not for long' }));
  await anna.comment(hidden.id, 'Never');
  await ben.hide(hidden.id, 'wrong');
  const said = async (who: Anna) => {
    const copy = (await who.send('GET', copyOf)).rawPayload.subarray(pdf.length);
    return [...copy.toString('latin1').matchAll(/\/Contents\(([^)]*)\)/g)].map(
      ([, words]) => words,
    );
  };
  expect(await said(ben)).toEqual(['For all of you']);
  expect(await said(anna)).toEqual(['Mine alone', 'For all of you']);
});

/** What other readers of PDFs say against a file. */
function complaints(file: string): string[] {
  const programs: [string, string[]][] = [
    ['qpdf', ['--check', file]],
    ['pdfinfo', ['-js', file]],
    ['pdftotext', [file, '-']],
    ['mutool', ['draw', '-q', '-F', 'txt', '-o', '/dev/null', file]],
    ['mutool', ['info', file]],
  ];
  return programs.flatMap(([program, options]) => {
    const { error, status, stderr } = spawnSync(program, options, { encoding: 'utf8' });
    if (error !== undefined) throw error;
    const said = stderr.split('\n').filter((line) => line !== '' && !line.includes('ICC support'));
    return status === 0 && said.length === 0 ? [] : [`${program} ${status}: ${said.join()}`];
  });
}

const missingProgram = ['qpdf', 'pdfinfo', 'mutool'].find(
  (program) => spawnSync(program, ['--version']).error !== undefined,
);

test.skipIf(isOnPostgres || (missingProgram !== undefined && !process.env['NOTHING_SKIPPED']))(
  'Poppler, MuPDF and qpdf open a copy without a warning',
  async () => {
    const { anna, content } = await start();
    await writeAll(anna, content);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'egd-copy-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const address of [copyOf, printOf('&words=Superseded')]) {
      const file = path.join(folder, 'copy.pdf');
      await writeFile(file, (await anna.send('GET', address)).rawPayload);
      expect(complaints(file)).toEqual([]);
    }
  },
);

test.skipIf(isOnPostgres)(
  'a print copy has its words on every page, also without notes',
  async () => {
    const { anna, content } = await start();
    await anna.write(noteOn(content, { text: 'my note' }));
    const words = 'Superseded by Rev. 3. Latest: Rev. 3';
    const said = async (address: string) => {
      const answer = await anna.send('GET', address);
      expect(answer.headers['content-disposition']).toMatch(/^inline/);
      const copy = answer.rawPayload.subarray(pdf.length).toString('latin1');
      return [...copy.matchAll(/\/Contents\(([^)]*)\)/g)].map(([, text]) => text);
    };
    const asked = new URLSearchParams({ words }).toString();
    expect(await said(printOf(`&${asked}`))).toEqual(['my note', words, words]);
    expect(await said(printOf(`&${asked}&notes=none`))).toEqual([words, words]);
  },
);

test.skipIf(isOnPostgres)(
  'signed files and files that their owner lets us print have print copies; others say why not',
  async () => {
    const files = {
      'AM-1_EN_1.pdf': rawPdf(objects(signature)),
      'AM-1_EN_2.pdf': await readOnlyPdf({ printing: 'highResolution' }),
      'AM-1_EN_3.pdf': Buffer.concat([Buffer.from('junk\n'), rawPdf(objects({}))]),
      'AM-1_EN_4.pdf': await readOnlyPdf(),
      'AM-1_EN_5.pdf': await lockedPdf(),
    };
    const entries = ['1', '2', '3', '4', '5'].map((doc_rev) => ({ doc_rev }));
    const { person } = await startNoting(onTestFinished, files, { entries });
    const anna = await person('anna');
    for (const name of Object.keys(files).slice(0, 3)) {
      const answer = await anna.send('GET', printOf('&words=Superseded', name));
      expect([name, answer.statusCode]).toEqual([name, 200]);
      const said = reader.read(bytesOf(answer.rawPayload)).find(({ what }) => what === 'facts');
      expect(said).toMatchObject({ facts: { state: 'readable' } });
      expect(answer.rawPayload.toString('latin1')).not.toContain('/Encrypt');
      expect(answer.rawPayload.toString('latin1')).toContain('(Superseded)');
    }
    const refusal = async (name: string) =>
      (await anna.send('GET', printOf('', name))).json<{ message: string }>().message;
    expect(await refusal('AM-1_EN_4.pdf')).toBe('The owner of this PDF does not allow printing.');
    expect(await refusal('AM-1_EN_5.pdf')).toBe('This PDF needs a password, so it takes no notes.');
  },
);

const signature = {
  catalog: '/AcroForm << /Fields [6 0 R] /SigFlags 3 >>',
  page: '/Annots [6 0 R]',
  more: [
    '<< /Type /Annot /Subtype /Widget /FT /Sig /T (s) /Rect [0 0 0 0] /V 7 0 R >>',
    '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /Contents <00> /ByteRange [0 1 2 3] >>',
  ],
};

test.skipIf(isOnPostgres)('protected, signed and damaged PDFs are refused in words', async () => {
  const files = {
    'AM-1_EN_1.pdf': rawPdf(objects(signature)),
    'AM-1_EN_2.pdf': await readOnlyPdf(),
    'AM-1_EN_3.pdf': Buffer.concat([Buffer.from('junk\n'), rawPdf(objects({}))]),
  };
  const entries = ['1', '2', '3'].map((doc_rev) => ({ doc_rev }));
  const { person } = await startNoting(onTestFinished, files, { entries });
  const anna = await person('anna');
  const refusal = async (name: string) => {
    const answer = await anna.send('GET', copyOf.replace('AM-1_EN_1.pdf', name));
    return [answer.statusCode, answer.json<{ message: string }>().message];
  };
  expect(await refusal('AM-1_EN_1.pdf')).toEqual([
    409,
    'This PDF has a digital signature, which a copy with notes would break. Print it with notes instead.',
  ]);
  expect(await refusal('AM-1_EN_2.pdf')).toEqual([
    409,
    'This PDF is protected, so notes cannot be added to a copy. Print it with notes instead.',
  ]);
  expect(await refusal('AM-1_EN_3.pdf')).toEqual([
    409,
    'This PDF is damaged, so notes cannot be added to a copy. Print it with notes instead.',
  ]);
});

test.skipIf(isOnPostgres)('a copy is a download in the access log', async () => {
  const { anna, db } = await start(pdf, { env: { ACCESS_AUDIT: 'all' } });
  expect((await anna.send('GET', copyOf)).rawPayload.length).toBeGreaterThan(pdf.length);
  const lines = () =>
    db
      .selectFrom('access_audit')
      .select(['user', 'detail'])
      .where('action', '=', 'document_downloaded')
      .execute();
  // The line is written beside the answer.
  await expect
    .poll(lines, { timeout: 20_000 })
    .toEqual([{ user: 'anna', detail: 'AM-1_EN_1 - with notes.pdf' }]);
});
