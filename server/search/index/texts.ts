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
    const pages = await readPages(db, [...hashes]);
    const ofScans = portion.flatMap(({ hash, hasOcr }) => (hasOcr ? (hash ?? []) : []));
    if (ofScans.length > 0) await addOcrTexts(db, ofScans, pages);
    yield { portion, pages };
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

/** Puts what OCR read where a page has no text of its own. */
async function addOcrTexts(
  db: Db,
  hashes: readonly string[],
  pages: Map<string, string[]>,
): Promise<void> {
  const rows = await selectInPortions([...new Set(hashes)], (portion) =>
    db.selectFrom('ocr_texts').select(['hash', 'page', 'text']).where('hash', 'in', portion),
  );
  for (const { hash, page, text } of rows) {
    const texts = pages.get(hash);
    if (texts?.[page - 1]?.trim() === '') texts[page - 1] = text;
  }
}
