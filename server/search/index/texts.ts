import { selectInPortions } from '../../db/portions.ts';
import type { Db } from '../../db/schema.ts';
import type { LibraryEntry } from './library-entries.ts';

/** Some entries, and the pages of their contents by hash. */
export type Portion = { portion: LibraryEntry[]; pages: Map<string, string[]> };

/** What one query reads: a page has at most 200,000 letters, a content 20 million (pdf/reader.ts). */
const pagesAtOnce = 200;

/** The entries with their texts, in portions that fit into memory, whatever the texts are. */
export async function* withTexts(
  db: Db,
  entries: readonly LibraryEntry[],
): AsyncGenerator<Portion> {
  for (const portion of groupsByPages(entries)) {
    const hashes = new Set(portion.flatMap(({ hash }) => hash ?? []));
    yield { portion, pages: await readPages(db, [...hashes]) };
  }
}

/** An entry with more pages is a group of its own. */
function groupsByPages(entries: readonly LibraryEntry[]): LibraryEntry[][] {
  const groups: LibraryEntry[][] = [];
  let pages = Infinity;
  for (const entry of entries) {
    pages += entry.pages;
    if (pages > pagesAtOnce) {
      groups.push([]);
      pages = entry.pages;
    }
    groups.at(-1)?.push(entry);
  }
  return groups;
}

async function readPages(db: Db, hashes: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await selectInPortions(hashes, (portion) =>
    db
      .selectFrom('page_texts')
      .select(['hash', 'page', 'text'])
      .where('hash', 'in', portion)
      .orderBy('hash')
      .orderBy('page'),
  );
  const byHash = Map.groupBy(rows, ({ hash }) => hash);
  return new Map([...byHash].map(([hash, found]) => [hash, found.map(({ text }) => text)]));
}
