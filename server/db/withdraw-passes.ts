import { lstatSync, realpathSync, statSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A pass (files/passes.ts) is good for the tens of seconds in which it was given, and ends with them by itself. */
export const slotMs = 10_000;

/**
 * The link beside a database that leads to its passes; none where the server gives none. Every process finds the
 * same, by whichever path it opens the database, which has to be there.
 */
export function passesBeside(databaseFile: string): string {
  return path.join(path.dirname(realpathSync(databaseFile)), 'passes');
}

/** The one name by which nginx finds passes: without it there are none. */
export const currentPasses = 'now';

/**
 * Withdraws every pass. Whoever writes to the database does so after the commit and before anybody hears of it. A process
 * that cannot (it sees the database and not the passes, as in another container) forbids new ones and waits for the end of the others.
 */
export async function withdrawPasses(link: string): Promise<void> {
  try {
    unlinkSync(`${link}/${currentPasses}`);
  } catch (error) {
    // None was given since the last time, or none ever is.
    if (isAbsent(error) && (isThere(link) || !isLink(link))) return;
    await forbidPasses(link);
  }
}

async function forbidPasses(link: string): Promise<void> {
  try {
    unlinkSync(link);
  } catch {
    // Then the next change waits as well.
  }
  await pause(slotMs - (Date.now() % slotMs));
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function isThere(at: string): boolean {
  return statSync(at, { throwIfNoEntry: false }) !== undefined;
}

function isLink(at: string): boolean {
  return lstatSync(at, { throwIfNoEntry: false }) !== undefined;
}
