import { LibraryError } from '#contract/errors.ts';
import type { Db, Tx } from '../db/schema.ts';
import { transact } from '../db/transactions.ts';
import { type ChangedBy, requireUser } from './accounts.ts';

const mostLetters = 100;

/** A user's id and groups, in the order of their names. */
export async function findMember(db: Db, name: string): Promise<{ id: number; groups: string[] }> {
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('user_groups')
    .select('group_name')
    .where('user_id', '=', id)
    .orderBy('group_name')
    .execute();
  return { id, groups: rows.map(({ group_name }) => group_name) };
}

/** Adds a user to a group, which begins with its first member. */
export async function addToGroup(
  db: Db,
  group: string,
  user: string,
  changedBy?: ChangedBy,
): Promise<void> {
  const group_name = requireGroupName(group);
  const { id: user_id, name } = await requireUser(db, user);
  await transact(db, async (tx) => {
    const added = await tx
      .insertInto('user_groups')
      .values({ user_id, group_name })
      .onConflict((conflict) => conflict.doNothing())
      .returning('group_name')
      .executeTakeFirst();
    if (added !== undefined) await record(tx, changedBy, 'group_joined', name, group_name);
  });
}

export async function removeFromGroup(
  db: Db,
  group: string,
  user: string,
  changedBy?: ChangedBy,
): Promise<void> {
  const group_name = requireGroupName(group);
  const { id, name } = await requireUser(db, user);
  await transact(db, async (tx) => {
    const removed = await tx
      .deleteFrom('user_groups')
      .where('user_id', '=', id)
      .where('group_name', '=', group_name)
      .returning('group_name')
      .executeTakeFirst();
    if (removed === undefined) {
      throw new LibraryError('not_found', `${name} is not in the group ${group_name}.`);
    }
    await record(tx, changedBy, 'group_left', name, group_name);
  });
}

/** Every group with the names of its members. */
export async function listGroups(db: Db): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('user_groups')
    .innerJoin('users', 'users.id', 'user_groups.user_id')
    .select(['group_name', 'users.name'])
    .orderBy('group_name')
    .orderBy('users.name_key')
    .execute();
  const members = Map.groupBy(rows, ({ group_name }) => group_name);
  return new Map([...members].map(([group, some]) => [group, some.map(({ name }) => name)]));
}

async function record(
  tx: Tx,
  changedBy: ChangedBy | undefined,
  action: 'group_joined' | 'group_left',
  user: string,
  detail: string,
): Promise<void> {
  await changedBy?.access.write(tx, { action, user, detail, by: changedBy.by });
}

function requireGroupName(text: string): string {
  const name = text.trim().normalize('NFC');
  if (name === '' || name.length > mostLetters || /\p{Cc}|\p{Cf}|\p{Surrogate}/u.test(name)) {
    throw new LibraryError('bad_request', 'A group name needs 1 to 100 printable characters.');
  }
  return name;
}
