import { setImmediate } from 'node:timers/promises';
import type { Static } from 'typebox';
import { type DocumentIdentity, fileNameKey, pdfFileName } from '#contract/file-name.ts';
import type { ManagedFile, readNames } from '#contract/files.ts';
import { customerKey } from '../catalogue/customers.ts';
import { looseText } from '../catalogue/loose-number.ts';
import { portionsOf, selectInPortions } from '../db/portions.ts';
import type { Db } from '../db/schema.ts';
import { claimsOn } from '../matching/claims.ts';
import { likelyCustomers } from '../matching/likely-customers.ts';
import { storedMatch } from '../matching/match.ts';
import { nearestEntries, plausibleReading } from '../matching/names.ts';

type NearestEntry = NonNullable<ManagedFile['nearest']>;
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

/** The entries with these ids, and the names that their files should have. */
export async function entriesById(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, NearestEntry>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('documents')
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .select(['documents.id as document_id', 'doc_num', 'language', 'doc_rev'])
    .select('customers.name as customer')
    .where('documents.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.document_id, { ...row, file_name: pdfFileName(row) }]));
}

/** An entry that is missing, and the customer that it likely belongs to. */
type Missing = { reading: DocumentIdentity | null; customer: string | null };

/**
 * What a missing entry is most likely about: the description of the same number's newest revision, of
 * its customer and in its language before others. Null where the number is new.
 */
export async function previousDescriptions(
  db: Db,
  missing: readonly Missing[],
): Promise<(string | null)[]> {
  const numbers = missing.flatMap(({ reading }) => reading?.doc_num ?? []);
  const found = await selectInPortions(numbers.map(looseText), (portion) =>
    db
      .selectFrom('documents')
      .innerJoin('customers', 'customers.id', 'documents.customer_id')
      .select(['customers.name as customer', 'doc_num', 'language', 'doc_desc'])
      .where('loose_num', 'in', portion)
      .orderBy('documents.id', 'desc'),
  );
  const byNumber = Map.groupBy(found, ({ doc_num }) => doc_num);
  return missing.map(({ reading, customer }) => {
    const others = byNumber.get(reading?.doc_num ?? '') ?? [];
    const own = others.filter(
      (one) => customer === null || customerKey(one.customer) === customerKey(customer),
    );
    const alike = own.find(({ language }) => language === reading?.language) ?? own[0];
    return alike?.doc_desc ?? null;
  });
}
