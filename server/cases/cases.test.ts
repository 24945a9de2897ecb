import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { isOnPostgres } from '../../test/databases.ts';
import type { Case, WholeCase } from '#contract/cases.ts';
import { redlineName } from '#contract/file-name.ts';
import { startLibrary, type LibraryOptions } from '../../test/harness.ts';
import { settingPdf, standardParagraphs } from '../../test/redline-pdfs.ts';
import { portionsOf } from '../db/portions.ts';
import { PdfReader } from '../pdf/reader.ts';
import { followCatalogue } from './open-cases.ts';

const api = '/vue-egd-lib/api';

/** A library that knows of cases, with accounts of every role. */
async function start(options: LibraryOptions = {}) {
  const library = await startLibrary(onTestFinished, options);
  await followCatalogue(library.library);
  const accounts = {
    reader: [],
    rita: ['EGD_LIB_REVIEW'],
    ralf: ['EGD_LIB_REVIEW'],
    auditor: ['EGD_LIB_AUDIT'],
    librarian: ['EGD_LIB_EDIT'],
  };
  const cookies: Record<string, string> = {};
  for (const [name, roles] of Object.entries(accounts)) {
    await library.addUser(name, 'EGD_LIB', ...roles);
    cookies[name] = await library.signIn(name);
  }
  const headersOf = (user: string) => ({ cookie: cookies[user] ?? '', 'x-egd-library': '1' });
  const get = async <T>(user: string, path: string): Promise<T> => {
    const answer = await library.app.inject({ url: `${api}/${path}`, headers: headersOf(user) });
    expect([path, answer.statusCode]).toEqual([path, 200]);
    return answer.json<T>();
  };
  const send = (user: string, path: string, payload: object, method: 'POST' | 'PUT' = 'POST') =>
    library.app.inject({ method, url: `${api}/${path}`, headers: headersOf(user), payload });
  return {
    ...library,
    get,
    send,
    follow: () => followCatalogue(library.library),
    cases: async (query = '') => (await get<{ data: Case[] }>('reader', `cases${query}`)).data,
    whole: (user: string, id: number) => get<WholeCase>(user, `cases/${id}`),
  };
}

type Started = Awaited<ReturnType<typeof start>>;

/** Adds Rev. 2 of AM-1, whose Rev. 1 is there: its case is opened. */
async function withCase(options: LibraryOptions = {}): Promise<Started & { id: number }> {
  const library = await start({ entries: [{ doc_rev: '1' }], ...options });
  await library.add({ doc_rev: '2' });
  await library.follow();
  const [opened] = await library.cases();
  return { ...library, id: opened?.id ?? 0 };
}

const working = async (library: Started, id: number, move: string, body: object = {}) => {
  const { version } = await library.whole('rita', id);
  return library.send('rita', `cases/${id}/${move}`, { version, ...body });
};

test('a new revision opens one case, on two nodes at once and again; a first revision opens none', async () => {
  const library = await start({ entries: [{ doc_rev: '1' }] });
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
  const library = await start({ entries: [{ doc_rev: '1' }, { doc_rev: '3' }] });
  await library.add({ doc_rev: '2' });
  await library.follow();
  const latest = await documentId(library, '3');
  await library.send('librarian', 'manage/documents/delete', {
    rows: [{ id: latest, version: 1 }],
  });
  await library.follow();
  expect(await library.cases()).toEqual([]);
});

test('a newer revision supersedes the case, carries its open actions, and gives it back when it is undone', async () => {
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
  expect(newer).toMatchObject({ doc_rev: '3', previous_rev: '2' });
  expect(await library.whole('rita', id)).toMatchObject({
    state: 'superseded',
    superseded_by: newer?.id,
  });
  const carried = (await library.whole('rita', newer?.id ?? 0)).actions;
  expect(carried.map(({ reference }) => reference)).toEqual(['F-7']);

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

async function documentId({ db }: Started, doc_rev: string): Promise<number> {
  const { id } = await db
    .selectFrom('documents')
    .select('id')
    .where('doc_rev', '=', doc_rev)
    .executeTakeFirstOrThrow();
  return id;
}

const paragraphs = standardParagraphs(3);
const files = {
  'AM-1_EN_1.pdf': await settingPdf({ paragraphs }),
  'AM-1_EN_2.pdf': await settingPdf({
    paragraphs: paragraphs.with(1, `${paragraphs[1]} Screws shall be of class 10.9.`),
  }),
};

/** A case in review whose list of changes is made. */
async function inReview() {
  const library = await withCase();
  for (const [name, content] of Object.entries(files)) await library.write(name, content);
  await library.scan();
  await working(library, library.id, 'start');
  await library.app.follow();
  const read = () => library.whole('rita', library.id);
  expect((await read()).lines_state).toBe('there');
  return { ...library, read };
}

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
  const decided = await library.send('ralf', `cases/${id}/decide`, {
    positions: [1],
    decision: 'action',
    remark: 'Order other screws',
  });
  expect(decided.json()).toEqual({ left: 0 });
  const contradiction = await working(library, id, 'sign', { verdict: 'no_impact' });
  expect(contradiction.statusCode).toBe(400);
  expect((await working(library, id, 'sign', { verdict: 'process' })).statusCode).toBe(200);
  const signed = await read();
  expect(signed).toMatchObject({ state: 'reviewed', verdict: 'process', signed_by: 'rita' });
  expect(signed.to_hash).toMatch(/^[0-9a-f]{64}$/);
  const late = await library.send('ralf', `cases/${id}/decide`, {
    positions: [1],
    decision: 'no_impact',
  });
  expect(late.statusCode).toBe(409);

  const action = {
    kind: 'gauge',
    reference: 'G-1',
    owner: 'ralf',
    due_on: '2026-12-24',
    done_on: null,
    evidence: '',
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
    'ralf: Line 1: Action, remark',
    'rita: Review signed, verdict: Process',
    'rita: Action added: Gauge G-1',
    'ralf: Action done: Gauge G-1',
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
  const decide = (user: string, body: object) =>
    library.send(user, `cases/${id}/decide`, { positions: [1], ...body });
  await decide('rita', { decision: 'no_impact' });
  await decide('ralf', { remark: 'I doubt it' });
  const [line] = (await read()).lines;
  expect(line).toMatchObject({ decided_by: 'rita', remark: 'I doubt it', remark_by: 'ralf' });
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
  await library.send('rita', `cases/${id}/decide`, { positions: [1], decision: 'no_impact' });
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

test('readers see nothing of a review before it is signed; auditors see all and change nothing', async () => {
  const library = await withCase();
  const { id } = library;
  await working(library, id, 'start');
  await library.send('rita', `cases/${id}/lines`, { text: 'Check the secret furnace' });
  await library.send('rita', `cases/${id}/decide`, {
    positions: [1],
    decision: 'no_impact',
    remark: 'secret',
  });
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
    people: ['ralf', 'rita'],
  });
  const extended = await working(library, id, 'extend', {
    due_on: '2030-01-01',
    reason: 'The customer agreed',
  });
  expect(extended.statusCode).toBe(200);
  expect(await library.whole('rita', id)).toMatchObject({
    is_late: false,
    due_reason: 'The customer agreed',
  });
  expect(
    (await working(library, id, 'extend', { due_on: '2030-02-30', reason: 'x' })).statusCode,
  ).toBe(400);
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
  await working(library, library.id, 'reopen', { reason: 'Started by mistake' });
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
  const library = await start({ entries: [{ doc_rev: '1' }] });
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

async function exportsOf({ db }: Started): Promise<string[]> {
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

test.skipIf(isOnPostgres)(
  'evidence as a PDF has the dates, decisions with their changes, and the hashes',
  async () => {
    const library = await inReview();
    const { id } = library;
    await library.send('rita', `cases/${id}/decide`, {
      positions: [1],
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
      `Due: ${due_on} (10 working days after ${due_from}, Monday to Friday)`,
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
  expect(sheet.body.match(/^Standard number,.*$/gm)).toEqual([
    'Standard number,AM-1',
    'Standard number,AM-2',
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
  expect(await exportsOf(library)).toEqual([`auditor: cases ${ids.join(', ')}, SHA-256 ${sha256}`]);
  const pdf = await get('auditor', `${filter}&format=pdf`);
  const text = (await textOf(pdf.rawPayload)).replaceAll(/\s+/g, ' ');
  expect(text).toContain(`Cases: 2 Change case ${cases[0]?.id}: AM-1, revision 2 · Aurora Motors`);
  expect(text).not.toContain('Borealis');

  const none = await get('auditor', 'to=2020-01-01&format=xlsx');
  expect(none.json()).toMatchObject({ message: 'No case fits these filters.' });
  const lines = Array.from({ length: 10_001 }, (_, at) => ({
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
        'One report holds at most 100 cases with 10,000 changes. Choose a shorter period or one customer.',
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
  const library = await start({ entries: [{ doc_rev: '2010' }, { doc_rev: '2004' }] });
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
