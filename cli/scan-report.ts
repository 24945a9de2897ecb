import { setImmediate } from 'node:timers/promises';
import { type Verdict, verdicts } from '#contract/upload-status.ts';
import { verdictInWords } from '#contract/verdict-words.ts';
import { fileRowsAfter } from '../server/grid/file-rows.ts';
import type { Db } from '../server/db/schema.ts';

const filesAtOnce = 500;
const fine: readonly Verdict[] = ['matched', 'checking', 'copying'];

/** Prints every file with a fault and what to do about it; returns how many there are. */
export async function printFiles(db: Db): Promise<number> {
  const counts = new Map<Verdict, number>();
  for (let after = 0; ;) {
    const { data, more } = await fileRowsAfter(db, after, filesAtOnce);
    for (const file of data) {
      counts.set(file.verdict, (counts.get(file.verdict) ?? 0) + 1);
      if (file.verdict === 'matched') continue;
      console.log(
        `${file.verdict.padEnd(12)}  ${file.path}\n              ${verdictInWords(file)}`,
      );
    }
    if (!more) break;
    after = data.at(-1)?.id ?? after;
    await setImmediate();
  }
  const each = verdicts.flatMap((verdict) => {
    const count = counts.get(verdict) ?? 0;
    return count > 0 ? `${count} ${verdict}` : [];
  });
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${all} files${each.length > 0 ? `: ${each.join(', ')}` : ''}.`);
  return fine.reduce((rest, verdict) => rest - (counts.get(verdict) ?? 0), all);
}
