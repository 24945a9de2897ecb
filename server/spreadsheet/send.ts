import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { hasMarkOfEnded, ownMark } from '../share/marks.ts';
import { writeSpreadsheet } from './spreadsheet.ts';

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Writes the rows to a file of ours first, so that the reader gets a whole one or an error. */
export async function sendSpreadsheet(
  reply: FastifyReply,
  name: string,
  rows: AsyncIterable<string[][]>,
): Promise<FastifyReply> {
  return inTemporaryFolder(async (dir) => {
    const file = path.join(dir, name);
    await writeSpreadsheet(file, rows);
    const bytes = createReadStream(file);
    await new Promise<void>((resolve, reject) =>
      bytes.once('open', () => resolve()).once('error', reject),
    );
    reply.header('content-type', name.endsWith('.csv') ? types.csv : types.xlsx);
    reply.header('content-disposition', contentDisposition(name));
    reply.header('cache-control', 'private, no-store');
    return reply.send(bytes); // open already: its name may go
  });
}

const temporaryName = 'egd-library-work-';

/** Removes the folders of processes that were killed at their work. */
export async function removeTemporaryFolders(): Promise<void> {
  for (const name of await readdir(os.tmpdir())) {
    if (!name.startsWith(temporaryName) || !hasMarkOfEnded(name)) continue;
    await rm(path.join(os.tmpdir(), name), { recursive: true, force: true });
  }
}

/** A folder for one piece of work, gone afterwards. */
export async function inTemporaryFolder<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(path.join(os.tmpdir(), `${temporaryName}${ownMark()}-`));
  try {
    return await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
