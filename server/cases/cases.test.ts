import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { isOnPostgres } from '../../test/databases.ts';
import type { Case, WholeCase } from '#contract/cases.ts';
import { redlineName } from '#contract/file-name.ts';
import {
  type CaseLibrary,
  decideAs,
  documentId,
  files,
  inReview,
  paragraphs,
  startCases,
  withCase,
  working,
} from '../../test/casing.ts';
import { prose, settingPdf } from '../../test/redline-pdfs.ts';
import { portionsOf } from '../db/portions.ts';
import { openLibrary } from '../library.ts';
import { PdfReader } from '../pdf/reader.ts';

const api = '/vue-egd-lib/api';

test('a new revision opens one case, on two nodes at once and again; a first revision opens none', async () => {
  const library = await startCases({ entries: [{ doc_rev: '1' }] });
  await library.add({ doc_num: 'AM-2' }, { doc_rev: '2' });
  await Promise.all([library.follow(), library.follow()]);
  await library.follow();
  expect(await library.cases()).toMatchObject([
    {
      customer: 'Aurora Motors',
      doc_num: 'AM-1',
      language: 'EN',
      doc_rev: '2',
      previous_rev: '1',
      reason: 'revision',
      state: 'open',
      notified_on: null,
      owner: null,
      verdict: null,
      is_late: false,
    },
  ]);
  const lines = await library.db
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', 'case')
    .execute();
  expect(lines.map(({ action, user }) => [action, user])).toEqual([['added', 'EGD Library']]);
});

test('what was there before, an older revision, a changed description and a deletion open none', async () => {
  const library = await startCases({ entries: [{ doc_rev: '1' }, { doc_rev: '3' }] });
  await library.add({ doc_rev: '2' });
  await library.follow();
  const latest = await documentId(library, '3');
  await library.send('librarian', 'manage/documents/delete', {
    rows: [{ id: latest, version: 1 }],
  });
  await library.follow();
  expect(await library.cases()).toEqual([]);
});

test('a newer revision supersedes the case, carries its actions, and gives it back when it is undone', async () => {
  const library = await withCase();
  const { id } = library;
  await working(library, id, 'start');
  const action = {
    kind: 'fmea',
    reference: 'F-7',
    owner: null,
    due_on: null,
    done_on: null,
    evidence: '',
  };
  await library.send('rita', `cases/${id}/actions`, action);
  await library.send('rita', `cases/${id}/actions`, {
    ...action,
    reference: 'F-8',
    done_on: '2026-11-01',
  });
  await library.add({ doc_rev: '3' });
  await library.follow();
  const [newer] = await library.cases('?state=open');
  expect(newer).toMatchObject({ doc_rev: '3', previous_rev: '1' }); // the last text before an unsigned one
  expect(await library.whole('rita', id)).toMatchObject({
    state: 'superseded',
    superseded_by: newer?.id,
  });
  const carried = (await library.whole('rita', newer?.id ?? 0)).actions;
  expect(carried.map(({ reference }) => reference)).toEqual(['F-7', 'F-8']);

  const { change_id } = await library.db
    .selectFrom('audit')
    .select('change_id')
    .where('subject', '=', 'document')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await library.send('librarian', 'manage/take-back', { change_id });
  await library.follow();
  expect(await library.cases('?state=withdrawn')).toMatchObject([{ doc_rev: '3' }]);
  expect(await library.cases('?state=pending')).toMatchObject([{ id, doc_rev: '2' }]);
});

/** Rev. 3 arrives while the review of Rev. 2 is under way; gives its case. */
async function supersededBy3(library: Awaited<ReturnType<typeof inReview>>, text: string[]) {
  await library.add({ doc_rev: '3' });
  await library.write('AM-1_EN_3.pdf', await settingPdf({ paragraphs: text }));
  await library.scan();
  await library.follow();
  const [newer] = await library.cases('?state=open');
  const id = newer?.id ?? 0;
  await working(library, id, 'start');
  await library.app.follow();
  return { newer: id, whole: () => library.whole('rita', id) };
}

test('the case of a third revision compares from the last reviewed one and takes over what was decided', async () => {
  const library = await inReview();
  const { id } = library;
  await decideAs(library, 'ralf', id, [1], { decision: 'action', remark: 'Order other screws' });
  const [line] = (await library.whole('rita', id)).lines;
  const action = { kind: 'gauge', reference: 'G-1', owner: 'ralf', due_on: null, done_on: null };
  const lines = [line?.id];
  await library.send('rita', `cases/${id}/actions`, { ...action, evidence: '', lines });
  await library.send('rita', `cases/${id}/lines`, { text: 'Ask the supplier' });
  const { due_on } = await library.whole('rita', id);
  const text = paragraphs
    .with(1, `${paragraphs[1]} Screws shall be of class 10.9.`)
    .with(2, `${paragraphs[2]} The screws are torqued to 12 Nm.`);
  const { newer, whole } = await supersededBy3(library, text);
  const of = await whole();
  expect(of).toMatchObject({ previous_rev: '1', baseline: 'unreviewed', due_on });
  expect(of.due_reason).toBe('The due day of the case of Rev. 2 stays');
  const former = { decision: 'action', by: 'ralf', doc_rev: '2' };
  expect(of.lines.map((one) => [one.text, one.decision, one.former, one.is_former])).toEqual([
    [expect.stringContaining('12 Nm'), null, null, false],
    [expect.stringContaining('10.9'), null, expect.objectContaining(former), false],
    ['Ask the supplier', null, null, false],
  ]);
  expect(of.lines[1]?.remark).toBe('Order other screws');
  expect(of.actions).toMatchObject([{ reference: 'G-1', lines: [of.lines[1]?.id] }]);
  expect(newer).not.toBe(id);
  // Reverted in Rev. 3: shown, to be decided again.
  const reverted = await supersededBy3Again(library);
  expect(reverted.lines.map((one) => [one.is_former, one.former?.decision, one.decision])).toEqual([
    [true, 'action', null],
    [false, undefined, null],
  ]);
});

/** Rev. 4 has the text of Rev. 1 again. */
async function supersededBy3Again(library: CaseLibrary): Promise<WholeCase> {
  await library.add({ doc_rev: '4' });
  await library.write('AM-1_EN_4.pdf', files['AM-1_EN_1.pdf']);
  await library.scan();
  await library.follow();
  const [newer] = await library.cases('?state=open');
  await working(library, newer?.id ?? 0, 'start');
  await library.app.follow();
  const of = await library.whole('rita', newer?.id ?? 0);
  return { ...of, lines: of.lines.toSorted((a, b) => Number(b.is_former) - Number(a.is_former)) };
}

test('a signed review is the next baseline, a waived one is none; of a signature and a newer revision at once one wins', async () => {
  const library = await withCase();
  const { id } = library;
  await working(library, id, 'start');
  await library.send('rita', `cases/${id}/lines`, { text: 'All of it' });
  await decideAs(library, 'rita', id, [1], { decision: 'no_impact' });
  const { version } = await library.whole('rita', id);
  await library.add({ doc_rev: '3' });
  const [signed] = await Promise.all([
    library.send('rita', `cases/${id}/sign`, { version, verdict: 'no_impact' }),
    library.follow(),
  ]);
  const [third] = await library.cases('?state=open');
  const isSigned = signed.statusCode === 200;
  const { state } = await library.whole('rita', id);
  const expected = isSigned ? ['reviewed', '2', 'reviewed'] : ['superseded', '1', 'unreviewed'];
  const of = await library.whole('rita', third?.id ?? 0);
  expect([state, of.previous_rev, of.baseline]).toEqual(expected);
  await working(library, of.id, 'waive', { reason: 'Only a new cover' });
  await library.add({ doc_rev: '4' });
  await library.follow();
  expect(await library.cases('?state=open')).toMatchObject([
    { doc_rev: '4', previous_rev: expected[1] },
  ]);
});

test('a case whose baseline is gone says so, and keeps what was decided', async () => {
  const library = await inReview();
  const { id } = library;
  await decideAs(library, 'rita', id, [1], { decision: 'action', remark: 'Order screws' });
  const row = { id: await documentId(library, '1'), version: 1 };
  await library.send('librarian', 'manage/documents/delete', { rows: [row] });
  const { whole } = await supersededBy3(library, paragraphs);
  const of = await whole();
  expect(of).toMatchObject({ previous_rev: '1', comparison: null, lines_state: 'none' });
  expect(of.lines).toMatchObject([{ remark: 'Order screws', former: { decision: 'action' } }]);
});

test('what a newer case reviews, too, has no second case: not by hand, nor again', async () => {
  const library = await withCase();
  await working(library, library.id, 'withdraw', { reason: 'By mistake' });
  await library.add({ doc_rev: '3' });
  await library.follow();
  expect(await library.cases('?state=pending')).toMatchObject([
    { doc_rev: '3', previous_rev: '1' }, // nobody reviewed Rev. 2
  ]);
  const refused = [
    await library.send('rita', 'cases', { name: 'AM-1_EN_2.pdf' }),
    await working(library, library.id, 'reopen', { reason: 'No mistake' }),
  ];
  expect(refused.map((answer) => [answer.statusCode, answer.json().message])).toEqual([
    [400, 'The pending case of Rev. 3 has the changes of Rev. 2, too.'],
    [409, 'The case of Rev. 3 has the changes of this one, too.'],
  ]);
});

test('a signed revision that is back is the baseline of the newer case again', async () => {
  const library = await inReview();
  const { id } = library;
  await decideAs(library, 'rita', id, [1], { decision: 'no_impact' });
  await working(library, id, 'sign', { verdict: 'no_impact' });
  const second = await documentId(library, '2');
  const deleted = { rows: [{ id: second, version: 1 }] };
  await library.send('librarian', 'manage/documents/delete', deleted);
  const { newer, whole } = await supersededBy3(library, paragraphs); // with the text of Rev. 1 again
  expect(await whole()).toMatchObject({ previous_rev: '1', lines: [] });
  const { change_id } = await library.db
    .selectFrom('audit')
    .select('change_id')
    .where('subject', '=', 'document')
    .where('action', '=', 'deleted')
    .executeTakeFirstOrThrow();
  await library.send('librarian', 'manage/take-back', { change_id });
  await library.follow();
  const refused = await working(library, newer, 'sign', { verdict: 'no_impact' });
  expect(refused.json()).toMatchObject({
    message: 'The list of changes is out of date. Update it before you sign.',
  });
  await library.app.follow();
  const { previous_rev, baseline, lines } = await whole();
  expect([previous_rev, baseline]).toEqual(['2', 'reviewed']);
  expect(lines.map(({ text }) => text)).toEqual([expect.stringContaining('[-')]);
});

test('a revision that was waived and deleted gives the review back to the one before', async () => {
  const library = await withCase();
  await library.add({ doc_rev: '3' });
  await library.follow();
  const [third] = await library.cases('?state=open');
  await working(library, third?.id ?? 0, 'waive', { reason: 'A wrong entry' });
  const row = { id: await documentId(library, '3'), version: 1 };
  await library.send('librarian', 'manage/documents/delete', { rows: [row] });
  await library.follow();
  expect(await library.cases('?state=pending')).toMatchObject([{ id: library.id, doc_rev: '2' }]);
});

test('a baseline whose PDF was replaced after its review says so', async () => {
  const library = await inReview();
  await decideAs(library, 'rita', library.id, [1], { decision: 'no_impact' });
  await working(library, library.id, 'sign', { verdict: 'no_impact' });
  await library.add({ doc_rev: '3' });
  await library.follow();
  const [third] = await library.cases('?state=open');
  const baseline = async () => (await library.whole('rita', third?.id ?? 0)).baseline;
  expect(await baseline()).toBe('reviewed');
  await library.write('AM-1_EN_2.pdf', await settingPdf({ paragraphs: paragraphs.slice(4) }));
  await library.scan();
  expect(await baseline()).toBe('replaced');
});

test('an edition that is deleted and back ends no case of its amendment', async () => {
  const library = await startCases({ entries: [{ doc_rev: '2010' }] });
  await library.add({ doc_rev: '2015' }, { doc_rev: '2015/Amd 1:2021' });
  await library.follow();
  const row = { id: await documentId(library, '2015'), version: 1 };
  const deleted = await library.send('librarian', 'manage/documents/delete', { rows: [row] });
  await library.follow();
  const { change_id } = deleted.json<{ change_id: string }>();
  await library.send('librarian', 'manage/take-back', { change_id });
  await library.follow();
  const cases = await library.cases();
  expect(cases.map((one) => [one.doc_rev, one.state]).toSorted()).toEqual([
    ['2015', 'open'],
    ['2015/Amd 1:2021', 'open'],
  ]);
});

test('the case of an amendment ends with its edition, and goes on when the newer edition is deleted', async () => {
  const library = await startCases({ entries: [{ doc_rev: '2010' }] });
  await library.add({ doc_rev: '2015' }, { doc_rev: '2015/Amd 1:2021' });
  await library.follow();
  await library.add({ doc_rev: '2024' }, { doc_rev: '2024/Amd 1:2025' });
  await library.follow();
  const pending = async () =>
    (await library.cases('?state=pending')).map(({ doc_rev }) => doc_rev).toSorted();
  expect(await pending()).toEqual(['2024', '2024/Amd 1:2025']);
  const deleteEntry = async (doc_rev: string) => {
    const row = { id: await documentId(library, doc_rev), version: 1 };
    await library.send('librarian', 'manage/documents/delete', { rows: [row] });
    await library.follow();
  };
  await deleteEntry('2024'); // what amends it says that there is a newer edition than 2015
  expect(await pending()).toEqual(['2015', '2015/Amd 1:2021', '2024/Amd 1:2025']);
  await deleteEntry('2024/Amd 1:2025');
  expect(await pending()).toEqual(['2015', '2015/Amd 1:2021']);
});

test('an entry that is deleted and back has its case back with everything in it', async () => {
  const library = await inReview();
  const { id, read } = library;
  await decideAs(library, 'rita', id, [1], { decision: 'action', remark: 'Order screws' });
  const before = await read();
  const document = await documentId(library, '2');
  const row = await library.db
    .selectFrom('documents')
    .select(['id', 'version'])
    .where('id', '=', document)
    .executeTakeFirstOrThrow();
  await library.send('librarian', 'manage/documents/delete', { rows: [row] });
  await library.follow();
  expect((await read()).state).toBe('withdrawn');
  const { change_id } = await library.db
    .selectFrom('audit')
    .select('change_id')
    .where('subject', '=', 'document')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await library.send('librarian', 'manage/take-back', { change_id });
  await library.follow();
  const after = await read();
  expect(after).toMatchObject({ state: 'in_review', due_on: before.due_on });
  expect(after.lines).toEqual(before.lines);
  expect(await library.cases()).toHaveLength(1);
});

test('a notice that is taken back ends its case, and one that is set again goes on with it', async () => {
  const library = await startCases({ entries: [{ doc_rev: '1' }] });
  const document_id = await documentId(library, '1');
  const set = async (notice: object | null) => {
    const sent = await library.send('librarian', 'manage/standards/notice', {
      document_id,
      notice,
    });
    expect(sent.statusCode).toBe(200);
    await library.follow();
  };
  const withdrawn = { kind: 'withdrawn', on: null, remark: '', replaced_by: null };
  await set(withdrawn);
  const [opened] = await library.cases();
  const id = opened?.id ?? 0;
  await working(library, id, 'start');
  await library.send('rita', `cases/${id}/lines`, { text: 'Which parts use it?' });
  await set(null);
  expect((await library.whole('rita', id)).state).toBe('withdrawn');
  await set(withdrawn);
  const back = await library.whole('rita', id);
  expect([back.state, back.lines.length, (await library.cases()).length]).toEqual([
    'in_review',
    1,
    1,
  ]);
});

test('a notice about one revision opens the case of that one, and of another one when it is changed', async () => {
  const library = await startCases({ entries: [{ doc_rev: '1' }, { doc_rev: '2' }] });
  const said = { kind: 'withdrawn', on: null, remark: '', replaced_by: null };
  const say = async (revisions: string[] | null) => {
    const notice = revisions === null ? null : { ...said, revisions };
    const sent = { document_id: await documentId(library, '1'), notice };
    expect((await library.send('librarian', 'manage/standards/notice', sent)).statusCode).toBe(200);
    await library.follow();
    return (await library.cases()).map(({ doc_rev, state }) => `${doc_rev} ${state}`).toSorted();
  };
  expect(await say(['1'])).toEqual(['1 open']);
  expect(await say(['2'])).toEqual(['1 withdrawn', '2 open']);
  expect(await say(['1', '2'])).toEqual(['1 withdrawn', '2 open']);
  expect(await say(null)).toEqual(['1 withdrawn', '2 withdrawn']);
});

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
    'The day of notification, 2031-01-01, is still to come.',
  ]);
  expect((await saved('rita', { notified_on: '2020-01-02' }))[0]).toBe(200); // a slip
  expect(await read()).toMatchObject({ is_late: true, due_on: '2020-01-16' });
  const right = { notified_on: day, reason: 'The letter says so' };
  expect(await saved('rita', right)).toEqual([
    409,
    'You typed the day of notification: a second reviewer corrects it.',
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
    message: 'You typed the day of notification: a second reviewer corrects it.',
  });
  expect((await correct('ralf')).statusCode).toBe(200);
  const corrected = { notified_on: received_on, due_on: '2020-01-16', late_since: '2020-01-16' };
  expect(await read()).toMatchObject(corrected);
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
  expect((await signed('ralf')).statusCode).toBe(200);
});

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
    { message: 'Changes that are not decided: 1.' },
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
    message: 'Changes that are not decided: 2.',
  });
});

test('only who can review becomes owner, reviewer or watcher; who was so before may stay', async () => {
  const library = await withCase();
  const { id } = library;
  const save = async (people: object) => {
    const { version } = await library.whole('rita', id);
    return (await library.send('rita', `cases/${id}`, { version, ...people }, 'PUT')).statusCode;
  };
  for (const name of ['reader', 'auditor', 'nobody']) {
    expect([await save({ owner: name }), await save({ watchers: [name] })]).toEqual([400, 400]);
  }
  expect(await save({ owner: 'ralf', reviewers: ['ralf'] })).toBe(200);
  const gone = { disabled_at: new Date().toISOString() };
  await library.db.updateTable('users').set(gone).where('name', '=', 'ralf').execute();
  expect(await save({ owner: 'ralf', reviewers: ['ralf', 'rita'] })).toBe(200);
  expect(await save({ owner: null, reviewers: [] })).toBe(200);
  expect(await save({ owner: 'ralf' })).toBe(400);
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

test('readers see nothing of a review before it is signed; auditors see all and change nothing', async () => {
  const library = await withCase();
  const { id } = library;
  await working(library, id, 'start');
  await library.send('rita', `cases/${id}/lines`, { text: 'Check the secret furnace' });
  await decideAs(library, 'rita', id, [1], { decision: 'no_impact', remark: 'secret' });
  const hidden = await library.whole('reader', id);
  expect(hidden).toMatchObject({ lines_state: 'hidden', lines: [], actions: [], events: [] });
  expect(JSON.stringify(hidden)).not.toContain('secret');
  expect((await library.whole('auditor', id)).lines).toMatchObject([{ remark: 'secret' }]);
  for (const user of ['reader', 'auditor', 'librarian']) {
    const { version } = await library.whole('auditor', id);
    const tried = await library.send(user, `cases/${id}/withdraw`, { version, reason: 'none' });
    expect([user, tried.statusCode]).toEqual([user, 403]);
  }
  const rules = { customer_id: 1, version: 0, opens: 'never', opens_on_import: false, days: 5 };
  const rule = { ...rules, calendar_id: null, owner: null, owners: [], with_pending: false };
  expect((await library.send('auditor', 'manage/case-rules', rule)).statusCode).toBe(403);
  expect((await library.send('librarian', 'manage/case-rules', rule)).statusCode).toBe(200);
  await working(library, id, 'sign', { verdict: 'no_impact' });
  expect((await library.whole('reader', id)).lines).toMatchObject([{ remark: 'secret' }]);
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

test('people have their names, with the account where two share one, also of those who left', async () => {
  const library = await withCase();
  const { id, db } = library;
  const name = (account: string, display_name: string) =>
    db.updateTable('users').set({ display_name }).where('name', '=', account).execute();
  await name('rita', 'Rita Smith');
  await name('ralf', 'Ralf Berg');
  const people = { owner: 'rita', reviewers: ['ralf'] };
  const { version } = await library.whole('rita', id);
  await library.send('rita', `cases/${id}`, { version, ...people }, 'PUT');
  const whole = await library.whole('rita', id);
  expect(whole).toMatchObject({ owner: 'rita', owner_name: 'Rita Smith' });
  expect(whole.events.map(({ text }) => text)).toContain(
    'Changed owner: Rita Smith (rita); reviewers: Ralf Berg (ralf)',
  );
  expect(await library.cases('?owner=rita')).toMatchObject([{ owner_name: 'Rita Smith' }]);

  await name('ralf', 'Rita Smith');
  await db
    .updateTable('users')
    .set({ disabled_at: '2026-01-01T00:00:00.000Z' })
    .where('name', '=', 'rita')
    .execute();
  expect(await library.cases('?owner=rita')).toMatchObject([{ owner_name: 'Rita Smith (rita)' }]);
  expect(await library.get('ralf', 'cases/summary')).toMatchObject({
    people: [{ account: 'ralf', name: 'Rita Smith (ralf)' }],
  });
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

test('a review starts at the first click, also when its list of changes arrived after the page', async () => {
  const library = await withCase();
  const { version } = await library.whole('rita', library.id);
  for (const [name, content] of Object.entries(files)) await library.write(name, content);
  await library.scan();
  const started = await library.send('rita', `cases/${library.id}/start`, { version: version - 1 });
  expect(started.statusCode).toBe(200);
  const again = await library.send('ralf', `cases/${library.id}/start`, { version });
  expect(again.json()).toMatchObject({ message: '"Start review" is not possible in this state.' });
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
  const tried = await library.send('librarian', 'manage/take-back', { change_id });
  expect([tried.statusCode, tried.json()]).toMatchObject([
    409,
    {
      message:
        'It cannot be undone. A change case is not undone here: a reviewer opens it and uses "Undo" or "Back to open".',
    },
  ]);
  expect((await library.whole('rita', library.id)).state).toBe('in_review');
  await working(library, library.id, 'reopen', { reason: 'CaseLibrary by mistake' });
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

test('a withdrawn standard opens a case; one by hand is opened once', async () => {
  const library = await startCases({ entries: [{ doc_rev: '1' }] });
  const notice = { kind: 'withdrawn', on: null, remark: '', replaced_by: null };
  const document_id = await documentId(library, '1');
  await library.send('librarian', 'manage/standards/notice', { document_id, notice });
  await library.follow();
  expect(await library.cases()).toMatchObject([{ reason: 'withdrawn', previous_rev: null }]);
  const byHand = () => library.send('rita', 'cases', { name: 'AM-1_EN_1.pdf' });
  expect((await byHand()).statusCode).toBe(200);
  expect((await byHand()).json()).toMatchObject({
    message: 'There is a case of AM-1 Rev. 1 already.',
  });
  const of = await library.get<{ data: Case }>('reader', 'cases/of?name=AM-1_EN_1.pdf');
  expect(of.data).toMatchObject({ reason: 'revision', doc_rev: '1' });
  // Another customer's standard of the same number has a case of its own.
  await library.add({ customer: 'Borealis', doc_rev: '1' });
  const name = redlineName({ customer: 'Borealis', doc_num: 'AM-1', language: 'EN', doc_rev: '1' });
  expect((await library.send('rita', 'cases', { name })).statusCode).toBe(200);
  const query = new URLSearchParams({ name }).toString();
  const other = await library.get<{ data: Case }>('reader', `cases/of?${query}`);
  expect(other.data.customer).toBe('Borealis');
});

async function exportsOf({ db }: CaseLibrary): Promise<string[]> {
  const lines = db.selectFrom('access_audit').selectAll().where('action', '=', 'evidence_exported');
  return (await lines.orderBy('id').execute()).map(({ user, detail }) => `${user}: ${detail}`);
}

test('the list as CSV, and one case as evidence, whose SHA-256 is in the access audit', async () => {
  const library = await withCase();
  const { id } = library;
  const list = await library.app.inject({
    url: `${api}/cases/export?format=csv`,
    headers: { cookie: await library.signIn('reader') },
  });
  expect(list.body.split(/\r?\n/)[1]).toMatch(
    new RegExp(`^${id},Aurora Motors,AM-1,EN,2,1,revision,open,`),
  );
  const sheet = await library.app.inject({
    url: `${api}/cases/${id}/evidence?format=csv`,
    headers: { 'x-egd-library': '1', cookie: await library.signIn('auditor') },
  });
  const sha256 = createHash('sha256').update(sheet.rawPayload).digest('hex');
  expect(await exportsOf(library)).toEqual([`auditor: cases ${id}, SHA-256 ${sha256}`]);
  const { events } = await library.whole('auditor', id);
  expect(events.map(({ text }) => text)).toEqual(['Case opened']);
});

test('a person exports evidence 200 times in an hour', async () => {
  const library = await withCase();
  const cookie = await library.signIn('auditor');
  const headers = { 'x-egd-library': '1', cookie };
  const url = `${api}/cases/${library.id}/evidence?format=csv`;
  const get = () => library.app.inject({ url, headers });
  const at = new Date(library.library.now()).toISOString();
  const line = { at, action: 'evidence_exported', user: 'auditor' } as const;
  const lines = Array.from({ length: 199 }, () => ({
    ...line,
    by_user: null,
    address: null,
    detail: null,
  }));
  await library.db.insertInto('access_audit').values(lines).execute();
  expect((await get()).statusCode).toBe(200);
  const refused = await get();
  expect([refused.statusCode, refused.json()]).toMatchObject([
    429,
    {
      message:
        'You exported evidence 200 times in the last hour. Try again later, or export many cases at once.',
    },
  ]);
  library.pass(3601_000);
  expect((await get()).statusCode).toBe(200);
});

test.skipIf(isOnPostgres)(
  'evidence as a PDF has the dates, decisions with their changes, and the hashes',
  async () => {
    const library = await inReview();
    const { id } = library;
    await decideAs(library, 'rita', id, [1], {
      decision: 'no_impact',
      remark: 'We use 10.9 already',
    });
    await working(library, id, 'sign', { verdict: 'no_impact' });
    const sent = await library.app.inject({
      url: `${api}/cases/${id}/evidence?format=pdf`,
      headers: { 'x-egd-library': '1', cookie: await library.signIn('auditor') },
    });
    expect([sent.statusCode, sent.headers['content-type']]).toEqual([200, 'application/pdf']);
    const text = await textOf(sent.rawPayload);
    const { due_on, due_from, to_hash } = await library.whole('auditor', id);
    const found = text.replaceAll(/\s+/g, ' ');
    for (const part of [
      'Change case 1: AM-1, revision 2',
      `Due: ${due_on}`,
      `Due by: 10 working days after ${due_from}, Monday to Friday`,
      'Baseline: Rev. 1, none was reviewed',
      'Time zone of the days: UTC',
      `SHA-256 of the PDF: ${to_hash}`,
      '1. No impact · rita',
      'Screws shall be of class 10.9.',
      'Remark: We use 10.9 already',
    ]) {
      expect(found).toContain(part);
    }
  },
);

test('evidence of a customer and a period: each case, one line in the access audit, and a limit', async () => {
  const library = await withCase();
  await library.add({ customer: 'Borealis', doc_num: 'B-7', doc_rev: '1' });
  await library.add({ customer: 'Borealis', doc_num: 'B-7', doc_rev: '2' });
  await library.add({ doc_num: 'AM-2', doc_rev: '1' });
  await library.add({ doc_num: 'AM-2', doc_rev: '2' });
  await library.follow();
  const cases = await library.cases('?customer=Aurora%20Motors');
  const today = cases[0]?.received_on ?? '';
  const get = async (user: string, query: string) =>
    library.app.inject({
      url: `${api}/cases/evidence?${query}`,
      headers: { 'x-egd-library': '1', cookie: await library.signIn(user) },
    });
  const filter = `customer=Aurora%20Motors&from=${today}&to=${today}`;
  const sheet = await get('auditor', `${filter}&format=csv`);
  expect(sheet.body.split(/\r?\n/).slice(0, 2)).toEqual([
    `\uFEFF"Change cases: customer Aurora Motors, received from ${today}, received to ${today}"`,
    'Cases,2',
  ]);
  expect(sheet.body.match(/^\d+,Aurora Motors,[^,]*/gm)).toEqual([
    `${cases[0]?.id},Aurora Motors,AM-1`,
    `${cases[1]?.id},Aurora Motors,AM-2`,
  ]);
  const numbers = async (doc_num: string) =>
    (await library.cases(`?${new URLSearchParams({ doc_num }).toString()}`)).map(
      (one) => one.doc_num,
    );
  expect(await numbers('m 2')).toEqual(['AM-2']);
  expect(await numbers('b')).toEqual(['B-7']);
  expect(await numbers('%7')).toEqual(['B-7']);
  expect(await numbers('#')).toEqual([]);
  const sha256 = createHash('sha256').update(sheet.rawPayload).digest('hex');
  const ids = cases.map(({ id }) => id).toSorted();
  const exported = `auditor: cases ${ids.join(', ')}, SHA-256 ${sha256}`;
  expect(await exportsOf(library)).toEqual([exported]);
  const streamed = await get('auditor', `${filter}&format=csv&progress=1`);
  expect([streamed.headers['x-progress'], streamed.body]).toEqual(['2', `\n\n${sheet.body}`]);
  expect(await exportsOf(library)).toEqual([exported, exported]);
  const pdf = await get('auditor', `${filter}&format=pdf`);
  const text = (await textOf(pdf.rawPayload)).replaceAll(/\s+/g, ' ');
  expect(text).toContain(`Cases: 2 Change case ${cases[0]?.id}: AM-1, revision 2 · Aurora Motors`);
  expect(text).not.toContain('Borealis');

  const none = await get('auditor', 'to=2020-01-01&format=xlsx');
  expect(none.json()).toMatchObject({ message: 'No case fits these filters.' });
  const lines = Array.from({ length: 20_001 }, (_, at) => ({
    case_id: cases[0]?.id ?? 0,
    position: at + 1,
    change: null,
    weight: null,
    clause: null,
    text: 'x',
    decision: null,
    remark: '',
    decided_by: null,
  }));
  for (const portion of portionsOf(lines)) {
    await library.db.insertInto('case_lines').values(portion).execute();
  }
  const many = await get('auditor', `${filter}&format=pdf`);
  expect([many.statusCode, many.json()]).toMatchObject([
    400,
    {
      message:
        '2 cases with 20,001 changes are too many for a PDF. Choose XLSX, which holds 500,000, or a shorter period.',
    },
  ]);
  // To a reader the review is not published: nothing of it is in the report.
  const hidden = await get('reader', `${filter}&format=csv`);
  expect(hidden.body).toContain('Decisions, actions and history are shown once the review is');
  expect(hidden.body).not.toContain('Case opened');
});

async function textOf(pdf: Buffer): Promise<string> {
  const reader = await PdfReader.start();
  const read = (position: number, into: Uint8Array) => {
    into.set(pdf.subarray(position, position + into.length));
    return true;
  };
  const parts = [...reader.read({ length: pdf.length, read })];
  const facts = parts.find((part) => part.what === 'facts')?.facts;
  return facts?.state === 'readable' ? facts.texts.join(' ') : '';
}

test('an amendment opens a case without a comparison and ends none; a draft or a reaffirmation opens none', async () => {
  const library = await startCases({ entries: [{ doc_rev: '2010' }, { doc_rev: '2004' }] });
  await library.add({ doc_rev: '2015' });
  await library.follow();
  await library.add({ doc_rev: '2015/Amd 1:2021' }, { doc_rev: '2015 (R2020)' });
  await library.add({ doc_rev: 'DIS 2024' });
  await library.follow();
  const cases = await library.cases();
  expect(cases.map((one) => [one.doc_rev, one.previous_rev, one.state]).toSorted()).toEqual([
    ['2015', '2010', 'open'],
    ['2015/Amd 1:2021', null, 'open'],
  ]);
  const amendment = cases.find(({ previous_rev }) => previous_rev === null);
  const lines = await library.db
    .selectFrom('audit')
    .select('after')
    .where('subject', '=', 'case')
    .where('subject_id', '=', amendment?.id ?? 0)
    .execute();
  expect(lines[0]?.after).toContain('Case opened: 2015/Amd 1:2021 amends 2015');
});

test('a new revision whose order is unsure opens one case, which ends with the order', async () => {
  const library = await startCases();
  await library.add({ doc_num: 'AM-9', doc_rev: 'A' });
  await library.follow();
  await library.add({ doc_num: 'AM-9', doc_rev: '2019' });
  await library.add({ doc_num: 'AM-9', doc_rev: '2021' });
  await library.follow();
  const shown = async () =>
    (await library.cases('?doc_num=AM-9'))
      .map(({ doc_rev, reason, state, previous_rev }) => [doc_rev, reason, state, previous_rev])
      .toSorted();
  expect(await shown()).toEqual([['2019', 'order', 'open', null]]);
  const [waiting] = await library.cases('?doc_num=AM-9');
  const early = await working(library, waiting?.id ?? 0, 'start');
  expect(early.json()).toMatchObject({ message: '"Start review" is not possible in this state.' });
  const body = { document_id: 1, newest_first: ['2021', '2019', 'A'] };
  expect((await library.send('librarian', 'manage/standards/order', body)).statusCode).toBe(200);
  await library.follow();
  expect(await shown()).toEqual([
    ['2019', 'order', 'withdrawn', null],
    ['2021', 'revision', 'open', 'A'], // nobody reviewed 2019
  ]);
});

test('what waited for the order has its case then, also an amendment, or where an older revision came later', async () => {
  const library = await startCases({ entries: [{ doc_num: 'AM-9', doc_rev: 'A' }] });
  await library.add({ doc_rev: '2010' }, { doc_rev: '2015/Amd 1:2021' });
  await library.add({ doc_num: 'AM-9', doc_rev: '2021' });
  await library.follow();
  await library.add({ doc_rev: '2015' }, { doc_num: 'AM-9', doc_rev: '2019' });
  await library.follow();
  const document_id = await documentId(library, 'A');
  const body = { document_id, newest_first: ['2021', '2019', 'A'] };
  expect((await library.send('librarian', 'manage/standards/order', body)).statusCode).toBe(200);
  await library.follow();
  const pending = await library.cases('?state=pending');
  expect(pending.map((one) => [one.doc_rev, one.previous_rev]).toSorted()).toEqual([
    ['2015', '2010'],
    ['2015/Amd 1:2021', null],
    ['2021', 'A'],
  ]);
});

test('a case that was opened for an amendment as an edition says so, and stays', async () => {
  const library = await withCase();
  const document = { doc_rev: '1/Amd 1:2021', file_key: 'x', short_file_key: 'x' };
  await library.db.updateTable('documents').set(document).where('doc_rev', '=', '2').execute();
  await library.db.updateTable('cases').set({ doc_rev: '1/Amd 1:2021' }).execute();
  await library.db.deleteFrom('feed_cursors').where('name', 'like', 'standards%').execute();
  const again = await openLibrary(library.config); // as after an upgrade
  onTestFinished(() => again.db.destroy());
  await library.follow();
  expect(await library.whole('rita', library.id)).toMatchObject({
    state: 'open',
    previous_rev: '1',
    amends: '1',
  });
  const { body } = await library.app.inject({
    url: `${api}/cases/${library.id}/evidence?format=csv`,
    headers: { 'x-egd-library': '1', cookie: await library.signIn('auditor') },
  });
  expect(body).toMatch(/^Case,.*,Description,Amends,Baseline,/m);
  expect(body).toMatch(/^\d+,Aurora Motors,AM-1,1\/Amd 1:2021,EN,[^,]*,1,/m);
});
