import { isWholeText } from '#contract/revision-words.ts';
import type { Static } from 'typebox';
import type { ManagedDocument } from '#contract/editing.ts';
import type { readNames } from '#contract/files.ts';
import type { Revision } from '#contract/revisions.ts';
import type { FoundEntry } from '#contract/search.ts';
import { noLanguage } from '#contract/file-name.ts';
import {
  dayToSave,
  type DocumentFields,
  languageToSave,
  tidyDocument,
} from '../state/document-rows.ts';
import { consoleApi, findDocuments } from '../console-api.ts';
import { listRevisions } from '../standards/standards-api.ts';

type NameReading = Static<(typeof readNames)['response']>['data'][number];

/** A file name that belongs to no entry, and what the server reads in it. */
export type UnclaimedName = Pick<NameReading, 'name' | 'nearest' | 'reading' | 'likely_customer'> &
  Partial<Pick<NameReading, 'likely_desc'>> & {
    /** The newest entry of the standard that this would be a new revision of. */
    revision_of?: Revision | null;
  };

/** What a librarian wants to do with such a file; what was typed stays while others are tried. */
export type NameDecision = {
  choice: 'revision' | 'nearest' | 'other' | 'create' | 'skip';
  /** The entry that would be created. */
  fields: DocumentFields;
  /** The entry that was found by searching. */
  other: FoundEntry | null;
};

/** The entry that a name describes; empty where the name does not say. */
export function entryFromName(of: UnclaimedName): DocumentFields {
  const { reading, likely_customer, likely_desc, revision_of } = of;
  const { doc_num, language } = revision_of ?? reading ?? { doc_num: '', language: '' };
  return {
    customer: likely_customer ?? '',
    doc_num,
    doc_desc: revision_of?.doc_desc ?? likely_desc ?? '',
    language: language ?? noLanguage,
    doc_rev: reading?.doc_rev ?? '',
    issued_on: '',
  };
}

/** What the librarian most likely wants. */
export function suggestedDecision(unclaimed: UnclaimedName): NameDecision {
  return { choice: suggestedChoice(unclaimed), fields: entryFromName(unclaimed), other: null };
}

function suggestedChoice({ nearest, reading, revision_of }: UnclaimedName): NameDecision['choice'] {
  if (revision_of) return 'revision';
  if (nearest !== null) return 'nearest';
  return reading === null ? 'skip' : 'create';
}

/**
 * The entry that each file goes to, by its id: the nearest, one that was found, or one that is
 * created now. Null for a file that is skipped; otherwise why there is none.
 */
export async function entriesFor(
  decisions: readonly NameDecision[],
  names: readonly UnclaimedName[],
  onCreated: (change_id: string, entries: ManagedDocument[]) => void = () => {},
): Promise<(number | { refused: string } | null)[]> {
  const created = await createEntries(
    decisions.flatMap(({ choice, fields }) => (isNew(choice) ? fields : [])),
    onCreated,
  );
  const others = await findOthers(
    decisions.flatMap(({ choice, other }) => (choice === 'other' && other !== null ? other : [])),
  );
  return decisions.map(({ choice, other }, at) => {
    if (isNew(choice))
      return (
        created.shift() ?? { refused: 'The server refused this row. Check it, then try again.' }
      );
    if (choice === 'nearest') return names[at]?.nearest?.document_id ?? null;
    if (choice === 'skip') return null;
    if (other === null) return { refused: 'Search for the entry and choose it, or skip the file.' };
    return others.shift() ?? { refused: 'This entry no longer exists. Search again.' };
  });
}

function isNew(choice: NameDecision['choice']): boolean {
  return choice === 'create' || choice === 'revision';
}

// Each costs a call; of more than these, the number is known all the same.
const mostLookedUp = 50;

/** Says of which known standards these names are new revisions. */
export async function withStandards<Name extends UnclaimedName>(
  names: readonly Name[],
): Promise<Name[]> {
  const known = names.filter(
    (name) => (name.likely_desc ?? null) !== null && isCompleteEntry(name),
  );
  const found = new Map<Name, Revision | null>();
  for (const name of known.slice(0, mostLookedUp)) found.set(name, await newestOf(name));
  return names.map((name) => ({ ...name, revision_of: found.get(name) ?? null }));
}

async function newestOf({ reading, likely_customer }: UnclaimedName): Promise<Revision | null> {
  if (reading === null || likely_customer === null) return null;
  try {
    const standard = { ...reading, customer: likely_customer };
    const { data } = await listRevisions(standard);
    return data.find(({ kind }) => isWholeText(kind)) ?? null;
  } catch {
    return null; // it has other languages only, or cannot be asked: the entry can still be created
  }
}

async function findOthers(entries: readonly FoundEntry[]): Promise<(number | null)[]> {
  if (entries.length === 0) return [];
  const { data } = await findDocuments(entries);
  return data.map((found) => found?.id ?? null);
}

/** Whether an entry can be created from the name without asking. */
export function isCompleteEntry(unclaimed: UnclaimedName): boolean {
  return unclaimed.reading !== null && unclaimed.likely_customer !== null;
}

/** Creates entries; answers with the id of each, or why it was refused. */
async function createEntries(
  entries: readonly DocumentFields[],
  onCreated: (change_id: string, entries: ManagedDocument[]) => void,
): Promise<(number | { refused: string })[]> {
  if (entries.length === 0) return [];
  const rows = entries.map((entry) => {
    const fields = tidyDocument(entry);
    return {
      ...fields,
      language: languageToSave(fields.language),
      issued_on: dayToSave(fields.issued_on),
      id: null,
      version: null,
    };
  });
  const { results, change_id } = await consoleApi.saveDocuments({ body: { rows } });
  const made = results.flatMap(({ outcome, current }) =>
    outcome === 'saved' && current !== null ? current : [],
  );
  if (change_id !== null && made.length > 0) onCreated(change_id, made);
  return results.map(
    ({ current, reason }) =>
      current?.id ?? {
        refused: reason ?? 'The server refused this row. Check it, then try again.',
      },
  );
}
