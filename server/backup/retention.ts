import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { unfinishedNameOf } from './folder.ts';
import type { Manifest } from './manifest.ts';
import { readFinished } from './verify.ts';

type Period = 'd' | 'w' | 'm' | 'y';
/** How many periods keep their newest backup. */
export type KeepRule = { count: number; period: Period };
export type FoundBackup = { at: string; made_at: string };

/** Reads `7d,4w,12m`: seven days, four weeks, twelve months; null if it is written otherwise. */
export function readKeepRules(text: string): KeepRule[] | null {
  const rules = text.split(',').map((rule) => /^([1-9]\d{0,3})([dwmy])$/.exec(rule.trim()));
  if (!rules.every((rule) => rule !== null)) return null;
  return rules.map(([, count, period]) => ({ count: Number(count), period: period as Period })); // by the pattern
}

/**
 * The backups that no rule keeps. A rule of n days keeps the newest backup of each of the last n days that
 * have one, so nothing goes while no new backups come. The newest is always kept.
 */
export function dispensable<T extends FoundBackup>(
  backups: readonly T[],
  rules: readonly KeepRule[],
): T[] {
  const newestFirst = backups.toSorted((a, b) => (a.made_at < b.made_at ? 1 : -1));
  const kept = new Set(newestFirst.slice(0, 1));
  for (const { count, period } of rules) {
    const newestOf = new Map<string, T>();
    for (const backup of newestFirst) {
      const key = periodOf(backup.made_at, period);
      if (!newestOf.has(key)) newestOf.set(key, backup);
    }
    for (const backup of [...newestOf.values()].slice(0, count)) kept.add(backup);
  }
  return newestFirst.filter((backup) => !kept.has(backup));
}

/** The day, week (by its Monday), month or year of a time, in UTC. */
function periodOf(made_at: string, period: Period): string {
  if (period === 'd') return made_at.slice(0, 10);
  if (period === 'm') return made_at.slice(0, 7);
  if (period === 'y') return made_at.slice(0, 4);
  const day = new Date(`${made_at.slice(0, 10)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}

/** The complete backups in a folder, oldest first; everything else in it is not ours to judge. */
export async function backupsIn(folder: string): Promise<(FoundBackup & Manifest)[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found: (FoundBackup & Manifest)[] = [];
  for (const entry of entries) {
    if (entry.name.startsWith('.') || !entry.isDirectory()) continue;
    const at = path.join(folder, entry.name);
    const manifest = await readFinished(at).catch(() => null);
    if (manifest !== null) found.push({ at, ...manifest });
  }
  return found.toSorted((a, b) => (a.made_at < b.made_at ? -1 : 1));
}

/** Deletes what the rules do not keep of the backups that were made of the same shared folder. */
export async function deleteOldBackups(
  folder: string,
  rules: readonly KeepRule[],
  shareDir: string,
): Promise<{ deleted: string[]; kept: number }> {
  const ours = (await backupsIn(folder)).filter((backup) => backup.share_dir === shareDir);
  const old = dispensable(ours, rules);
  for (const { at } of old) {
    // Under this name the next backup deletes the rest if we are interrupted.
    const going = unfinishedNameOf(at);
    await rename(at, going);
    await rm(going, { recursive: true, force: true });
  }
  const deleted = old.map(({ at }) => path.basename(at)).toSorted();
  return { deleted, kept: ours.length - old.length };
}
