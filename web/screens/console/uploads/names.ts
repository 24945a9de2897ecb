import type { Static } from 'typebox';
import type { readNames } from '#contract/files.ts';
import { noLanguage } from '#contract/file-name.ts';
import { savedDocuments } from '../console-api.ts';
import { type DocumentFields, documentKind } from '../catalogue/kinds.ts';

/** What the server reads in the name of a file that no entry claims. */
export type NameRead = Pick<
  Static<(typeof readNames)['response']>['data'][number],
  'name' | 'nearest' | 'reading' | 'likely_customer'
>;

/** What a librarian wants of such a file. */
export type Decision =
  | { choice: 'nearest' | 'skip' }
  | { choice: 'create'; fields: DocumentFields };

/** The entry that a name speaks of, as far as it does. */
export function entryOf({ reading, likely_customer }: NameRead): DocumentFields {
  return {
    customer: likely_customer ?? '',
    doc_num: reading?.doc_num ?? '',
    doc_desc: '',
    language: reading === null ? '' : (reading.language ?? noLanguage),
    doc_rev: reading?.doc_rev ?? '',
  };
}

/** What is most likely wanted. */
export function firstDecision(read: NameRead): Decision {
  if (read.nearest !== null) return { choice: 'nearest' };
  if (read.reading !== null) return { choice: 'create', fields: entryOf(read) };
  return { choice: 'skip' };
}

/** Whether nothing is left to ask. */
export function isWholeEntry(read: NameRead): boolean {
  return read.reading !== null && read.likely_customer !== null;
}

/** Makes entries; of each the id, or why it was refused. */
export async function createdEntries(
  entries: readonly DocumentFields[],
): Promise<(number | { refused: string })[]> {
  if (entries.length === 0) return [];
  const { tidy } = documentKind(() => true);
  const rows = entries.map((entry) => {
    const fields = tidy(entry);
    const language = fields.language === noLanguage ? null : fields.language;
    return { ...fields, language, id: null, version: null };
  });
  const { results } = await savedDocuments({ rows });
  return results.map(
    ({ current, reason }) => current?.id ?? { refused: reason ?? 'It cannot be saved.' },
  );
}
