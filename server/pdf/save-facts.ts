import type { Tx } from '../db/schema.ts';
import { extractionVersion, type PdfFacts } from './facts.ts';
import { savedFurniture } from './text/furniture.ts';

/** What was read from a file's bytes; the picture may be missing. */
export type Content = {
  hash: string;
  bytes: number;
  read_at: string;
  facts: PdfFacts;
  picture: Uint8Array | null;
};

const pagesAtOnce = 500;

/** Saves what was read; replaces what an earlier version of the extraction read. */
export async function saveFacts(tx: Tx, contents: readonly Content[]): Promise<void> {
  // Files with the same bytes may be read at the same time.
  const byHash = new Map(contents.map((content) => [content.hash, content]));
  if (byHash.size === 0) return;
  const rows = await tx
    .insertInto('contents')
    .values(Array.from(byHash.values(), rowOf))
    .onConflict((conflict) =>
      conflict
        .column('hash')
        .doUpdateSet((set) => ({
          state: set.ref('excluded.state'),
          fault: set.ref('excluded.fault'),
          pages: set.ref('excluded.pages'),
          title: set.ref('excluded.title'),
          page_sizes: set.ref('excluded.page_sizes'),
          read_at: set.ref('excluded.read_at'),
          extraction: set.ref('excluded.extraction'),
        }))
        .where('contents.extraction', '<', extractionVersion),
    )
    .returning('hash')
    .execute();
  const saved = rows.flatMap(({ hash }) => byHash.get(hash) ?? []);
  if (saved.length > 0) await saveParts(tx, saved);
}

function rowOf({ hash, bytes, read_at, facts }: Content) {
  const readable = facts.state === 'readable' ? facts : null;
  return {
    hash,
    bytes,
    state: facts.state,
    fault: facts.state === 'encrypted' ? null : facts.fault,
    pages: readable?.pages ?? null,
    title: readable?.title ?? null,
    page_sizes: readable === null ? null : JSON.stringify(readable.page_sizes),
    read_at,
    extraction: facts.state === 'broken' && facts.isRetried ? 0 : extractionVersion,
  };
}

/** Saves texts, words and pictures. */
async function saveParts(tx: Tx, contents: readonly Content[]): Promise<void> {
  const hashes = contents.map(({ hash }) => hash);
  await tx.deleteFrom('page_texts').where('hash', 'in', hashes).execute();
  await tx.deleteFrom('content_words').where('hash', 'in', hashes).execute();
  await tx.deleteFrom('pictures').where('hash', 'in', hashes).execute();
  const readable = contents.flatMap(({ hash, facts }) =>
    facts.state === 'readable' ? [{ hash, ...facts }] : [],
  );
  const texts = readable.flatMap(({ hash, texts }) =>
    texts.map((text, at) => ({ hash, page: at + 1, text })),
  );
  for (let at = 0; at < texts.length; at += pagesAtOnce) {
    const portion = texts.slice(at, at + pagesAtOnce);
    await tx.insertInto('page_texts').values(portion).execute();
  }
  const words = readable.map(({ hash, words, headings, furniture }) => ({
    hash,
    words,
    headings: headings === null ? null : JSON.stringify(headings),
    furniture: furniture === null ? null : savedFurniture(furniture),
  }));
  if (words.length > 0) await tx.insertInto('content_words').values(words).execute();
  const pictures = contents.flatMap(({ hash, picture }) =>
    picture === null ? [] : [{ hash, type: 'image/png', image: picture }],
  );
  if (pictures.length > 0) await tx.insertInto('pictures').values(pictures).execute();
}
