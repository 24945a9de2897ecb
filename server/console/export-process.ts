import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import type { SpreadsheetFormat } from '#contract/editing.ts';
import { LibraryError } from '#contract/errors.ts';
import type { HistoryFilter } from '../changes/history.ts';
import type { Config } from '../config/config.ts';
import { FairQueue } from '../processes/fair-queue.ts';
import { closedSignal } from '../http/closed.ts';
import { processEnded } from '../processes/process-ended.ts';

export type ExportOrder = {
  config: Config;
  sheet: { of: 'catalogue' } | { of: 'history'; filter: HistoryFilter };
  format: SpreadsheetFormat;
};

/** What the exporting process says before its bytes: that they come, or why not. */
export type ExportMessage = 'begins' | { refused: string };

const child = path.join(import.meta.dirname, 'export-child.ts');
const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
// Each takes a core and 150 MB for as long as it lasts.
const queue = new FairQueue(2, 'exports');

/**
 * Sends a whole table as a spreadsheet, as it is made by a process of its own: the download begins at
 * once, and nobody else waits. Whoever closes it ends that process. One that fails breaks off, so that no
 * browser takes it for whole.
 */
export async function sendExport(
  reply: FastifyReply,
  user: string,
  name: string,
  order: ExportOrder,
): Promise<FastifyReply> {
  const closed = closedSignal(reply);
  const release = await queue.acquire(user, closed);
  const exporting = fork(child, {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let isOver = false;
  const end = () => {
    if (!isOver) release();
    isOver = true;
  };
  exporting.once('close', end);
  exporting.once('error', end); // it could not even be started
  closed.addEventListener('abort', () => exporting.kill('SIGKILL'));
  exporting.send(order, () => {}); // one that is gone is told below
  const message = await firstMessage(exporting);
  if (message !== 'begins') throw new LibraryError('bad_request', message.refused);
  reply.header('content-type', types[order.format]);
  const fileName = `${name} ${dayOf(new Date())}.${order.format}`;
  reply.header('content-disposition', contentDisposition(fileName));
  reply.header('cache-control', 'private, no-store');
  return reply.send(Readable.from(bytesOf(exporting), { objectMode: false }));
}

/** The day where the server is, such as `2026-11-14`. */
function dayOf(now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function firstMessage(exporting: ChildProcess): Promise<ExportMessage> {
  return new Promise((resolve, reject) => {
    exporting.once('message', resolve);
    exporting.once('error', reject);
    exporting.once('exit', (code, signal) => reject(processEnded('the export', code, signal)));
  });
}

async function* bytesOf(exporting: ChildProcess): AsyncGenerator<Buffer> {
  const ended = new Promise<number | null>((resolve) => exporting.once('close', resolve));
  if (exporting.stdout !== null) yield* exporting.stdout as AsyncIterable<Buffer>;
  const code = await ended;
  if (code !== 0) throw new Error(`The process of an export has ended with ${code}.`);
}
