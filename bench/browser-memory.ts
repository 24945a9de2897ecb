import { readdirSync, readFileSync } from 'node:fs';

/**
 * The memory of a browser's renderer and graphics processes, in MB; memory that processes share is
 * counted once. The browser is found by its profile folder.
 */
export function pagesMemoryMb(profile: string): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(processOf);
  const browser = processes.find(({ command }) => command.includes(`--user-data-dir=${profile}`));
  if (browser === undefined) throw new Error('The browser is gone.');
  const childrenOf = Map.groupBy(processes, ({ parent }) => parent);
  const family = [browser];
  for (const { pid } of family) family.push(...(childrenOf.get(pid) ?? []));
  return family
    .filter(({ command }) => /--type=(renderer|gpu-process)/.test(command))
    .reduce((sum, { pid }) => sum + shareMbOf(pid), 0);
}

type Process = { pid: number; parent: number; command: string };

function processOf(pid: string): Process[] {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return [{ pid: Number(pid), parent: Number(parent), command }];
  } catch {
    return []; // ended meanwhile
  }
}

function shareMbOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return (Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]) * 1024) / 1e6;
}
