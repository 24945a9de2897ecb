import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';

export type Confinement = {
  /** What the process gets besides its channel of messages, from descriptor 4 on: `pipe`, or an open file. */
  gets: ('pipe' | number)[];
  /** On Linux, the most that it may take. */
  megabytes?: number;
  processorSeconds?: number;
  /** Folders of our code that it uses beside its script's own. */
  uses?: string[];
  /** Further options of Node. */
  options?: string[];
};

const prlimit = '/usr/bin/prlimit';
const hasPrlimit = process.platform === 'linux' && existsSync(prlimit);

/**
 * Starts one of our scripts for work on files that may be hostile. By Node's permission model it may
 * read its own code and nothing else by name, write nothing, open no connection and start nothing;
 * what it works on comes through a pipe or as an open file.
 */
export function startConfined(script: string, args: string[], given: Confinement): ChildProcess {
  const within = [
    ...(given.megabytes === undefined ? [] : [`--data=${given.megabytes * 2 ** 20}`]),
    ...(given.processorSeconds === undefined ? [] : [`--cpu=${given.processorSeconds}`]),
  ];
  const options = [...permissions(script, given.uses ?? []), ...(given.options ?? [])];
  // prlimit becomes Node itself, so its pid and its channel are Node's.
  const start =
    hasPrlimit && within.length > 0
      ? { execPath: prlimit, execArgv: [...within, process.execPath, ...options] }
      : { execArgv: options };
  return fork(realpathSync(script), args, {
    ...start,
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', ...given.gets],
  });
}

/** The descriptor of the first thing that a confined process gets. */
export const firstGiven = 4;

function permissions(script: string, uses: readonly string[]): string[] {
  const project = path.join(import.meta.dirname, '../..');
  const code = [
    path.dirname(script),
    ...uses,
    path.join(project, 'package.json'),
    path.join(project, 'node_modules'),
  ];
  return [
    '--permission',
    // The permission model does not know SQLite, which would open and write any file.
    '--no-experimental-sqlite',
    ...code.map((one) => `--allow-fs-read=${realpathSync(one)}`),
  ];
}
