import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** The servers run on one core, in turn; the program that sends requests runs on the other. */
export const serverCore = 0;
export const loadCore = 1;

const running = new Set<ChildProcess>();
let over = false;

/** Starts a program on one core, or on several (`0,1`); it is stopped when the bench ends. */
export function startOn(
  core: number | string,
  command: readonly string[],
  options: { env?: NodeJS.ProcessEnv; stdio: StdioOptions },
): ChildProcess {
  if (over) throw new Error('The bench is over.');
  // taskset replaces itself by the program, so this is the program's pid and channel.
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

/** Runs a bench in a folder of its own, and removes folder and processes, also when interrupted. */
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
    if (over) await new Promise(() => {}); // interrupted: it failed because its processes were stopped
    throw error;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupted);
    await cleanUp();
  }
}

/** Fails if a program is missing, and names its package of Debian. */
export function requireProgram(program: string, debianPackage: string): void {
  if (spawnSync('sh', ['-c', `command -v ${program}`]).status === 0) return;
  throw new Error(`${program} is missing: sudo apt-get install ${debianPackage}`);
}

/** Processor time that a process has used, in all its threads. */
export function cpuSecondsOf(pid: number): number {
  const fields = statOf(pid);
  return ticksToSeconds([fields[11], fields[12]]);
}

/** Processor time that this process and its ended children have used. */
export function ownCpuSeconds(): number {
  const fields = statOf(process.pid);
  return ticksToSeconds([fields[11], fields[12], fields[13], fields[14]]);
}

/** Processor time of this process and of all its children, ended or running. */
export function familyCpuSeconds(): number {
  const running = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8');
  const pids = running.split(' ').filter((pid) => pid !== '');
  return pids.reduce((sum, pid) => sum + cpuSecondsOf(Number(pid)), ownCpuSeconds());
}

/** Resident memory now and at its highest so far, in MB. */
export function memoryOf(pid: number): { nowMb: number; peakMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string) =>
    Math.round((Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024) / 1e6);
  return { nowMb: mb('VmRSS'), peakMb: mb('VmHWM') };
}

// proc(5), the fields from the third on: the name in the second may have spaces.
function statOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
}

// Linux counts 100 ticks a second.
function ticksToSeconds(ticks: (string | undefined)[]): number {
  return ticks.reduce((sum, one) => sum + Number(one), 0) / 100;
}
