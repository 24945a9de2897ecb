import { expect, test } from 'vitest';
import { decideAs, inReview, startCases, withCase, working } from '../../test/casing.ts';

test('dates have an order: none is in the future, and one before the review needs a reason', async () => {
  const library = await inReview();
  const { id, read } = library;
  const day = (await read()).received_on;
  const saved = async (user: string, body: object) => {
    const { version } = await read();
    const sent = await library.send(user, `cases/${id}`, { version, ...body }, 'PUT');
    return [sent.statusCode, sent.json<{ message?: string }>().message];
  };
  expect(await saved('rita', { notified_on: '2031-01-01' })).toEqual([
    400,
    'The day of notification, 2031-01-01, is in the future.',
  ]);
  expect((await saved('rita', { notified_on: '2020-01-02' }))[0]).toBe(200); // a slip
  expect(await read()).toMatchObject({ is_late: true, due_on: '2020-01-16' });
  const right = { notified_on: day, reason: 'The letter says so' };
  expect(await saved('rita', right)).toEqual([
    409,
    'You set the day of notification. A second reviewer has to correct it.',
  ]);
  expect((await saved('ralf', { notified_on: day }))[0]).toBe(400);
  expect((await saved('ralf', right))[0]).toBe(200);
  const corrected = await read();
  expect(corrected).toMatchObject({ is_late: false, notified_on: day });
  const notified = corrected.days.filter(({ field }) => field === 'notified');
  expect(notified.map((one) => [one.day, one.set_by, one.is_void])).toEqual([
    ['2020-01-02', 'rita', true],
    [day, 'ralf', false],
  ]);

  await decideAs(library, 'rita', id, [1], { decision: 'action' });
  const [line] = (await read()).lines;
  await working(library, id, 'sign', { verdict: 'process' });
  const fields = { kind: 'gauge', reference: 'G-1', owner: null, due_on: null, evidence: '' };
  const future = await library.send('rita', `cases/${id}/actions`, {
    ...fields,
    done_on: '2031-01-01',
  });
  expect(future.statusCode).toBe(400);
  const none = await working(library, id, 'implement', { implemented_on: day });
  expect(none.json()).toMatchObject({
    message: 'Line 1: decided "Action", but no action names it.',
  });
  const action = { ...fields, done_on: day, lines: [line?.id] };
  await library.send('rita', `cases/${id}/actions`, action);
  const early = await working(library, id, 'implement', { implemented_on: '1999-01-01' });
  expect(early.statusCode).toBe(400);
  expect((await working(library, id, 'implement', { implemented_on: day })).statusCode).toBe(200);
  expect((await working(library, id, 'close')).statusCode).toBe(200);
  const wrong = { field: 'implemented_on', day: '2026-01-07', reason: 'Typed wrongly' };
  expect((await working(library, id, 'correct', wrong)).statusCode).toBe(200);
  const closed = await read();
  expect(closed.implemented_on).toBe('2026-01-07');
  const days = closed.days.filter(({ field }) => field === 'implemented');
  expect(days.map((one) => [one.day, one.is_void])).toEqual([
    [day, true],
    ['2026-01-07', false],
  ]);
  expect(closed.events.at(-1)?.text).toBe(
    `Correction of implemented: 2026-01-07 (was ${day}): Typed wrongly`,
  );
});

test('a day of notification that is corrected after the signature takes no lateness away', async () => {
  const library = await inReview();
  const { id, read } = library;
  const { version, received_on } = await read();
  const slip = { version, notified_on: '2020-01-02' };
  await library.send('rita', `cases/${id}`, slip, 'PUT');
  await decideAs(library, 'rita', id, [1], { decision: 'no_impact' });
  await working(library, id, 'sign', { verdict: 'no_impact' });
  const correct = async (user: string) => {
    const sent = { field: 'notified_on', day: received_on, reason: 'The letter says so' };
    return library.send(user, `cases/${id}/correct`, { ...sent, version: (await read()).version });
  };
  expect((await correct('rita')).json()).toMatchObject({
    message: 'You set the day of notification. A second reviewer has to correct it.',
  });
  expect((await correct('ralf')).statusCode).toBe(200);
  const corrected = { notified_on: received_on, due_on: '2020-01-16', late_since: '2020-01-16' };
  expect(await read()).toMatchObject(corrected);
});

test('a calendar that is not there cannot be changed', async () => {
  const library = await startCases();
  const days = [{ day: '2026-05-01', is_working: false, name: 'Labour Day' }];
  const calendar = { id: 4711, name: 'Ulm', zone: 'Europe/Berlin', weekend: [6, 7], days };
  const answer = await library.send('librarian', 'manage/calendars', calendar);
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
    409,
    'changed_meanwhile',
  ]);
});

test('a changed rule changes no pending case unasked; a calendar of the site decides the due day', async () => {
  const library = await withCase();
  const { id } = library;
  const calendar = {
    name: 'Sindelfingen',
    zone: 'Europe/Berlin',
    weekend: [6, 7],
    days: [{ day: '2026-12-25', is_working: false, name: 'Christmas' }],
  };
  const added = await library.send('librarian', 'manage/calendars', calendar);
  const { id: calendar_id } = added.json<{ id: number }>();
  const rule = { customer_id: 1, opens: 'new_revisions', opens_on_import: false, days: 3 };
  const more = { calendar_id, owner: 'rita', owners: [{ doc_num: 'am 1', owner: 'ralf' }] };
  const before = await library.whole('rita', id);
  await library.send('librarian', 'manage/case-rules', {
    ...rule,
    ...more,
    version: 0,
    with_pending: false,
  });
  expect((await library.whole('rita', id)).due_on).toBe(before.due_on);
  const { data } = await library.get<{ data: object[] }>('librarian', 'manage/case-rules');
  expect(data).toMatchObject([{ days: 3, pending_otherwise: 1, owners: [{ owner: 'ralf' }] }]);
  await library.send('librarian', 'manage/case-rules', {
    ...rule,
    ...more,
    version: 1,
    with_pending: true,
  });
  const moved = await library.whole('rita', id);
  expect(moved.due_on < before.due_on).toBe(true);
  expect([moved.due_days, moved.calendar]).toEqual([3, 'Sindelfingen']);
  await library.add({ doc_rev: '3' });
  await library.follow();
  expect(await library.cases('?state=open')).toMatchObject([{ doc_rev: '3', owner: 'ralf' }]);
  const stale = await library.send('librarian', 'manage/case-rules', {
    ...rule,
    ...more,
    version: 1,
    with_pending: true,
  });
  expect(stale.statusCode).toBe(409);
});

test('a case that is not reviewed in time is late, in the list, the summary and for its owner', async () => {
  const library = await withCase();
  const { id } = library;
  const { version } = await library.whole('rita', id);
  await library.send('rita', `cases/${id}`, { version, owner: 'rita', reviewers: ['ralf'] }, 'PUT');
  expect(await library.get('rita', 'cases/summary')).toMatchObject({
    open: 1,
    late: 0,
    due_for_me: 0,
  });
  const announced = { version: version + 1, notified_on: '2026-01-05' };
  await library.send('ralf', `cases/${id}`, announced, 'PUT');
  expect((await library.whole('rita', id)).due_on).toBe('2026-01-19');
  expect(await library.cases('?late=1')).toMatchObject([{ id, is_late: true }]);
  expect(await library.get('ralf', 'cases/summary')).toMatchObject({
    open: 1,
    late: 1,
    due_for_me: 1,
    by_customer: [{ customer: 'Aurora Motors', open: 1, late: 1 }],
    people: [
      { account: 'ralf', name: 'ralf the tester' },
      { account: 'rita', name: 'rita the tester' },
    ],
  });
  const extended = await working(library, id, 'extend', {
    due_on: '2030-01-01',
    reason: 'The customer agreed',
  });
  expect(extended.statusCode).toBe(200);
  // Late once is late, whatever moves the due day.
  expect(await library.whole('rita', id)).toMatchObject({
    is_late: true,
    late_since: '2026-01-19',
    due_on: '2030-01-01',
    due_reason: 'The customer agreed',
  });
  expect(await library.cases('?late=1')).toMatchObject([{ id, late_since: '2026-01-19' }]);
  expect(await library.get('ralf', 'cases/summary')).toMatchObject({ late: 1 });
  expect(
    (await working(library, id, 'extend', { due_on: '2030-02-30', reason: 'x' })).statusCode,
  ).toBe(400);
  // Nor does a newer revision, whose own due day is earlier than the one it was moved to.
  await library.add({ doc_rev: '3' });
  await library.follow();
  const [newer] = await library.cases('?state=pending');
  expect(newer).toMatchObject({ doc_rev: '3', late_since: '2026-01-19' });
  expect(newer?.due_on).not.toBe('2030-01-01');
});
