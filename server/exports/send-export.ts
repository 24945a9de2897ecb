import { dayHere } from '#contract/day.ts';
import type { ChildProcess } from 'node:child_process';
import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import type { SpreadsheetFormat } from '#contract/editing.ts';
import type { TrailFilter } from '../history/history.ts';
import { lastAuditId } from '../changes/trail.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/schema.ts';
import { jobs } from '../jobs/table.ts';
import type { Workers } from '../jobs/workers.ts';
import { type End, endOf, processEnded } from '../processes/child.ts';
import { FairQueue } from '../processes/fair-queue.ts';
import { closedSignal } from '../http/closed.ts';
import { mostSheetRows, tooManyRows } from '../spreadsheet/workbook.ts';
import { countRows } from '../db/count-rows.ts';

export type ExportOrder = {
  config: Config;
  sheet: { of: 'catalogue' } | { of: 'history'; filter: TrailFilter };
  format: SpreadsheetFormat;
};

/** What the exporting process says before its bytes. */
export type ExportMessage = 'begins';

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
const queue = new FairQueue(jobs.export.atOnce, 'exports');

type Exporting = {
  db: Db;
  reply: FastifyReply;
  user: string;
  name: string;
  workers: Workers;
  /** Only asks whether it would be refused. */
  check: 'only' | undefined;
};

/**
 * Sends a whole table as a spreadsheet, as it is made by a process of its own: the download begins at
 * once, and nobody else waits. Closing the download ends that process. One that fails breaks off, so that no
 * browser takes it for whole.
 */
export async function sendExport(
  { db, reply, user, name, workers, check }: Exporting,
  order: ExportOrder,
): Promise<FastifyReply> {
  const header = 1;
  if (order.format === 'xlsx' && header + (await rowsOf(db, order.sheet)) > mostSheetRows) {
    throw tooManyRows();
  }
  if (check === 'only') return reply.code(204).send();
  const closed = closedSignal(reply);
  const release = await queue.acquire(user, closed);
  const exporting = await workers
    .start('export', { output: 'pipe', signal: closed })
    .catch((error: unknown) => {
      release();
      throw error;
    });
  const ended = endOf(exporting).finally(release);
  void workers.count('export', () => requireWhole(ended, closed)).catch(() => {}); // callers get the error below
  closed.addEventListener('abort', () => exporting.kill('SIGKILL'));
  if (closed.aborted) exporting.kill('SIGKILL');
  exporting.send(order, () => {}); // one that has gone has ended
  await whenItBegins(exporting, ended);
  reply.header('content-type', types[order.format]);
  const fileName = `${name} ${dayHere()}.${order.format}`;
  reply.header('content-disposition', contentDisposition(fileName));
  reply.header('cache-control', 'private, no-store');
  return reply.send(Readable.from(bytesOf(exporting, ended), { objectMode: false }));
}

async function whenItBegins(exporting: ChildProcess, ended: Promise<End>): Promise<void> {
  const message = new Promise<ExportMessage>((resolve) => exporting.once('message', resolve));
  const first = await Promise.race([message, ended]);
  if (first !== 'begins') throw processEnded('the export', first);
}

async function rowsOf(db: Db, sheet: ExportOrder['sheet']): Promise<number> {
  if (sheet.of === 'history') {
    const isWhole = Object.values(sheet.filter).every((wanted) => wanted === undefined);
    return isWhole ? lastAuditId(db) : 0; // what a filter lets through is seldom too much
  }
  return countRows(db.selectFrom('documents'));
}

async function* bytesOf(exporting: ChildProcess, ended: Promise<End>): AsyncGenerator<Buffer> {
  if (exporting.stdout !== null) yield* exporting.stdout as AsyncIterable<Buffer>;
  await requireWhole(ended);
}

async function requireWhole(ended: Promise<End>, closed?: AbortSignal): Promise<void> {
  const { code } = await ended;
  if (code === 0 || closed?.aborted === true) return;
  throw new Error(`The process of an export has ended with ${code}.`);
}
