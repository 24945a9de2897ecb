import type { Tx } from '../db/schema.ts';
import { extractionVersion, type PdfFacts } from '../pdf/facts.ts';

/** What was read of a file's bytes; the picture may be missing. */
export type Content = {
  hash: string;
  bytes: number;
  read_at: string;
  facts: PdfFacts;
  picture: Uint8Array | null;
};

const pagesAtOnce = 500;

/** Keeps what was read, in place of what an earlier version of the extraction read. */
export async function keepFacts(tx: Tx, content: Content): Promise<void> {
  const { hash, bytes, read_at, facts, picture } = content;
  const readable = facts.state === 'readable' ? facts : null;
  const columns = {
    state: facts.state,
    fault: facts.state === 'broken' ? facts.fault : null,
    pages: readable?.texts.length ?? null,
    title: readable?.title ?? null,
    page_sizes: readable === null ? null : JSON.stringify(readable.page_sizes),
    read_at,
    extraction: extractionVersion,
  };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('contents')
    .values({ hash, bytes, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('hash')
        .doUpdateSet(columns)
        .where('contents.extraction', '<', extractionVersion),
    )
    .executeTakeFirst();
  // Another file with the same bytes was read at the same time.
  if (numInsertedOrUpdatedRows === 0n) return;
  await tx.deleteFrom('page_texts').where('hash', '=', hash).execute();
  const texts = (readable?.texts ?? []).map((text, at) => ({ hash, page: at + 1, text }));
  for (let at = 0; at < texts.length; at += pagesAtOnce) {
    const portion = texts.slice(at, at + pagesAtOnce);
    await tx.insertInto('page_texts').values(portion).execute();
  }
  await tx.deleteFrom('content_words').where('hash', '=', hash).execute();
  if (readable !== null) {
    await tx.insertInto('content_words').values({ hash, words: readable.words }).execute();
  }
  await tx.deleteFrom('pictures').where('hash', '=', hash).execute();
  if (picture === null) return;
  const row = { hash, type: 'image/png', image: picture };
  await tx.insertInto('pictures').values(row).execute();
}
