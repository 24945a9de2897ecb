import type { DocumentIdentity } from '#contract/file-name.ts';
import type { Verdict } from '#contract/upload-status.ts';
import { portionsOf, selectInPortions } from '../db/portions.ts';
import type { Tx } from '../db/schema.ts';
import { isNear, nearKeysOfEntry, nearKeysOfName } from './names.ts';

// An index of the names of files without an entry, so that a change of one entry judges only the files
// with similar names.

type Named = { name: string; name_key: string };

const rowsAtOnce = 1000;

/** Adds these names to the index. */
export async function addNearKeys(tx: Tx, files: readonly Named[]): Promise<void> {
  const names = new Map(files.map((file) => [file.name_key, file.name]));
  const present = await selectInPortions(names.keys(), (some) =>
    tx.selectFrom('near_keys').select('name_key').distinct().where('name_key', 'in', some),
  );
  for (const { name_key } of present) names.delete(name_key);
  const rows = [...names].flatMap(([name_key, name]) =>
    nearKeysOfName(name).map((near_key) => ({ near_key, name_key })),
  );
  for (const portion of portionsOf(rows, rowsAtOnce)) {
    await tx
      .insertInto('near_keys')
      .values(portion)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Removes names that belong to an entry now. */
export async function forgetNearKeys(tx: Tx, files: readonly Named[]): Promise<void> {
  for (const portion of portionsOf(files.map(({ name_key }) => name_key))) {
    await tx.deleteFrom('near_keys').where('name_key', 'in', portion).execute();
  }
}

/** The files without an entry whose names are similar to one of these. */
export async function filesNear(tx: Tx, entries: readonly DocumentIdentity[]): Promise<number[]> {
  const byKey = new Map<string, DocumentIdentity[]>();
  for (const entry of entries) {
    for (const key of nearKeysOfEntry(entry)) byKey.set(key, [...(byKey.get(key) ?? []), entry]);
  }
  const keys = await selectInPortions(byKey.keys(), (some) =>
    tx.selectFrom('near_keys').select(['near_key', 'name_key']).where('near_key', 'in', some),
  );
  if (keys.length === 0) return [];
  const entriesOfName = Map.groupBy(keys, ({ name_key }) => name_key);
  // Not in one join: SQLite would then scan all files with these verdicts.
  const files = await selectInPortions(entriesOfName.keys(), (some) =>
    tx
      .selectFrom('files')
      .select(['id', 'name', 'name_key', 'verdict'])
      .where('name_key', 'in', some)
      .where('gone_at', 'is', null),
  );
  const near = files.filter(
    ({ name, name_key, verdict }) =>
      hasNoEntry(verdict) &&
      entriesOfName
        .get(name_key)
        ?.some(({ near_key }) => byKey.get(near_key)?.some((entry) => isNear(name, entry))),
  );
  return near.map(({ id }) => id);
}

/** Whether a file with this verdict waits for an entry. */
export function hasNoEntry(verdict: Verdict): boolean {
  return verdict === 'name_unknown' || verdict === 'no_entry';
}
