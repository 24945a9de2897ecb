import { headingKey, type ImportField } from '#contract/import-headings.ts';
import type { ImportColumn } from '#contract/importing.ts';
import type { Db, Tx } from '../db/schema.ts';

/** What librarians chose for headings that they imported, by headingKey. */
export async function rememberedHeadings(db: Db): Promise<Map<string, ImportField | null>> {
  const rows = await db.selectFrom('import_headings').select(['heading_key', 'field']).execute();
  return new Map(rows.map(({ heading_key, field }) => [heading_key, field]));
}

/** Remembers what the columns of an imported sheet were taken for. */
export async function rememberHeadings(
  tx: Tx,
  columns: readonly ImportColumn[],
  { user, at }: { user: string; at: Date },
): Promise<void> {
  const chosen = new Map(columns.map(({ heading, field }) => [headingKey(heading), field]));
  chosen.delete('');
  if (chosen.size === 0) return;
  const stamp = { chosen_by_user: user, chosen_at: at.toISOString() };
  await tx
    .insertInto('import_headings')
    .values([...chosen].map(([heading_key, field]) => ({ heading_key, field, ...stamp })))
    .onConflict((conflict) =>
      conflict.column('heading_key').doUpdateSet((row) => ({
        field: row.ref('excluded.field'),
        chosen_by_user: row.ref('excluded.chosen_by_user'),
        chosen_at: row.ref('excluded.chosen_at'),
      })),
    )
    .execute();
}
