import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { caseStates } from '#contract/case-words.ts';
import type { Static } from 'typebox';
import type { Case, listWithoutCase, summarizeCases, WithoutCase } from '#contract/cases.ts';
import { type CaseLibrary, documentId, startCases, withCase, working } from '../../test/casing.ts';
import { randomNumbers } from '../../test/random.ts';

type Summary = Static<typeof summarizeCases.response>;

test('the table of reviews on time is a plain count, and each number is that of its list', async () => {
  const library = await withManyCases();
  const { by_customer, months, open, late } = await library.get<Summary>('reader', 'cases/summary');
  expect(months).toHaveLength(6);
  const { rows: plain } = await sql<{
    customer: string;
    month: string;
    done: number;
    missed: number;
  }>`select customer, substr(coalesce(since, due_on), 1, 7) as month,
      count(case when state in ('reviewed', 'implemented', 'closed') and missed.case_id is null then 1 end) as done,
      count(missed.case_id) as missed
    from cases left join (select case_id, min(day) as since from case_days
      where field = 'due' and is_void = 0 and day < coalesce(until_on, ${today()}) group by case_id) as missed on missed.case_id = cases.id
    where state <> 'superseded' group by customer, substr(coalesce(since, due_on), 1, 7)`.execute(
    library.db,
  );
  let counted = 0;
  for (const { customer, months: cells, ...row } of by_customer) {
    const listed = async (query: Record<string, string>) =>
      (await library.cases(`?${new URLSearchParams({ customer, limit: '500', ...query })}`)).length;
    expect(await listed({ state: 'pending' })).toBe(row.open);
    expect(await listed({ state: 'pending', late: '1' })).toBe(row.late);
    for (const cell of cells) {
      const found = plain.find((one) => one.customer === customer && one.month === cell.month);
      expect([Number(found?.done ?? 0), Number(found?.missed ?? 0)]).toEqual([
        cell.on_time,
        cell.late,
      ]);
      const [first, last] = [`${cell.month}-01`, `${cell.month}-31`];
      const onTime = { due_from: first, due_to: last, state: 'done', late: '0' };
      expect(await listed(onTime)).toBe(cell.on_time);
      const late = { late_from: first, late_to: last, state: 'not_superseded' };
      expect(await listed(late)).toBe(cell.late);
      counted += cell.on_time + cell.late;
    }
  }
  expect(counted).toBeGreaterThan(20);
  expect(by_customer.map((row) => row.open).reduce((a, b) => a + b)).toBe(open);
  const pendingLate = await library.cases('?state=pending&late=1&limit=500');
  expect(pendingLate.length).toBe(late);
  // Late once is late: neither a later day nor a withdrawal takes a case out of the month it missed.
  for (const { id, late_since } of pendingLate.filter(
    (one) => (one.late_since ?? '') >= `${months[0]}`,
  )) {
    expect(late_since).not.toBe(null);
    const reason = 'Not for us';
    await working(library, id, 'extend', { due_on: '2031-01-02', reason });
    await working(library, id, 'withdraw', { reason });
  }
  const after = await library.get<Summary>('reader', 'cases/summary');
  expect(after.late).toBeLessThan(late);
  expect(lateByMonth(after)).toEqual(lateByMonth({ by_customer }));
});

const lateByMonth = ({ by_customer }: Pick<Summary, 'by_customer'>) =>
  by_customer
    .flatMap(({ customer, months }) => months.map(({ month, late }) => [customer, month, late]))
    .toSorted();

const today = () => new Date().toISOString().slice(0, 10);

/** Cases of three customers in all states, due in the last eight months; some of them were moved. */
async function withManyCases(): Promise<CaseLibrary> {
  const random = randomNumbers('cases of many months');
  const below = (most: number) => Math.floor(random() * most);
  const dayBefore = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const library = await startCases();
  const entries = Array.from({ length: 90 }, (_, at) => ({
    customer: ['Aurora Motors', 'Borealis', 'Caelum'][at % 3] ?? '',
    doc_num: `N-${at}`,
  }));
  await library.add(...entries.map((entry) => ({ ...entry, doc_rev: '1' })));
  await library.follow();
  await library.add(...entries.map((entry) => ({ ...entry, doc_rev: '2' })));
  await library.follow();
  for (const { id } of await library.cases('?limit=500')) {
    const state = caseStates[below(caseStates.length)] ?? 'open';
    const due = dayBefore(below(240) - 20);
    const ended = state === 'open' || state === 'in_review' ? null : dayBefore(below(240));
    await library.db
      .updateTable('cases')
      .set({ state, due_on: due })
      .where('id', '=', id)
      .execute();
    const days = library.db.updateTable('case_days').where('case_id', '=', id);
    await days.set({ day: due, until_on: ended }).execute();
    if (below(3) > 0) continue;
    const first = { field: 'due', day: dayBefore(below(300)), why: '', set_by: 'rita' } as const;
    const set_at = new Date().toISOString();
    await library.db
      .insertInto('case_days')
      .values({ ...first, case_id: id, set_at, until_on: dayBefore(below(300)) })
      .execute();
  }
  return library;
}

type Without = Static<typeof listWithoutCase.response>;

test('standards without a case are listed by number with the reason', async () => {
  const library = await withCase();
  const { id, db } = library;
  await library.add({ doc_num: 'AM-2', doc_rev: '1' }); // the first revision of a standard
  await library.add({ doc_num: 'AM-3', doc_rev: '1' }, { doc_num: 'AM-3', doc_rev: '2' });
  await library.add({ doc_num: 'AM-4', doc_rev: 'A' }, { doc_num: 'AM-4', doc_rev: '2019' });
  const lastChange = async () =>
    (await db.selectFrom('audit').select('change_id').orderBy('id', 'desc').executeTakeFirst())
      ?.change_id ?? '';
  await library.add({ doc_num: 'AM-5', doc_rev: '1' }, { doc_num: 'AM-5', doc_rev: '2' });
  await importedAs(library, await lastChange());
  await library.follow();
  const rule = { opens: 'never', opens_on_import: false, days: 10, calendar_id: null, owner: null };
  await library.add({ customer: 'Borealis', doc_num: 'B-7', doc_rev: '1' });
  const { customer_id } = await db
    .selectFrom('documents')
    .select('customer_id')
    .where('doc_num', '=', 'B-7')
    .executeTakeFirstOrThrow();
  const said = { customer_id, version: 0, ...rule, owners: [], with_pending: false };
  expect((await library.send('librarian', 'manage/case-rules', said)).statusCode).toBe(200);
  await library.add({ customer: 'Borealis', doc_num: 'B-7', doc_rev: '2' });
  await library.follow();
  const listed = async (query = '') =>
    (await library.get<Without>('reader', `cases/without${query}`)).data.map(shortly);
  expect(await listed()).toEqual(['AM-2 1 first', 'AM-5 2 imported', 'B-7 2 never']);
  expect(await listed('?customer=Borealis')).toEqual(['B-7 2 never']);
  const after = String(await documentId(library, '1'));
  expect(await listed(`?after=${after}`)).toEqual(await listed());

  await working(library, id, 'withdraw', { reason: 'Not for us' });
  expect((await listed())[0]).toBe('AM-1 2 withdrawn');
  await library.add({ doc_num: 'AM-2', doc_rev: '2' });
  await library.follow();
  const document_id = (
    await library.db
      .selectFrom('cases')
      .select('document_id')
      .where('doc_num', '=', 'AM-2')
      .executeTakeFirstOrThrow()
  ).document_id;
  const nothing = { issued_on: null, valid_from: null, usable_until: null, confirmed_on: null };
  const taken = { ...nothing, reason: null, stated_kind: null, stated_amends: null };
  const sent = { document_id, ...taken, withdrawn_on: '2026-11-01' };
  await library.send('librarian', 'manage/standards/revision', sent);
  expect((await listed())[1]).toBe('AM-2 1 first'); // it is in force again
  const ofOrder = (await library.cases('?doc_num=AM-4')).find(({ reason }) => reason === 'order');
  await working(library, (ofOrder as Case).id, 'withdraw', { reason: 'Later' });
  expect((await listed()).find((one) => one.startsWith('AM-4'))).toMatch(/ unsure$/);
});

function shortly({ doc_num, doc_rev, why }: WithoutCase): string {
  return `${doc_num} ${doc_rev} ${why}`;
}

async function importedAs({ db }: CaseLibrary, change_id: string): Promise<void> {
  const at = new Date().toISOString();
  const ended = { started_at: at, finished_at: at, state: 'done' } as const;
  const none = { mark: '', held_until_ms: 0, rows_done: 2, rows_total: 2, by_user: 'jsmith' };
  await db
    .insertInto('jobs')
    .values({ id: 'import', kind: 'import', file_name: 'all.csv', change_id, ...ended, ...none })
    .execute();
}
