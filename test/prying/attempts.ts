import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { WASI } from 'node:wasi';
import { Worker } from 'node:worker_threads';

// What a process that reads hostile files must not be able to do.

const project = path.join(import.meta.dirname, '..', '..');
const written = path.join(os.tmpdir(), `egd-library-pried-${process.pid}`);

const attempts: Record<string, () => unknown> = {
  'read a file of the project': () => readFileSync(path.join(project, 'package-lock.json')),
  'read the code of another room': () => readFileSync(path.join(project, 'server', 'config.ts')),
  'read a file of the machine': () => open('/etc/passwd'),
  'list a folder': () => readdirSync(os.tmpdir()),
  'write a file': () => writeFileSync(written, ''),
  'delete a file': () => rm(written),
  'open a database': async () => {
    const { DatabaseSync } = await import('node:sqlite');
    return new DatabaseSync(written);
  },
  'start a program': () => spawnSync(process.execPath, ['--version']),
  'start a thread': () => new Worker('', { eval: true }),
  'start a program of WASI': () => new WASI({ version: 'preview1' }),
  'load native code': () =>
    process.dlopen({ exports: {} }, path.join(import.meta.dirname, 'x.node')),
  connect: () => once(connect(9, '127.0.0.1'), 'connect'),
  'send a datagram': () => {
    const socket = createSocket('udp4');
    socket.send('x', 9, '127.0.0.1', () => socket.close());
    return once(socket, 'close'); // fails with the socket's error
  },
  listen: () => once(createServer().listen(0), 'listening'),
};

/** Tries them all; gives the code of the error that each ended with, or 'done'. */
export async function tryAll(): Promise<[string, string][]> {
  const outcomes: [string, string][] = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    outcomes.push([name, await outcomeOf(attempt)]);
  }
  return outcomes;
}

async function outcomeOf(attempt: () => unknown): Promise<string> {
  try {
    await attempt();
    return 'done';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}
