import { expect, test } from 'vitest';
import { decideAs, withCase, working } from '../../test/casing.ts';

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
