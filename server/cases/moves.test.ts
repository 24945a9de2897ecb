import { expect, test } from 'vitest';
import { decideAs, files, inReview, withCase, working } from '../../test/casing.ts';

test('a case goes its way: review, decisions, signature, action, implementation, closed', async () => {
  const library = await inReview();
  const { id, read } = library;
  const begun = await read();
  expect(begun.lines.map(({ weight, text }) => [weight, text])).toEqual([
    ['obligation', expect.stringContaining('{+Screws shall be of class 10.9.+}')],
  ]);
  const refused = await working(library, id, 'sign', { verdict: 'process' });
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { message: 'Undecided changes: 1. Decide them first.' },
  ]);
  const decided = await decideAs(library, 'ralf', id, [1], {
    decision: 'action',
    remark: 'Order other screws',
  });
  expect(decided.json()).toMatchObject({ left: 0, conflicts: [] });
  const contradiction = await working(library, id, 'sign', { verdict: 'no_impact' });
  expect(contradiction.statusCode).toBe(400);
  expect((await working(library, id, 'sign', { verdict: 'process' })).statusCode).toBe(200);
  const signed = await read();
  expect(signed).toMatchObject({ state: 'reviewed', verdict: 'process', signed_by: 'rita' });
  expect(signed.to_hash).toMatch(/^[0-9a-f]{64}$/);
  const late = await decideAs(library, 'ralf', id, [1], { decision: 'no_impact' });
  expect(late.statusCode).toBe(409);

  const action = {
    kind: 'gauge',
    reference: 'G-1',
    owner: 'ralf',
    due_on: '2026-12-24',
    done_on: null,
    evidence: '',
    lines: signed.lines.map((one) => one.id),
  };
  const added = (await library.send('rita', `cases/${id}/actions`, action)).json<{ id: number }>();
  const tooEarly = await working(library, id, 'implement', { implemented_on: signed.reviewed_on });
  expect(tooEarly.json()).toMatchObject({ message: 'One action is not done.' });
  const done = { ...action, version: 1, done_on: signed.reviewed_on, evidence: 'Photo 12' };
  await library.send('ralf', `cases/${id}/actions/${added.id}`, done, 'PUT');
  await working(library, id, 'implement', { implemented_on: signed.reviewed_on });
  expect((await working(library, id, 'close')).statusCode).toBe(200);
  const closed = await read();
  expect([closed.state, closed.implemented_on]).toEqual(['closed', signed.reviewed_on]);
  expect(closed.events.map(({ user, text }) => `${user}: ${text}`)).toEqual([
    'EGD Library: Case opened',
    'rita: Review started',
    'EGD Library: List of changes made: 1',
    'ralf: Line 1 (1 Scope of group 1): Action, remark "Order other screws"',
    'rita: Review signed, verdict: Process',
    'rita: Action added: Gauge G-1 (lines 1)',
    'ralf: Action done: Gauge G-1 (lines 1)',
    `rita: Implemented on ${signed.reviewed_on}`,
    'rita: Closed',
  ]);
});

test('with four eyes who decided signs, waives and extends a late case no more', async () => {
  const library = await inReview();
  const { id } = library;
  const rule = { customer_id: 1, version: 0, opens: 'new_revisions', opens_on_import: false };
  const more = { days: 10, calendar_id: null, owner: null, owners: [], with_pending: false };
  await library.send('librarian', 'manage/case-rules', { ...rule, ...more, four_eyes: true });
  await decideAs(library, 'rita', id, [1], { decision: 'no_impact' });
  const signed = async (user: string) => {
    const { version } = await library.whole(user, id);
    return library.send(user, `cases/${id}/sign`, { version, verdict: 'no_impact' });
  };
  const waived = await working(library, id, 'waive', { reason: 'No' });
  expect([(await signed('rita')).statusCode, waived.statusCode]).toEqual([409, 409]);
  const change = async (
    user: string,
    path: string,
    body: object,
    method: 'POST' | 'PUT' = 'POST',
  ) => {
    const { version } = await library.whole(user, id);
    return (await library.send(user, `cases/${id}${path}`, { version, ...body }, method))
      .statusCode;
  };
  const later = { due_on: '2040-01-01', reason: 'The customer agreed' };
  await change('ralf', '', { notified_on: '2020-01-02' }, 'PUT'); // it is late
  expect(await change('rita', '/extend', later)).toBe(409);
  expect(await change('ralf', '/extend', later)).toBe(200);
  await change('rita', '', { owner: 'ralf' }, 'PUT');
  expect(await change('ralf', '/waive', { reason: 'No' })).toBe(409); // who owns it
  expect((await signed('ralf')).statusCode).toBe(200);
});

test('a review starts at the first click, also when its list of changes arrived after the page', async () => {
  const library = await withCase();
  const { version } = await library.whole('rita', library.id);
  for (const [name, content] of Object.entries(files)) await library.write(name, content);
  await library.scan();
  const started = await library.send('rita', `cases/${library.id}/start`, { version: version - 1 });
  expect(started.statusCode).toBe(200);
  const again = await library.send('ralf', `cases/${library.id}/start`, { version });
  expect(again.json()).toMatchObject({
    message: '"Start review" is not possible in the present state of the case.',
  });
});

test('the history undoes no change of a case, and says what to do instead', async () => {
  const library = await withCase();
  await working(library, library.id, 'start');
  const { change_id } = await library.db
    .selectFrom('audit')
    .select('change_id')
    .where('subject', '=', 'case')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const tried = await library.send('librarian', 'manage/undo', { change_id });
  expect([tried.statusCode, tried.json()]).toMatchObject([
    409,
    {
      message:
        'Undo is not possible. Undo does not cover change cases. A reviewer opens the case and uses "Undo" or "Back to open".',
    },
  ]);
  expect((await library.whole('rita', library.id)).state).toBe('in_review');
  await working(library, library.id, 'reopen', { reason: 'By mistake' });
  expect((await library.whole('rita', library.id)).state).toBe('open');
});

test('of two who change one case at once the second gets a conflict, and nothing is lost', async () => {
  const library = await withCase();
  const { id } = library;
  const { version } = await library.whole('rita', id);
  const body = { version, reason: 'twice' };
  const answers = await Promise.all([
    library.send('rita', `cases/${id}/withdraw`, body),
    library.send('ralf', `cases/${id}/waive`, body),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
});
