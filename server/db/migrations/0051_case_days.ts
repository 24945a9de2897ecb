import { type Kysely, sql } from 'kysely';

/**
 * The days of a case with who set them and why: the first due day and every move of it. Those of today come from the
 * trail. A case says whether its baseline was reviewed; of those of today nobody kept it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await withCaseDays(db, 'integer primary key autoincrement');
}

export async function withCaseDays(db: Kysely<unknown>, ownId: string): Promise<void> {
  for (const statement of statementsWith(ownId)) await sql.raw(statement).execute(db);
  await takeDaysFromTrail(db);
}

function statementsWith(ownId: string): string[] {
  return [
    `create table case_days (
      id ${ownId},
      case_id bigint not null references cases (id) on delete cascade,
      field text not null check (field in ('due', 'notified', 'implemented', 'done')),
      action_id bigint,
      day text,
      set_at text not null,
      set_by text not null,
      why text not null,
      until_on text,
      cause bigint,
      is_void integer not null default 0
    )`,
    `create index case_days_of_case on case_days (case_id, field, id)`,
    `alter table cases add column baseline text`,
  ];
}

type CaseRow = {
  id: number;
  due_on: string;
  state: string;
  reviewed_on: string | null;
  calendar_id: number | null;
  opened_at: string;
};
type Line = { at: string; user: string; before: string | null; after: string | null };
type DueDay = { day: string; set_at: string; set_by: string; why: string; until_on: string | null };

async function takeDaysFromTrail(db: Kysely<unknown>): Promise<void> {
  const { rows: calendars } = await sql<{ id: number; zone: string }>`
    select id, zone from calendars`.execute(db);
  const zones = new Map(calendars.map(({ id, zone }) => [id, zone]));
  for (let after = 0; ;) {
    const { rows } =
      await sql<CaseRow>`select id, due_on, state, reviewed_on, calendar_id, opened_at
      from cases where id > ${after} order by id limit 500`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    for (const row of rows) await takeDaysOf(db, row, zones.get(row.calendar_id ?? 0) ?? 'UTC');
  }
}

async function takeDaysOf(db: Kysely<unknown>, row: CaseRow, zone: string): Promise<void> {
  const { rows: lines } = await sql<Line>`select at, "user", before, after from audit
    where subject = 'case' and subject_id = ${row.id} order by id`.execute(db);
  for (const { day, set_at, set_by, why, until_on } of dueDaysIn(row, lines, zone)) {
    await sql`insert into case_days (case_id, field, day, set_at, set_by, why, until_on)
      values (${row.id}, 'due', ${day}, ${set_at}, ${set_by}, ${why}, ${until_on})`.execute(db);
  }
}

/** What the trail says of the due day; without a trail, the day of today. */
function dueDaysIn(row: CaseRow, lines: readonly Line[], zone: string): DueDay[] {
  const dayAt = (at: string) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(Date.parse(at));
  const days: DueDay[] = [];
  const set = (day: string, { at: set_at, user: set_by }: Line, why: string) => {
    const last = days.at(-1);
    if (last?.day === day) return;
    if (last !== undefined) last.until_on = dayAt(set_at);
    days.push({ day, set_at, set_by, why, until_on: null });
  };
  let ended: string | null = null;
  for (const line of lines) {
    const { due_on, state, what } = fieldsOf(line.after);
    if (typeof due_on === 'string') set(due_on, line, String(what ?? ''));
    if (typeof state !== 'string') continue;
    if (state === 'open' || state === 'in_review') ended = null;
    else ended ??= dayAt(line.at);
  }
  const opened = { at: row.opened_at, user: 'EGD Library', before: null, after: null };
  if (days.at(-1)?.day !== row.due_on) set(row.due_on, opened, '');
  const last = days.at(-1);
  const isPending = row.state === 'open' || row.state === 'in_review';
  if (last !== undefined && !isPending) {
    last.until_on = row.reviewed_on ?? ended ?? dayAt(row.opened_at);
  }
  return days;
}

// Our own JSON, of change.ts.
function fieldsOf(json: string | null): Record<string, unknown> {
  return json === null ? {} : (JSON.parse(json) as Record<string, unknown>);
}
