import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { redlineName } from '#contract/file-name.ts';
import type { Redline, RedlineRun } from '#contract/redline.ts';
import { startReading, type LibraryOptions } from '../../test/harness.ts';
import { isOnPostgres } from '../../test/databases.ts';
import { endlessShading } from '../../test/bombs.ts';
import { lockedPdf, textPdf } from '../../test/pdfs.ts';
import { drawingPdf, scannedPdf, settingPdf, standardParagraphs } from '../../test/redline-pdfs.ts';

import type { ReaderLimits } from '../pdf/reader/reader-processes.ts';
import { SharedFolder } from '../share/shared-folder.ts';
import { saveRedline } from './redline-cache.ts';
import { Redlines } from './redlines.ts';

/** The text of a PDF, its lines joined. */
const paragraphs = standardParagraphs(3);
const revised = paragraphs.with(1, `${paragraphs[1]} Screws are of class 10.9.`);
const first = await settingPdf({ paragraphs });
const second = await settingPdf({ paragraphs: revised });
const revisions = [{ doc_rev: '1' }, { doc_rev: '2' }];

async function start(
  files: Record<string, Uint8Array>,
  options: LibraryOptions = {},
  limits?: Partial<ReaderLimits>,
) {
  const library = await startReading(onTestFinished, { entries: revisions, ...options });
  for (const [name, content] of Object.entries(files)) await library.write(name, content);
  await library.scan(limits);
  const get = (from: string, to: string, part = '') =>
    library.get(`/vue-egd-lib/api/redline${part}?${new URLSearchParams({ from, to }).toString()}`);
  const ask = (from: string, to: string, part = '') =>
    part === '/report'
      ? get(from, to, part)
      : library.app.inject({
          method: 'POST',
          url: `/vue-egd-lib/api/redline${part}`,
          headers: { cookie: library.cookie },
          payload: { from, to },
        });
  /** Asks until it is there. */
  const answer = async (from: string, to: string, part = '') => {
    await expect
      .poll(async () => (await ask(from, to, part)).statusCode, { timeout: 60_000 })
      .not.toBe(202);
    return ask(from, to, part);
  };
  return { ...library, get, ask, answer };
}

const nameOf = (doc_rev: string, doc_num = 'AM-1') =>
  redlineName({ customer: 'Aurora Motors', doc_num, language: 'EN', doc_rev });
const both = [nameOf('1'), nameOf('2')] as const;
const files = { 'AM-1_EN_1.pdf': first, 'AM-1_EN_2.pdf': second };
const sha256 = (pdf: Buffer) => createHash('sha256').update(pdf).digest('hex');

test('two revisions are compared while the reader waits, and then cached', async () => {
  const library = await start(files);
  const begun = await library.ask(...both);
  expect([begun.statusCode, begun.json()]).toEqual([202, { step: 'waiting', done: 0 }]);
  const found = await library.answer(...both);
  expect(found.statusCode).toBe(200);
  const redline = found.json<Redline>();
  expect(redline).toMatchObject({
    from: {
      customer: 'Aurora Motors',
      doc_num: 'AM-1',
      language: 'EN',
      doc_rev: '1',
      status: 'superseded',
      hash: sha256(first),
    },
    to: {
      doc_rev: '2',
      status: 'latest',
      hash: sha256(second),
      page_sizes: [{ pages: 2, width: 595.28, height: 841.89 }],
    },
    verdict: 'changed',
    changes: [
      {
        id: 1,
        kind: 'inserted',
        weight: 'limit',
        effect: 'new',
        clause: '1 Scope of group 1',
        context: [{ kind: 'inserted', text: 'Screws are of class 10.9.' }],
        from_text: '',
        to_text: 'Screws are of class 10.9.',
      },
    ],
    furniture: [],
    pages_by_picture: 0,
  });
  const kept = await library.db.selectFrom('redlines').select(['from_hash', 'to_hash']).execute();
  expect(kept).toEqual([{ from_hash: sha256(first), to_hash: sha256(second) }]);

  const { runs } = (await library.answer(...both, '/text')).json<{ runs: RedlineRun[] }>();
  const inserted = runs.filter(({ kind }) => kind === 'inserted');
  expect(inserted).toEqual([
    { kind: 'inserted', text: 'Screws are of class 10.9.\n', page: 1, change: 1 },
  ]);
});

test('reading a redline that nobody started says so, and starts nothing', async () => {
  const library = await start(files);
  for (const part of ['', '/text']) {
    const { statusCode, body } = await library.get(...both, part);
    expect([statusCode, body]).toEqual([404, expect.stringContaining('Start it with POST.')]);
  }
  await library.answer(...both);
  expect((await library.get(...both)).statusCode).toBe(200);
});

test('the name of the PDF alone is enough, and each part may have an underscore', async () => {
  const odd = { customer: 'Aurora_Motors & Sons', doc_num: 'A_1%', language: null, doc_rev: '1' };
  const library = await start(
    { ...files, 'A_1%_-_1.pdf': second },
    { entries: [...revisions, { ...odd, doc_desc: 'Odd' }] },
  );
  const plain = await library.answer('AM-1_EN_1.pdf', 'A_1%_-_1.pdf');
  expect(plain.json<Redline>()).toMatchObject({ verdict: 'changed', to: odd });
  const whole = await library.answer(nameOf('1'), redlineName(odd));
  expect(whole.json<Redline>().to).toMatchObject(odd);
});

test.skipIf(isOnPostgres)('the same bytes are identical at once', async () => {
  const library = await start({ 'AM-1_EN_1.pdf': first });
  const answer = await library.ask(nameOf('1'), nameOf('1'));
  expect(answer.statusCode).toBe(200);
  expect(answer.json<Redline>()).toMatchObject({ verdict: 'identical', changes: [] });
});

test.skipIf(isOnPostgres)('a refusal says why documents cannot be compared', async () => {
  const library = await start(
    {
      ...files,
      'AM-3_EN_1.pdf': await lockedPdf(),
      'AM-4_EN_1.pdf': Buffer.from(`%PDF-1.7\n${'x'.repeat(2000)}\n%%EOF\n`),
    },
    { entries: [...revisions, ...['AM-2', 'AM-3', 'AM-4'].map((doc_num) => ({ doc_num }))] },
  );
  const refusal = async (name: string) => {
    const answer = await library.ask(nameOf('1'), name);
    return [answer.statusCode, answer.json<{ message: string }>().message];
  };
  expect(await refusal('AM-9_EN_1.pdf')).toEqual([404, 'Document "AM-9_EN_1.pdf" not found.']);
  expect(await refusal(nameOf('1', 'AM-2'))).toEqual([
    404,
    'The PDF file AM-2_EN_1.pdf of Aurora Motors was not found.',
  ]);
  expect(await refusal(nameOf('1', 'AM-3'))).toEqual([
    409,
    'The PDF file AM-3_EN_1.pdf of Aurora Motors needs a password, so its text cannot be compared.',
  ]);
  expect(await refusal(nameOf('1', 'AM-4'))).toEqual([
    409,
    'The PDF file AM-4_EN_1.pdf of Aurora Motors cannot be read. It lacks the structure of a PDF.',
  ]);
});

test('a content that an earlier version read is being read again', async () => {
  const library = await start(files);
  await library.db.updateTable('contents').set({ extraction: 2 }).execute();
  const reading = await library.ask(...both);
  expect([reading.statusCode, reading.json()]).toEqual([202, { step: 'reading_again', done: 0 }]);
  await library.scan();
  expect((await library.answer(...both)).statusCode).toBe(200);
});

test.skipIf(isOnPostgres)(
  'a comparison whose process is killed is refused with "try again", and then made',
  async () => {
    const library = await start(files);
    await library.ask(...both);
    const killed = () => {
      const processes = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
      const own = processes
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter(
          ([, parent, ...args]) =>
            parent === String(process.pid) && args.join(' ').includes('redline-child'),
        );
      for (const [pid] of own) process.kill(Number(pid), 'SIGKILL');
      return own.length;
    };
    await expect.poll(killed, { interval: 5 }).toBeGreaterThan(0);
    await expect
      .poll(async () => (await library.ask(...both)).statusCode, { timeout: 60_000 })
      .toBe(503);
    const refused = await library.ask(...both);
    expect(refused.json()).toMatchObject({
      code: 'busy',
      message: 'The server had to stop the comparison. Try again in a minute.',
    });
    library.pass(61_000);
    expect((await library.answer(...both)).json<Redline>().verdict).toBe('changed');
  },
);

test.skipIf(isOnPostgres)('texts are compared even if a page can never be drawn', async () => {
  const hostile = endlessShading();
  const pdfs = {
    'AM-1_EN_1.pdf': hostile,
    'AM-1_EN_2.pdf': Buffer.concat([hostile, Buffer.from('\n')]),
  };
  const library = await start(pdfs, {}, { processes: 1, pictureMs: 500 });
  const { config, db } = library;
  const folder = new SharedFolder({ root: config.shareDir });
  const redlines = new Redlines({
    folder,
    db,
    log: library.app.log,
    now: library.library.now,
    reading: { pictureMs: 500, fileMs: 500 },
  });
  onTestFinished(() => redlines.close());
  const names = { from: both[0], to: both[1] };
  await expect
    .poll(async () => (await redlines.start('reader', names)).state, { timeout: 60_000 })
    .toBe('there');
  const found = await redlines.start('reader', names);
  if (found.state !== 'there') throw new Error('It is there.');
  const redline = JSON.parse(found.json) as Redline;
  expect(redline).toMatchObject({ verdict: 'same_text', pages_by_picture: 0 });
});

test.skipIf(isOnPostgres)('documents that take too long are refused with the reason', async () => {
  const library = await start(files);
  const { config, db } = library;
  const folder = new SharedFolder({ root: config.shareDir });
  const limits = { ms: 1 };
  const redlines = new Redlines({
    folder,
    db,
    log: library.app.log,
    now: library.library.now,
    limits,
  });
  onTestFinished(() => redlines.close());
  const names = { from: both[0], to: both[1] };
  await redlines.start('reader', names);
  const refused = () =>
    redlines.start('reader', names).then(
      () => null,
      (error: Error) => error.message,
    );
  await expect.poll(refused).toBe('These two documents take too long to compare.');
});

test.skipIf(isOnPostgres)('scans are compared by their pictures, despite noise', async () => {
  const pages = [{ seed: 'a' }, { seed: 'b' }, { seed: 'c' }];
  const stamp = { x: 600, y: 1560, width: 160, height: 60 };
  const library = await start({
    'AM-1_EN_1.pdf': await scannedPdf(pages),
    // A page more before the others, all compressed more and a pixel away, and a stamp on the last.
    'AM-1_EN_2.pdf': await scannedPdf([
      { seed: 'new' },
      { seed: 'a', shift: 1, quality: 60 },
      { seed: 'b', shift: 1, quality: 60 },
      { seed: 'c', shift: 1, quality: 60, extra: stamp },
    ]),
  });
  const redline = (await library.answer(...both)).json<Redline>();
  expect(redline).toMatchObject({ verdict: 'changed', pages_by_picture: 4 });
  expect(redline.changes.map(({ kind, weight, to }) => [kind, weight, to[0]?.page])).toEqual([
    ['inserted', 'picture', 1],
    ['changed', 'picture', 4],
  ]);
  const [left = 0, top = 0, width = 0, height = 0] = redline.changes[1]?.to[0]?.boxes[0] ?? [];
  const points = 595.28 / 1240;
  expect(left).toBeLessThanOrEqual(stamp.x * points);
  expect(top).toBeLessThanOrEqual(stamp.y * points);
  expect(left + width).toBeGreaterThanOrEqual((stamp.x + stamp.width) * points);
  expect(top + height).toBeGreaterThanOrEqual((stamp.y + stamp.height) * points);
  expect(width * height).toBeLessThan(2 * stamp.width * stamp.height * points ** 2);
});

test.skipIf(isOnPostgres)(
  'a drawing of A0 is compared by its lines and by its words, each reported once',
  async () => {
    const library = await start({
      'AM-1_EN_1.pdf': await drawingPdf(),
      'AM-1_EN_2.pdf': await drawingPdf({
        hole: { x: 1000, y: 1500, width: 60, height: 60 },
        note: 'Tolerance 0.05',
      }),
    });
    const redline = (await library.answer(...both)).json<Redline>();
    expect(redline.pages_by_picture).toBe(1);
    const changes = redline.changes.map(({ kind, weight, from_text, to_text }) => [
      kind,
      weight,
      from_text,
      to_text,
    ]);
    expect(changes.toSorted()).toEqual([
      ['changed', 'limit', '0.02', '0.05'],
      ['changed', 'picture', '', ''],
    ]);
    const box = redline.changes.find(({ weight }) => weight === 'picture')?.to[0]?.boxes[0];
    expect(box?.[0]).toBeGreaterThan(960);
    expect(box?.[1]).toBeGreaterThan(1460);
  },
);

test('a reader may have three comparisons waiting, and abandoned ones are dropped', async () => {
  const numbers = ['1', '2', '3', '4'];
  const made = numbers.map(async (doc_rev) => {
    return [`AM-1_EN_${doc_rev}.pdf`, await textPdf(`Screws are of class ${doc_rev}.`)] as const;
  });
  const library = await start(Object.fromEntries(await Promise.all(made)), {
    entries: numbers.map((doc_rev) => ({ doc_rev })),
  });
  const pairs = numbers.flatMap((from) =>
    numbers.filter((to) => to !== from).map((to) => [nameOf(from), nameOf(to)] as const),
  );
  const { config, db, app } = library;
  const redlines = new Redlines({
    folder: new SharedFolder({ root: config.shareDir }),
    db,
    log: app.log,
    now: library.library.now,
  });
  onTestFinished(() => redlines.close());
  const ask = (user: string, [from, to]: readonly [string, string]) =>
    redlines.start(user, { from, to }).then(
      ({ state }) => state,
      (error: Error) => error.message,
    );
  const asked = await Promise.all(pairs.slice(0, 10).map((pair) => ask('reader', pair)));
  const refusal = 'Three of your comparisons are already waiting. Try again when one is done.';
  // Which of them came first depends on the database.
  expect(asked.toSorted()).toEqual([...Array(6).fill(refusal), ...Array(4).fill('under_way')]);
  const [last = both, own = both] = pairs.slice(-2);
  expect(await ask('colleague', last)).toBe('under_way');
  library.pass(61_000);
  // The reader went away, so there is room for others of theirs.
  expect(await ask('reader', own)).toBe('under_way');
  await expect.poll(() => ask('reader', own), { timeout: 60_000 }).toBe('there');
  expect(await db.selectFrom('redlines').select('from_hash').execute()).toHaveLength(2);
});

test('the newest 300 redlines are cached', async () => {
  const { db } = await start({});
  const made = { engine: 1, result_gz: new Uint8Array(1), runs_gz: new Uint8Array(1) };
  const older = Array.from({ length: 300 }, (_, at) => ({
    ...made,
    from_hash: 'a',
    to_hash: `${at}`,
    made_at: new Date(at).toISOString(),
  }));
  await db.insertInto('redlines').values(older).execute();
  const { engine: _, ...compared } = made;
  const hashes = { from_hash: 'a', to_hash: 'new' };
  await saveRedline(db, hashes, compared, new Date(1000).toISOString());
  const kept = await db.selectFrom('redlines').select('to_hash').orderBy('made_at').execute();
  expect([kept.length, kept[0]?.to_hash, kept.at(-1)?.to_hash]).toEqual([300, '1', 'new']);
});
