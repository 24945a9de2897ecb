import { setImmediate } from 'node:timers/promises';
import type { Db } from '../db/schema.ts';
import { type TrailFilter, historyLines } from './history.ts';
import type { AuditFields } from './trail.ts';

const linesAtOnce = 400;

/** Lines of the trail as rows of a spreadsheet, the header first and then the newest, in pages. */
export async function* historySheet(db: Db, filter: TrailFilter = {}): AsyncGenerator<string[][]> {
  yield [['id', 'at', 'user', 'change', 'action', 'subject', 'subject_id', 'before', 'after']];
  let before: number | undefined;
  for (;;) {
    const lines = await historyLines(db, filter, before, linesAtOnce);
    yield lines.map((line) => [
      String(line.id),
      line.at,
      line.user,
      line.change_id,
      line.action,
      line.subject,
      String(line.subject_id),
      inWords(line.before),
      inWords(line.after),
    ]);
    before = lines.at(-1)?.id;
    if (before === undefined) return;
    await setImmediate();
  }
}

function inWords(fields: AuditFields | null): string {
  if (fields === null) return '';
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value ?? '-'}`)
    .join('; ');
}
