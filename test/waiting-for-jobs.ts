import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { ImportJob } from '#contract/jobs.ts';
import { countLinesOf } from '../server/changes/trail.ts';
import type { startManaging } from './harness.ts';

type Managing = Awaited<ReturnType<typeof startManaging>>;

export async function readJob(library: Managing, id: string): Promise<ImportJob> {
  return (await library.read<{ job: ImportJob }>(`import/job?id=${id}`)).job;
}

/** Waits for the end of a job. */
export function ended(library: Managing, id: string): Promise<ImportJob> {
  return vi.waitFor(
    async () => {
      const job = await readJob(library, id);
      if (job.finished_at === null) throw new Error(`It is ${job.state}.`);
      return job;
    },
    { timeout: 300_000, interval: 50 },
  );
}

/**
 * The next job is cancelled in the moment in which it writes its first lines: a request would race
 * with the job's end. On SQLite only.
 */
export async function cancelOnceWriting({ db }: Managing): Promise<void> {
  await sql`create trigger cancel_once_writing after insert on changes
    when not exists (select 1 from jobs where cancelled_by is not null) begin
    update jobs set cancelled_by = 'librarian' where change_id = new.change_id; end`.execute(db);
}

/** Waits until a job has written some of its change, and not all. */
export async function halfway({ db }: Managing, id: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { change_id, finished_at } = await db
        .selectFrom('jobs')
        .select(['change_id', 'finished_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(finished_at).toBeNull();
      expect(await countLinesOf(db, change_id)).toBeGreaterThan(0);
    },
    { timeout: 60_000, interval: 10 },
  );
}
