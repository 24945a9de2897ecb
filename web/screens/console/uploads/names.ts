import type { Static } from 'typebox';
import type { readNames } from '#contract/files.ts';
import type { FoundEntry } from '#contract/search.ts';
import { noLanguage } from '#contract/file-name.ts';
import { type DocumentFields, languageToSave, tidyDocument } from '../catalogue/document-rows.ts';
import { findDocuments, saveDocuments } from '../console-api.ts';

type NameReading = Static<(typeof readNames)['response']>['data'][number];

/** A file name that belongs to no entry, and what the server reads in it. */
export type UnclaimedName = Pick<NameReading, 'name' | 'nearest' | 'reading' | 'likely_customer'> &
  Partial<Pick<NameReading, 'likely_desc'>>;

/** What a librarian wants to do with such a file; what was typed stays while others are tried. */
export type Decision = {
  choice: 'nearest' | 'other' | 'create' | 'skip';
  /** The entry that would be created. */
  fields: DocumentFields;
  /** The entry that was found by searching. */
  other: FoundEntry | null;
};

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
  return { choice: suggestedChoice(unclaimed), fields: entryFromName(unclaimed), other: null };
}

function suggestedChoice({ nearest, reading }: UnclaimedName): Decision['choice'] {
  if (nearest !== null) return 'nearest';
  return reading === null ? 'skip' : 'create';
}

/**
 * The entry that each file goes to, by its id: the nearest, one that was found, or one that is
 * created now. Null for a file that is skipped; otherwise why there is none.
 */
export async function entriesFor(
  decisions: readonly Decision[],
  names: readonly UnclaimedName[],
): Promise<(number | { refused: string } | null)[]> {
  const created = await createEntries(
    decisions.flatMap(({ choice, fields }) => (choice === 'create' ? fields : [])),
  );
  const others = await findOthers(
    decisions.flatMap(({ choice, other }) => (choice === 'other' && other !== null ? other : [])),
  );
  return decisions.map(({ choice, other }, at) => {
    if (choice === 'create') return created.shift() ?? { refused: 'It cannot be saved.' };
    if (choice === 'nearest') return names[at]?.nearest?.document_id ?? null;
    if (choice === 'skip') return null;
    if (other === null) return { refused: 'Search for the entry and choose it, or skip the file.' };
    return others.shift() ?? { refused: 'This entry is not there any more. Search again.' };
  });
}

async function findOthers(entries: readonly FoundEntry[]): Promise<(number | null)[]> {
  if (entries.length === 0) return [];
  const { data } = await findDocuments(
    entries.map(({ customer, doc_num, language, doc_rev }) => ({
      customer,
      doc_num,
      language,
      doc_rev,
    })),
  );
  return data.map((found) => found?.id ?? null);
}

/** Whether an entry can be created from the name without asking. */
export function isCompleteEntry(unclaimed: UnclaimedName): boolean {
  return unclaimed.reading !== null && unclaimed.likely_customer !== null;
}

/** Creates entries; answers with the id of each, or why it was refused. */
async function createEntries(
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
