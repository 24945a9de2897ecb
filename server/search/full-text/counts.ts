import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Filter } from './filter.ts';
import type { FoundDocuments } from './found-documents.ts';

/** Further is not counted: of more there are just "at least" so many. */
export const mostCounted = 5000;
/** Phrases have to be looked up on their pages. */
const mostCountedPhrases = 500;

export type Counts = {
  total: number;
  total_is_least: boolean;
  facets: {
    customer: { customer_id: number; count: number }[];
    language: { language: string; count: number }[];
    latest: number;
  };
};

type Kind = { customer_id: number; language: string; is_latest: number; documents: number };

/** How many documents there are by customer, language and newest; each without its own filter. */
export function countsOf(file: DatabaseSync, found: FoundDocuments, filter: Filter): Counts {
  const counted = new Map<string, Kind[]>();
  const kinds = (changed: Partial<Filter>) => {
    const asked = { ...filter, ...changed };
    const key = JSON.stringify(asked);
    const known = counted.get(key) ?? kindsOf(file, found, asked);
    counted.set(key, known);
    return known;
  };
  const total = sum(kinds({}));
  return {
    total,
    total_is_least: total >= mostOf(found),
    facets: {
      customer: by(kinds({ customer_id: null }), 'customer_id').map(([customer_id, count]) => ({
        customer_id,
        count,
      })),
      language: by(kinds({ language: null }), 'language').map(([language, count]) => ({
        language,
        count,
      })),
      latest: sum(kinds({ latest: false }).filter(({ is_latest }) => is_latest === 1)),
    },
  };
}

/** How many documents within the filter have no text. */
export function scansWithin(file: DatabaseSync, filter: Filter): number {
  const { customer_id, language, latest } = filter;
  const row = file
    .prepare(
      `select sum(scans) as scans from text_kinds
       where (?1 is null or customer_id = ?1) and (?2 is null or language = ?2)
       and (?3 = 0 or is_latest = 1)`,
    )
    .get(customer_id, language, latest ? 1 : 0);
  return Number(row?.['scans'] ?? 0);
}

export function documentsIn(file: DatabaseSync): number {
  return Number(file.prepare('select sum(documents) as n from text_kinds').get()?.['n'] ?? 0);
}

function mostOf(found: FoundDocuments): number {
  return found.needsPages ? mostCountedPhrases : mostCounted;
}

function kindsOf(file: DatabaseSync, found: FoundDocuments, filter: Filter): Kind[] {
  const match = found.matchOf(filter);
  if (match === null) return [];
  const columns = 'customer_id, language, is_latest, count(*) as documents';
  const most = mostOf(found);
  const rows = found.needsPages
    ? file
        .prepare(
          `select ${columns} from json_each(?) as found
           cross join text_documents on text_documents.row = found.value
           join text_kinds on text_kinds.id = kind_id group by text_kinds.id`,
        )
        .all(JSON.stringify(found.rows(filter, 0, most)))
    : file
        .prepare(
          `select customer_id, language, is_latest, found.documents as documents from (
             select kind_id, count(*) as documents from (
               select rowid as row from text_words where text_words match ? limit ?
             ) as found cross join text_documents on text_documents.row = found.row
             group by kind_id
           ) as found join text_kinds on text_kinds.id = found.kind_id`,
        )
        .all(match, most);
  return rows.map(asKind);
}

function asKind(row: Record<string, SQLOutputValue>): Kind {
  return {
    customer_id: Number(row['customer_id']),
    language: String(row['language']),
    is_latest: Number(row['is_latest']),
    documents: Number(row['documents']),
  };
}

function sum(kinds: readonly Kind[]): number {
  return kinds.reduce((documents, kind) => documents + kind.documents, 0);
}

/** The values of a field with their numbers of documents, the most first. */
function by<Field extends 'customer_id' | 'language'>(
  kinds: readonly Kind[],
  field: Field,
): [Kind[Field], number][] {
  const counts = new Map<Kind[Field], number>();
  for (const kind of kinds) {
    counts.set(kind[field], (counts.get(kind[field]) ?? 0) + kind.documents);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
