import { expect, test } from 'vitest';
import type { WholeCase } from '#contract/cases.ts';
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
import { settingPdf } from '../../test/redline-pdfs.ts';

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
  await library.send('librarian', 'manage/undo', { change_id });
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
    [400, 'The pending case of Rev. 3 already contains the changes of Rev. 2.'],
    [409, 'The case of Rev. 3 already contains the changes of this one. Use that case.'],
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
  await library.send('librarian', 'manage/undo', { change_id });
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
  await library.send('librarian', 'manage/undo', { change_id });
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
  await library.send('librarian', 'manage/undo', { change_id });
  await library.follow();
  const after = await read();
  expect(after).toMatchObject({ state: 'in_review', due_on: before.due_on });
  expect(after.lines).toEqual(before.lines);
  expect(await library.cases()).toHaveLength(1);
});
