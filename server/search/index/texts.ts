import type { Db } from '../../db/schema.ts';
import { readPageTexts } from '../page-texts.ts';
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
    const byHash = Map.groupBy(await readPageTexts(db, hashes), ({ hash }) => hash);
    const pages = [...byHash].map(
      ([hash, found]) => [hash, found.map(({ text }) => text)] as const,
    );
    yield { portion, pages: new Map(pages) };
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
