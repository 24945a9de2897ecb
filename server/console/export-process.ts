import type { ChildProcess } from 'node:child_process';
import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import type { SpreadsheetFormat } from '#contract/editing.ts';
import { LibraryError } from '#contract/errors.ts';
import type { HistoryFilter } from '../changes/history.ts';
import type { Config } from '../config/config.ts';
import { workers as registry } from '../jobs/registry.ts';
import type { Workers } from '../jobs/workers.ts';
import { type End, endOf, processEnded } from '../processes/child.ts';
import { FairQueue } from '../processes/fair-queue.ts';
import { closedSignal } from '../http/closed.ts';

export type ExportOrder = {
  config: Config;
  sheet: { of: 'catalogue' } | { of: 'history'; filter: HistoryFilter };
  format: SpreadsheetFormat;
};

/** What the exporting process says before its bytes: that they come, or why not. */
export type ExportMessage = 'begins' | { refused: string };

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
const queue = new FairQueue(registry.export.atOnce, 'exports');

type Exporting = { reply: FastifyReply; user: string; name: string; workers: Workers };

/**
 * Sends a whole table as a spreadsheet, as it is made by a process of its own: the download begins at
 * once, and nobody else waits. Closing the download ends that process. One that fails breaks off, so that no
 * browser takes it for whole.
 */
export async function sendExport(
  { reply, user, name, workers }: Exporting,
  order: ExportOrder,
): Promise<FastifyReply> {
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
  const message = await firstMessage(exporting, ended);
  if (message !== 'begins') throw new LibraryError('bad_request', message.refused);
  reply.header('content-type', types[order.format]);
  const fileName = `${name} ${dayOf(new Date())}.${order.format}`;
  reply.header('content-disposition', contentDisposition(fileName));
  reply.header('cache-control', 'private, no-store');
  return reply.send(Readable.from(bytesOf(exporting, ended), { objectMode: false }));
}

/** The day where the server is, such as `2026-11-14`. */
function dayOf(now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

async function firstMessage(exporting: ChildProcess, ended: Promise<End>): Promise<ExportMessage> {
  const message = new Promise<ExportMessage>((resolve) => exporting.once('message', resolve));
  const first = await Promise.race([message, ended]);
  if (typeof first === 'object' && 'code' in first) throw processEnded('the export', first);
  return first;
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
