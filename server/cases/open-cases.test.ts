import { expect, onTestFinished, test } from 'vitest';
import type { Case } from '#contract/cases.ts';
import { redlineName } from '#contract/file-name.ts';
import { documentId, startCases, withCase, working } from '../../test/casing.ts';
import { openLibrary } from '../library.ts';

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
      today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
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
    message: 'AM-1 Rev. 1 already has a case.',
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
  expect(early.json()).toMatchObject({
    message: '"Start review" is not possible in the present state of the case.',
  });
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
