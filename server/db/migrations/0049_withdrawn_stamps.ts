import { type Kysely, sql } from 'kysely';

/**
 * Withdraws stamps and signatures that were carried over and that their authors did not accept. Comments that were
 * written on them go to the note that they came from.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const now = new Date().toISOString();
  for (const statement of statements) await sql.raw(statement).execute(db);
  await sql`update notes set ${sql.raw(nothing)}, deleted_at = ${now}
    where ${sql.raw(carried)}`.execute(db);
}

const carried = `kind in ('stamp', 'signature') and carried_rev is not null
  and carried_state <> 'accepted' and deleted_at is null`;

const counted = `version = version + 1, seq = (select value from versions where name = 'notes')`;

const nothing = `${counted}, rects = '[]', other_pages = '[]', first_word = null, last_word = null,
  quote = '', text_before = '', text_after = '', text = '', searched = '',
  look = '{"colour":"#000000"}', strokes = null, picture = null`;

/** The note that the copy of a comment came from. */
const original = `(select first.id from notes first join notes copy on copy.thread = first.uuid
  where copy.id = note_comments.note_id and first.deleted_at is null)`;

const statements = [
  `update versions set value = value + 1 where name = 'notes'`,
  `update note_comments set note_id = ${original}
    where note_id in (select id from notes where ${carried})
    and ${original} is not null
    and not exists (
      select 1 from note_comments same
      join notes other on other.id = same.note_id
      join notes own on own.id = note_comments.note_id
      where other.thread = own.thread and same.uuid <> note_comments.uuid
      and same.author_id = note_comments.author_id and same.at = note_comments.at
      and same.text = note_comments.text
      and (other.uuid = other.thread or same.uuid < note_comments.uuid))`,
  `update notes set seq = (select value from versions where name = 'notes')
    where uuid = thread and thread in (select thread from notes where ${carried})`,
];
