import type { Static } from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import type { ManagedDocument } from '#contract/editing.ts';
import type { listRevisions, sayRevision } from '#contract/revisions.ts';
import { startManaging } from '../../../test/harness.ts';

type Managing = Awaited<ReturnType<typeof startManaging>>;
type Sent = Static<typeof sayRevision.body>;

const nothing = {
  issued_on: null,
  valid_from: null,
  usable_until: null,
  confirmed_on: null,
  withdrawn_on: null,
  reason: null,
  stated_kind: null,
  stated_amends: null,
} satisfies Partial<Sent>;

async function say(library: Managing, document_id: number, said: Partial<Sent>) {
  const answer = await library.post('standards/revision', { document_id, ...nothing, ...said });
  const { change_id, message } = answer.json<{ change_id?: string | null; message?: string }>();
  return message ?? change_id ?? null;
}

async function revisionsOf(library: Managing) {
  const answer = await library.app.inject({
    url: '/vue-egd-lib/api/revisions?customer=Aurora%20Motors&doc_num=AM-1&language=EN',
    headers: { cookie: library.cookie },
  });
  return answer.json<Static<typeof listRevisions.response>>().data;
}

async function inWords(library: Managing): Promise<string[]> {
  return (await revisionsOf(library)).map((one) =>
    [one.doc_rev, one.status, one.kind, one.amends, one.superseded_by].join(' ').trim(),
  );
}

test('what a librarian says of a revision goes before its label, is in the history, and is undone', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{ doc_rev: 'A' }, { doc_rev: 'B' }],
  });
  const change = await say(library, 2, { stated_kind: 'beside', stated_amends: ' A ' });
  expect(await inWords(library)).toEqual(['A latest edition', 'B latest beside A']);
  const { data: lines } = await library.read<{ data: AuditEntry[] }>(`audit?change_id=${change}`);
  expect(lines).toMatchObject([
    { subject: 'document', subject_id: 2, after: { stated_kind: 'beside', stated_amends: 'A' } },
  ]);
  expect(lines[0]?.before).not.toHaveProperty('stated_kind');
  expect(await say(library, 2, { stated_kind: 'beside', stated_amends: 'A' })).toBeNull();
  // An edit of the row keeps what was said, and a deletion brings it back.
  const { data } = await library.read<{ data: ManagedDocument[] }>('documents');
  const row = { ...data.find(({ id }) => id === 2), doc_desc: 'Zinc' };
  await library.post('documents/save', { rows: [row] });
  const version = (await library.read<{ data: ManagedDocument[] }>('documents')).data.find(
    ({ id }) => id === 2,
  )?.version;
  const deleted = await library.post('documents/delete', { rows: [{ id: 2, version }] });
  const undo = (change_id: unknown) => library.post('undo', { change_id });
  await undo(deleted.json<{ change_id: string }>().change_id);
  expect(await inWords(library)).toEqual(['A latest edition', 'B latest beside A']);
  await undo(change);
  expect(await inWords(library)).toEqual(['B latest edition', 'A superseded edition  B']);
});

test('an edition is withdrawn on its own, and the older one stays in force', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{ doc_rev: '2010' }, { doc_rev: '2015' }, { doc_rev: '2023' }],
  });
  await say(library, 3, {
    issued_on: '2023-02-01',
    withdrawn_on: '2024-03-01',
    reason: ' Wrong  table 4. ',
  });
  await say(library, 2, { usable_until: '2027-12-31', reason: 'For running projects.' });
  expect(await inWords(library)).toEqual([
    '2015 latest edition',
    '2010 superseded edition  2015',
    '2023 withdrawn edition',
  ]);
  expect((await revisionsOf(library))[2]).toMatchObject({
    withdrawn_on: '2024-03-01',
    reason: 'Wrong table 4.',
    superseded_by: null,
  });
  // A later edition goes on from the one that is in force.
  await library.add({ doc_rev: '2025' });
  expect((await inWords(library))[0]).toBe('2025 latest edition');
});

test('what cannot be said of a revision is refused in words', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{ doc_rev: '1' }, { doc_rev: 'N1' }, { doc_rev: 'N2' }, { doc_rev: 'Draft 2' }],
  });
  expect(await say(library, 2, { stated_kind: 'beside', stated_amends: 'N2' })).toEqual(
    expect.any(String),
  );
  const refused: [number, Partial<Sent>][] = [
    [3, { stated_kind: 'beside', stated_amends: 'N2' }],
    [3, { stated_kind: 'beside', stated_amends: 'N1' }],
    [3, { stated_kind: 'beside', stated_amends: '7' }],
    [3, { stated_kind: 'reaffirmed', stated_amends: 'Draft 2' }],
    [1, { issued_on: '2023-02-30' }],
    [1, { issued_on: '2023-02-01', withdrawn_on: '2023-01-31' }],
    [1, { withdrawn_on: '2999-01-01' }],
    [99, {}],
  ];
  const answers = await Promise.all(refused.map(([id, said]) => say(library, id, said)));
  expect(answers).toEqual([
    'N2 cannot amend N2: they would amend each other.',
    'N2 cannot amend N1: they would amend each other.',
    'N2 cannot amend 7: the standard has no such revision.',
    'N2 cannot amend Draft 2: that is a draft.',
    'The day "Issued" "2023-02-30" is not a date. Write it like 2026-11-14.',
    '"Withdrawn on" 2023-01-31 is before the day of issue, 2023-02-01.',
    '"Withdrawn on" 2999-01-01 is in the future. Use "Usable until" until then.',
    'This standard number was deleted.',
  ]);
});

test('a set order stays where a label says another thing, which is asked until a librarian says it', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{ doc_rev: '2015' }, { doc_rev: '2015/Amd 1:2021' }],
  });
  const newest_first = ['2015/Amd 1:2021', '2015'];
  await library.post('standards/order', { document_id: 1, newest_first });
  const questions = async () => (await revisionsOf(library)).map(({ question }) => question);
  expect([await inWords(library), await questions()]).toEqual([
    ['2015/Amd 1:2021 latest edition', '2015 superseded edition  2015/Amd 1:2021'],
    ['beside', null],
  ]);
  await say(library, 2, { stated_kind: 'beside' });
  expect([await inWords(library), await questions()]).toEqual([
    ['2015 latest edition', '2015/Amd 1:2021 latest beside 2015'],
    [null, null],
  ]);
});

test('an amendment names the base that the library lacks', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{ doc_rev: '2010' }, { doc_rev: '2015/Amd 1:2021' }],
  });
  expect(await revisionsOf(library)).toMatchObject([
    { doc_rev: '2015/Amd 1:2021', status: 'unsure', amends: null, missing: '2015' },
    { doc_rev: '2010', status: 'unsure', missing: null },
  ]);
});
