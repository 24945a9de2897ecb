import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isOnPostgres } from '../../test/databases.ts';
import { type CaseLibrary, decideAs, inReview, withCase, working } from '../../test/casing.ts';
import { portionsOf } from '../db/portions.ts';
import { PdfReader } from '../pdf/reader/reader.ts';

const api = '/vue-egd-lib/api';

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
        'You have exported evidence 200 times in the last hour. Try again later, or export several cases at once.',
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
      'Baseline: Rev. 1, no review yet',
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
  expect(none.json()).toMatchObject({ message: 'No case matches these filters.' });
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
        '2 cases with 20,001 changes are too many for a PDF. Choose XLSX (up to 500,000) or a shorter period.',
    },
  ]);
  // To a reader the review is not published: nothing of it is in the report.
  const hidden = await get('reader', `${filter}&format=csv`);
  expect(hidden.body).toContain('Decisions, actions and history appear once the review is');
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
