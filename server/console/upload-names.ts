import { setImmediate } from 'node:timers/promises';
import type { Static } from 'typebox';
import type { readNames } from '#contract/files.ts';
import { fileNameKey } from '#contract/file-name.ts';
import { portionsOf } from '../db/portions.ts';
import type { Db } from '../db/schema.ts';
import { claimsOn } from '../matching/claims.ts';
import { likelyCustomers } from '../matching/likely-customers.ts';
import { storedMatch } from '../matching/match.ts';
import { nearestEntries, plausibleReading } from '../matching/names.ts';
import { entriesById } from './file-rows.ts';
import { previousDescriptions } from './previous-descriptions.ts';

type NameReading = Static<typeof readNames.response>['data'][number];

// Between portions others get their turn at the event loop.
const namesAtOnce = 50;

/** What each name means before its file is sent: an entry's, nearly one's, or a missing one's. */
export async function readUploadNames(db: Db, names: readonly string[]): Promise<NameReading[]> {
  const readings: NameReading[] = [];
  for (const portion of portionsOf(names, namesAtOnce)) {
    await setImmediate();
    readings.push(...(await readPortion(db, portion)));
  }
  return readings;
}

async function readPortion(db: Db, names: readonly string[]): Promise<NameReading[]> {
  const keys = new Map(names.map((name) => [name, fileNameKey(name)]));
  const claims = await claimsOn(db, keys.values());
  const entryOf = (name: string) => claims.get(keys.get(name) ?? '')?.[0];
  const taken = await storedMatch(
    db,
    names.flatMap((name) => entryOf(name)?.id ?? []),
  );
  const others = names.filter((name) => entryOf(name) === undefined);
  const near = await nearestEntries(db, others);
  const nearest = await entriesById(
    db,
    [...near.values()].map(({ id }) => id),
  );
  const likely = await likelyCustomers(db, others);
  const readings = names.map((name) =>
    entryOf(name) === undefined ? plausibleReading(name) : null,
  );
  const descriptions = await previousDescriptions(
    db,
    names.map((name, at) => ({
      reading: readings[at] ?? null,
      customer: likely.get(name) ?? null,
    })),
  );
  return names.map((name, at) => {
    const document_id = entryOf(name)?.id ?? null;
    return {
      name,
      document_id,
      taken: document_id !== null && taken.has(document_id),
      nearest: nearest.get(near.get(name)?.id ?? 0) ?? null,
      reading: readings[at] ?? null,
      likely_customer: likely.get(name) ?? null,
      likely_desc: descriptions[at] ?? null,
    };
  });
}
