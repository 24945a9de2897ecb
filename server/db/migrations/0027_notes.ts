import { type Kysely, sql } from 'kysely';

/** Notes on pages, their comments, pictures and signatures; groups of users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table user_groups (
    user_id integer not null references users (id) on delete cascade,
    group_name text not null,
    primary key (user_id, group_name)
  ) strict`,
  ...['insert', 'update', 'delete'].map(
    (event) => `create trigger user_groups_counted_on_${event} after ${event} on user_groups
    begin update versions set value = value + 1 where name = 'auth'; end`,
  ),

  `insert into versions (name, value) values ('notes', 1)`,

  // Without a reference to the entry: its notes come back with it when its deletion is undone.
  `create table notes (
    id integer primary key autoincrement,
    uuid text not null,
    thread text not null,
    document_id integer not null,
    file_key text not null,
    content text not null,
    kind text not null,
    audience text not null check (audience in ('author', 'everyone', 'group')),
    group_name text,
    author_id integer not null references users (id) on delete cascade,
    created_at text not null,
    modified_at text not null,
    version integer not null,
    seq integer not null,
    page integer not null,
    rects text not null,
    other_pages text not null,
    first_word integer,
    last_word integer,
    quote text not null,
    text_before text not null,
    text_after text not null,
    text text not null,
    look text not null,
    picture text,
    searched text not null,
    carried_rev text,
    carried_state text check (carried_state in ('placed', 'check', 'lost', 'accepted')),
    carried_score real,
    hidden_by text,
    hidden_reason text,
    deleted_at text
  ) strict`,
  `create unique index notes_once on notes (uuid)`,
  `create index notes_of_document on notes (document_id, seq)`,
  `create index notes_of_file on notes (file_key)`,
  `create index notes_of_author on notes (author_id, document_id)`,
  `create index notes_of_picture on notes (picture) where picture is not null`,
  `create index notes_deleted on notes (deleted_at) where deleted_at is not null`,

  `create table note_comments (
    uuid text primary key,
    note_id integer not null references notes (id) on delete cascade,
    author_id integer not null references users (id) on delete cascade,
    text text not null,
    at text not null
  ) strict`,
  `create index note_comments_of_note on note_comments (note_id, at, uuid)`,
  `create index note_comments_of_author on note_comments (author_id)`,

  `create table note_pictures (
    uuid text primary key,
    owner_id integer not null references users (id) on delete cascade,
    png blob not null,
    width integer not null,
    height integer not null,
    made_at text not null
  ) strict`,
  `create index note_pictures_of_owner on note_pictures (owner_id)`,
  `create table note_signatures (
    user_id integer primary key references users (id) on delete cascade,
    look text not null
  ) strict`,
];
