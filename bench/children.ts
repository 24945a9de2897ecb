import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** The servers take turns on one core; what loads them has the other. */
export const serverCore = 0;
export const loadCore = 1;

const running = new Set<ChildProcess>();
let over = false;

/** Starts a program of ours on one core; it ends with the bench at the latest. */
export function startOn(
  core: number,
  command: readonly string[],
  options: { env?: NodeJS.ProcessEnv; stdio: StdioOptions },
): ChildProcess {
  if (over) throw new Error('The bench is over.');
  // taskset becomes the program itself, so its pid and its channel are the program's.
  const child = spawn('taskset', ['-c', String(core), ...command], options);
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const tooLong = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(tooLong);
}

/** Runs a bench with a folder of its own; afterwards, or when it is interrupted, nothing is left. */
export async function withCleanUp<T>(bench: (dir: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'egd-library-bench-run-'));
  const cleanUp = async () => {
    over = true;
    await Promise.all([...running].map(stop));
    // A browser that is just ending may still write into its profile.
    await rm(dir, { recursive: true, force: true, maxRetries: 10 });
  };
  const interrupted = () => void cleanUp().then(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted);
  try {
    return await bench(dir);
  } catch (error) {
    if (over) await new Promise(() => {}); // interrupted: its children ended under it
    throw error;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupted);
    await cleanUp();
  }
}

/** Two cores, taskset, nginx and wrk; what a Debian machine can install is installed. */
export function requireTools(): void {
  if (os.platform() !== 'linux' || os.cpus().length < 2) {
    throw new Error('The benches pin their processes and need Linux with two cores.');
  }
  for (const [program, debianPackage] of [
    ['taskset', 'util-linux'],
    ['nginx', 'nginx-light'],
    ['wrk', 'wrk'],
  ] as const) {
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status === 0) continue;
    if (process.getuid?.() !== 0) {
      throw new Error(`${program} is missing: sudo apt-get install ${debianPackage}`);
    }
    const install = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${debianPackage}`;
    if (spawnSync('sh', ['-c', install], { stdio: ['ignore', 2, 2] }).status !== 0) {
      throw new Error(`${debianPackage} could not be installed.`);
    }
  }
}

/** Seconds of processor that a process has used, all its threads together. */
export function cpuSecondsOf(pid: number): number {
  const fields = statOf(pid);
  return ticksToSeconds([fields[11], fields[12]]);
}

/** Seconds of processor that this process and its children that have ended have used. */
export function ownCpuSeconds(): number {
  const fields = statOf(process.pid);
  return ticksToSeconds([fields[11], fields[12], fields[13], fields[14]]);
}

/** Seconds of processor that all programs of the machine have used, interrupts apart. */
export function machineCpuSeconds(): number {
  const [, user, nice, system] = readFileSync('/proc/stat', 'utf8').split(/\s+/, 4);
  return ticksToSeconds([user, nice, system]);
}

/** Resident memory now and at its highest so far, in MB. */
export function memoryOf(pid: number): { nowMb: number; peakMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string) =>
    Math.round((Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024) / 1e6);
  return { nowMb: mb('VmRSS'), peakMb: mb('VmHWM') };
}

// proc(5) from field 3 on: the name in field 2 may hold blanks.
function statOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
}

// Linux counts 100 a second.
function ticksToSeconds(ticks: (string | undefined)[]): number {
  return ticks.reduce((sum, one) => sum + Number(one), 0) / 100;
}
