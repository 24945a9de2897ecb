import { uniqueKey } from '#contract/file-name.ts';
import type { Verdict } from '#contract/upload-status.ts';
import { countFilesByVerdict } from '../server/matching/files.ts';
import type { Db } from '../server/db/schema.ts';
import { entriesWithFile } from '../server/matching/entry-files.ts';
import { plausibleReading } from '../server/matching/names.ts';
import { type Finding, note } from './finding.ts';
import { libraryCommand } from '../server/config/build.ts';

/** What the last scan found: entries without files, and files that readers cannot use. */
export async function* fileFindings(db: Db): AsyncGenerator<Finding> {
  const { entries, missing } = await countEntries(db);
  yield note(`${entries} entries, ${missing} of them without a file`);
  const counts = await countFilesByVerdict(db);
  const of = (...verdicts: Verdict[]) =>
    verdicts.reduce((sum, verdict) => sum + (counts.get(verdict) ?? 0), 0);
  const ownerless = of('no_entry', 'name_unknown');
  if (ownerless > 0) {
    yield note(`${ownerless} files belong to no entry, such as ${await ownerlessExample(db)}`);
  }
  const troubles: [number, string][] = [
    [of('broken', 'incomplete'), 'files are damaged or cut off: copy them again'],
    [of('encrypted'), 'files need a password: replace them with unprotected ones'],
    [of('not_pdf'), 'files are not PDFs, even if their names say so'],
    [of('duplicate'), 'files are duplicates: delete one of each'],
  ];
  for (const [count, words] of troubles) if (count > 0) yield note(`${count} ${words}`);
  const all = troubles.reduce((sum, [count]) => sum + count, ownerless);
  if (all > 0) yield note(`${libraryCommand()} scan lists each with its remedy`);
}

async function countEntries(db: Db): Promise<{ entries: number; missing: number }> {
  const { entries, matched } = await entriesWithFile(db)
    .select((select) => [
      select.fn.countAll<number>().as('entries'),
      select.fn.count<number>('entry_files.file_id').as('matched'),
    ])
    .executeTakeFirstOrThrow();
  return { entries: Number(entries), missing: Number(entries) - Number(matched) };
}

async function ownerlessExample(db: Db): Promise<string> {
  const { name } = await db
    .selectFrom('files')
    .select('name')
    .where('verdict', 'in', ['no_entry', 'name_unknown'])
    .where('gone_at', 'is', null)
    .orderBy('verdict')
    .orderBy('path')
    .executeTakeFirstOrThrow();
  const reading = plausibleReading(name);
  return reading === null ? name : `${name} (an entry for it: ${uniqueKey(reading)})`;
}
