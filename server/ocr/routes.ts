import { addressedFileKey } from '#contract/file-name.ts';
import { type OcrWord, readOcrWords } from '#contract/ocr.ts';
import type { Db } from '../db/schema.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import { filesWithEntry, isOpenToReaders } from '../matching/entry-files.ts';

/** Pages of one answer. */
const pagesAtOnce = 20;

export function ocrRoutes(app: App, db: Db): void {
  app.route({
    config: { access: 'EGD_LIB' },
    ...callRoute(readOcrWords, 'The OCR words of pages of a scan, with their places', [400]),
    handler: async ({ query }) => ({ data: await ocrWordsOf(db, query.name, Number(query.from)) }),
  });
}

async function ocrWordsOf(db: Db, name: string, from: number) {
  const file = await filesWithEntry(db)
    .select(['hash', 'settled_at', 'verdict'])
    .where('file_key', '=', addressedFileKey(name))
    .limit(1)
    .executeTakeFirst();
  if (file === undefined || file.hash === null || !isOpenToReaders(file)) return [];
  const pages = await db
    .selectFrom('ocr_texts')
    .select(['page', 'words'])
    .where('hash', '=', file.hash)
    .where('page', '>=', from)
    .where('page', '<', from + pagesAtOnce)
    .where('words', 'is not', null)
    .orderBy('page')
    .execute();
  // We wrote it, in queue.ts.
  return pages.map(({ page, words }) => ({
    page,
    lines: JSON.parse(words ?? '[]') as OcrWord[][],
  }));
}
