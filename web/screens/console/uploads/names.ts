import type { Static } from 'typebox';
import type { readNames } from '#contract/files.ts';
import { noLanguage } from '#contract/file-name.ts';
import { type DocumentFields, languageToSave, tidyDocument } from '../catalogue/document-rows.ts';
import { saveDocuments } from '../console-api.ts';

type NameReading = Static<(typeof readNames)['response']>['data'][number];

/** A file name that belongs to no entry, and what the server reads in it. */
export type UnclaimedName = Pick<NameReading, 'name' | 'nearest' | 'reading' | 'likely_customer'> &
  Partial<Pick<NameReading, 'likely_desc'>>;

/** What a librarian wants to do with such a file. */
export type Decision =
  | { choice: 'nearest' | 'skip' }
  | { choice: 'create'; fields: DocumentFields };

/** The entry that a name describes; empty where the name does not say. */
export function entryFromName(of: UnclaimedName): DocumentFields {
  const { reading, likely_customer, likely_desc } = of;
  return {
    customer: likely_customer ?? '',
    doc_num: reading?.doc_num ?? '',
    doc_desc: likely_desc ?? '',
    language: reading === null ? '' : (reading.language ?? noLanguage),
    doc_rev: reading?.doc_rev ?? '',
  };
}

/** What the librarian most likely wants. */
export function suggestedDecision(unclaimed: UnclaimedName): Decision {
  if (unclaimed.nearest !== null) return { choice: 'nearest' };
  if (unclaimed.reading !== null) return { choice: 'create', fields: entryFromName(unclaimed) };
  return { choice: 'skip' };
}

/** Whether an entry can be created from the name without asking. */
export function isCompleteEntry(unclaimed: UnclaimedName): boolean {
  return unclaimed.reading !== null && unclaimed.likely_customer !== null;
}

/** Creates entries; answers with the id of each, or why it was refused. */
export async function createEntries(
  entries: readonly DocumentFields[],
): Promise<(number | { refused: string })[]> {
  if (entries.length === 0) return [];
  const rows = entries.map((entry) => {
    const fields = tidyDocument(entry);
    return { ...fields, language: languageToSave(fields.language), id: null, version: null };
  });
  const { results } = await saveDocuments({ rows });
  return results.map(
    ({ current, reason }) => current?.id ?? { refused: reason ?? 'It cannot be saved.' },
  );
}
