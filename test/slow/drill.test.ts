import { expect, onTestFinished, test } from 'vitest';
import { clockDrill } from '../drill/clock.ts';
import { fullDiskDrill } from '../drill/full-disk.ts';
import { killsDrill } from '../drill/kills.ts';
import { postgresKillsDrill } from '../drill/postgres-kills.ts';
import { readersDrill } from '../drill/readers.ts';
import { requestsDrill } from '../drill/requests.ts';
import { shareDrill } from '../drill/share.ts';
import { findPostgres } from '../postgres/server.ts';
import { canMount } from '../small-disk.ts';

// The drills of `npm run drill`, a few times each.

const everywhere = [shareDrill, requestsDrill, clockDrill];
// They look into /proc, or mount a disk.
const onLinux = process.platform === 'linux' ? [killsDrill, readersDrill] : [];
const withPostgres = findPostgres() === null ? [] : [postgresKillsDrill];
const asRoot = canMount ? [fullDiskDrill] : [];

test.each([...everywhere, ...onLinux, ...withPostgres, ...asRoot])(
  'nothing is lost: $what',
  async (drill) => {
    const { lost, tried } = await drill.run(drill.times.short, onTestFinished);
    expect(lost).toEqual([]);
    expect(tried).toBeGreaterThanOrEqual(drill.times.short);
  },
);
