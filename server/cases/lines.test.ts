import { expect, test } from 'vitest';
import { decideAs, files, inReview, paragraphs, withCase, working } from '../../test/casing.ts';
import { prose, settingPdf } from '../../test/redline-pdfs.ts';

test('the comparison of a case is a job that waits for the PDFs, and the library makes the list', async () => {
  const library = await withCase();
  const { id, db } = library;
  const job = async () =>
    db.selectFrom('jobs').select(['kind', 'by_user', 'state', 'case_id']).executeTakeFirst();
  const waiting = { kind: 'compare', by_user: 'EGD Library', state: 'waiting', case_id: id };
  await library.app.follow();
  expect(await job()).toEqual(waiting);
  expect(await library.whole('rita', id)).toMatchObject({ lines_state: 'none', lines: [] });
  for (const [name, content] of Object.entries(files)) await library.write(name, content);
  await library.scan();
  expect(await library.whole('rita', id)).toMatchObject({ lines_state: 'waiting', lines: [] });
  expect(await job()).toEqual(waiting); // reading a case starts nothing
  await library.app.follow();
  expect(await job()).toEqual({ ...waiting, state: 'done' });
  const made = await library.whole('rita', id);
  expect(made).toMatchObject({ state: 'open', lines_state: 'there' });
  expect(made.lines).toHaveLength(1);
  expect(made.events.at(-1)).toMatchObject({
    user: 'EGD Library',
    text: 'List of changes made: 1',
  });
});

test('a comparison that was cut short is made by the next server', async () => {
  const library = await withCase();
  for (const [name, content] of Object.entries(files)) await library.write(name, content);
  await library.scan();
  const ofEnded = { state: 'reading', mark: 'x-1-1', held_until_ms: Date.now() - 1 } as const;
  await library.db.updateTable('jobs').set(ofEnded).execute();
  await library.app.follow();
  expect((await library.whole('rita', library.id)).lines_state).toBe('there');
});

test('a remark alone has its author, and leaves the name beside the decision', async () => {
  const library = await inReview();
  const { id, read } = library;
  const decide = (user: string, body: object) => decideAs(library, user, id, [1], body);
  await decide('rita', { decision: 'no_impact' });
  await decide('ralf', { remark: 'I doubt it' });
  const [line] = (await read()).lines;
  expect(line).toMatchObject({ decided_by: 'rita', remark: 'I doubt it', remark_by: 'ralf' });
});

test('of two decisions about one line the later one is a conflict that names the first, and both are in the history', async () => {
  const library = await inReview();
  const { id, read } = library;
  const [seen] = (await read()).lines;
  const line = { id: seen?.id ?? 0, version: seen?.version ?? 0 };
  const decide = async (user: string, body: object) =>
    (await library.send(user, `cases/${id}/decide`, { lines: [line], ...body })).json<object>();
  const mine = { decision: 'action', remark: 'Order other screws' };
  const next = { id: line.id, version: 2 };
  expect(await decide('rita', mine)).toMatchObject({ saved: [next], conflicts: [] });
  expect(await decide('ralf', mine)).toMatchObject({ saved: [next], conflicts: [] }); // the same
  expect(await decide('ralf', { decision: 'no_impact', remark: 'Only the logo' })).toMatchObject({
    left: 0,
    saved: [],
    conflicts: [{ line: { ...next, ...mine, decided_by: 'rita' }, by: 'rita' }],
  });
  expect((await read()).lines).toMatchObject([mine]);
  await decideAs(library, 'ralf', id, [1], { decision: 'no_impact', remark: 'Only the logo' });
  expect((await read()).events.slice(-2).map(({ user, text }) => `${user}: ${text}`)).toEqual([
    'rita: Line 1 (1 Scope of group 1): Action, remark "Order other screws"',
    'ralf: Line 1 (1 Scope of group 1): No impact (was Action), remark "Only the logo" (was "Order other screws")',
  ]);
});

test('a decision sent before the list was made again stays with its text, whatever its number is now', async () => {
  const library = await inReview();
  const { id, read } = library;
  const [seen] = (await read()).lines;
  const newer = paragraphs
    .with(2, `${paragraphs[2]} The screws are torqued to 12 Nm.`)
    .with(1, `${paragraphs[1]} Screws shall be of class 10.9.`);
  await library.write('AM-1_EN_2.pdf', await settingPdf({ paragraphs: newer }));
  await library.scan();
  await expect
    .poll(async () => (await library.send('rita', `cases/${id}/renew`, {})).statusCode, {
      timeout: 60_000,
    })
    .toBe(200);
  const line = { id: seen?.id, version: seen?.version };
  await library.send('rita', `cases/${id}/decide`, { lines: [line], decision: 'no_impact' });
  const renewed = (await read()).lines;
  expect(renewed.map(({ text, decision }) => [text.includes('10.9'), decision])).toEqual([
    [false, null],
    [true, 'no_impact'],
  ]);
});

test('a line whose text is gone from the new list stays with what was decided, to be decided again', async () => {
  const library = await inReview();
  const { id, read } = library;
  const [before] = (await read()).lines;
  await decideAs(library, 'rita', id, [1], { decision: 'action', remark: 'Order screws' });
  const newer = paragraphs.with(1, `${paragraphs[1]} Screws shall be of class 12.9.`);
  await library.write('AM-1_EN_2.pdf', await settingPdf({ paragraphs: newer }));
  await library.scan();
  await expect
    .poll(async () => (await library.send('rita', `cases/${id}/renew`, {})).statusCode, {
      timeout: 60_000,
    })
    .toBe(200);
  const { lines } = await read();
  expect(lines).toMatchObject([
    { text: expect.stringContaining('12.9'), former: null, is_former: false },
    {
      id: before?.id,
      decision: null,
      remark: 'Order screws',
      former: { decision: 'action', by: 'rita', doc_rev: '2' },
      is_former: true,
    },
  ]);
  expect((await working(library, id, 'sign', { verdict: 'no_impact' })).json()).toMatchObject({
    message: 'Undecided changes: 2. Decide them first.',
  });
});

test('a PDF that was replaced in review must be compared again; decisions about the same text stay', async () => {
  const library = await inReview();
  const { id, read } = library;
  await decideAs(library, 'rita', id, [1], { decision: 'no_impact' });
  const newer = [
    ...paragraphs.with(1, `${paragraphs[1]} Screws shall be of class 10.9.`),
    'Nuts shall be of class 8.',
  ];
  await library.write('AM-1_EN_2.pdf', await settingPdf({ paragraphs: newer }));
  await library.scan();
  expect((await read()).lines_state).toBe('outdated');
  expect((await working(library, id, 'sign', { verdict: 'no_impact' })).statusCode).toBe(409);
  await expect
    .poll(async () => (await library.send('rita', `cases/${id}/renew`, {})).statusCode, {
      timeout: 60_000,
    })
    .toBe(200);
  const renewed = await read();
  expect(renewed.lines_state).toBe('there');
  expect(renewed.lines.map(({ decision }) => decision)).toEqual(['no_impact', null]);
});

test('a long text that differs at its end is another text, to be decided again', async () => {
  const clause = (end: string) =>
    paragraphs.toSpliced(4, 0, '2 Terms', prose('terms', 300), prose('more', 300), `It is ${end}.`);
  const library = await inReview({
    ...files,
    'AM-1_EN_2.pdf': await settingPdf({ paragraphs: clause('5 mm') }),
  });
  const { id, read } = library;
  await decideAs(library, 'rita', id, [1], { decision: 'no_impact' });
  await library.write('AM-1_EN_2.pdf', await settingPdf({ paragraphs: clause('9 mm') }));
  await library.scan();
  await expect
    .poll(async () => (await library.send('rita', `cases/${id}/renew`, {})).statusCode, {
      timeout: 60_000,
    })
    .toBe(200);
  const { lines } = await read();
  expect(lines.map(({ decision, is_former }) => [decision, is_former])).toEqual([
    [null, false],
    [null, true],
  ]);
});

test('a list that an earlier engine made is made again unasked; decisions about the same text stay', async () => {
  const library = await inReview();
  const { id, db, read } = library;
  await library.send('rita', `cases/${id}/lines`, { text: 'Check the furnace' });
  await decideAs(library, 'rita', id, [1, 2], { decision: 'no_impact' });
  const ended = { finished_at: '2026-01-01T00:00:00.000Z' };
  await db.updateTable('jobs').set(ended).where('case_id', '=', id).execute();
  await db
    .updateTable('cases')
    .set((row) => ({ engine: row('engine', '-', 1) }))
    .execute();
  await db
    .updateTable('case_lines')
    .set({ text: 'Another [-a-]' })
    .where('position', '=', 1)
    .execute();
  expect((await read()).lines_state).toBe('outdated');
  await library.app.follow();
  const renewed = await read();
  expect(renewed.lines_state).toBe('there');
  expect(renewed.lines.map(({ text, decision, is_former }) => [text, decision, is_former])).toEqual(
    [
      [expect.stringContaining('10.9'), null, false],
      ['Check the furnace', 'no_impact', false],
      ['Another [-a-]', null, true],
    ],
  );
  await db.updateTable('contents').set({ extraction: 1 }).execute();
  await db.updateTable('cases').set({ engine: 1 }).execute();
  await db.updateTable('jobs').set(ended).where('case_id', '=', id).execute();
  await library.app.follow();
  expect((await read()).lines_state).toBe('outdated'); // it waits until the PDFs are read again
  await library.scan();
  await library.app.follow();
  expect((await read()).lines_state).toBe('there');
});
