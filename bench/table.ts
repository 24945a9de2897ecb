import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Prints progress to standard error: standard output is for the tables. */
export function say(text: string): void {
  console.error(`· ${text}`);
}

/** A table with words in the first column and numbers in the others. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns, ...rows];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const drawn = lines.map((line) =>
    line
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  );
  return [drawn[0], widths.map((width) => '-'.repeat(width)).join('  '), ...drawn.slice(1)].join(
    '\n',
  );
}

/** A measured number; `most` or `least` is what we want of it, `of` says what it was made from. */
export type Row = {
  what: string;
  value: number;
  most?: number | undefined;
  least?: number | undefined;
  of?: string;
};

/** Prints the rows, keeps them in results/, and tells whether every number is as good as wanted. */
export async function report(
  bench: string,
  about: ReturnType<typeof circumstances>,
  rows: readonly Row[],
): Promise<boolean> {
  const lines = rows.map((row) => {
    const { what, value, most, least, of = '' } = row;
    const wanted = most !== undefined ? `≤ ${most}` : least !== undefined ? `≥ ${least}` : '';
    return [what, rounded(value), wanted, wanted && (isMet(row) ? 'yes' : 'NO'), of];
  });
  console.log(table(['measure', 'value', 'wanted', 'met', 'of'], lines));
  console.log(`Kept in ${await keepResults(bench, { circumstances: about, rows })}`);
  return rows.every(isMet);
}

function isMet({ value, most = Infinity, least = -Infinity }: Row): boolean {
  return value <= most && value >= least;
}

function rounded(value: number): string {
  return value.toFixed(value < 1 ? 3 : value < 100 ? 1 : 0);
}

/** Date, machine and commit; a number quoted in docs names all three. */
export function circumstances() {
  const cpus = os.cpus();
  return {
    date: new Date().toISOString(),
    machine: `${os.platform()} ${os.release()} ${os.arch()}, ${cpus.length} × ${cpuModel()}, ${Math.round(os.totalmem() / 1e9)} GB`,
    node: process.version,
    commit: commit(),
  };
}

export async function keepResults(
  bench: string,
  results: { circumstances: ReturnType<typeof circumstances> } & Record<string, unknown>,
): Promise<string> {
  const dir = path.join(import.meta.dirname, 'results');
  await mkdir(dir, { recursive: true });
  const stamp = results.circumstances.date.replaceAll(':', '-').slice(0, 19);
  const file = path.join(dir, `${stamp}-${bench}.json`);
  await writeFile(file, `${JSON.stringify({ bench, ...results }, null, 2)}\n`);
  return path.relative(process.cwd(), file);
}

// On arm64, Linux does not give Node the name of the model.
function cpuModel(): string {
  const named = os.cpus()[0]?.model;
  if (named !== undefined && named !== 'unknown') return named;
  return /^Model name:\s*(.+)$/m.exec(output('lscpu'))?.[1] ?? 'unknown processor';
}

function commit(): string {
  const head = output('git', 'rev-parse', '--short', 'HEAD');
  const changed = output('git', 'status', '--porcelain', '--', ':!bench') !== '';
  return `${head || 'none yet'}${changed ? ' with changes' : ''}`;
}

function output(command: string, ...args: string[]): string {
  try {
    const cwd = import.meta.dirname;
    return execFileSync(command, args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return ''; // not a repository, or the program is missing
  }
}
