import type { BigIntStats } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { ErrorBody, LibraryError } from '#contract/errors.ts';
import { fileNameKey, pdfFileName } from '#contract/file-name.ts';
import { renameFiles, uploadFile } from '#contract/files.ts';
import type { App } from '../http/app.ts';
import { type Change, record, startChange } from '../audit/audit.ts';
import { userOf } from '../auth/guard.ts';
import { usingBytes } from '../http/bodies.ts';
import type { Config } from '../config.ts';
import type { Db, Tx } from '../db/schema.ts';
import { filesOfEntries } from '../matching/entry-files.ts';
import { asShareFault, place, receive, renameFile } from '../share/incoming.ts';
import { largestPdfBytes } from '../scan/inspect.ts';
import { judgeFiles } from '../matching/judge.ts';
import { statusesOf } from '../matching/status.ts';
import { Places } from '../semaphore.ts';

const uploadsAtOnce = 8;

export type FileRoutesDeps = {
  config: Config;
  db: Db;
  now: () => number;
  /** Asks for a look at the folder now. */
  wakeIntake: () => void;
};

/** The two ways in which the console itself changes the shared folder. */
export function consoleFileRoutes(app: App, deps: FileRoutesDeps): void {
  const { config, db, now, wakeIntake } = deps;
  const places = new Places(uploadsAtOnce);

  app.route({
    method: uploadFile.method,
    url: uploadFile.url,
    config: { access: 'EGD_LIB_EDIT', streams: true },
    schema: {
      summary: "Takes a document's PDF",
      consumes: ['application/pdf'],
      params: uploadFile.params,
      querystring: uploadFile.query,
      response: { 200: uploadFile.response, 404: ErrorBody, 409: ErrorBody },
    },
    handler: async (request) => {
      if (!(request.body instanceof Readable)) {
        throw new LibraryError('not_pdf', 'Send the PDF itself, as application/pdf.');
      }
      const body = request.body;
      try {
        const change = startChange(userOf(request), new Date(now()));
        const id = Number(request.params.id);
        const replace = request.query.replace === 'yes';
        return await usingBytes(body, (bytes) =>
          places.use(() => upload(id, bytes, replace, change)),
        );
      } catch (error) {
        throw asShareFault(error);
      }
    },
  });

  async function upload(id: number, body: Readable, replace: boolean, change: Change) {
    const document = await requireDocument(db, id);
    await requireReplaceable(db, document, replace);
    const incoming = await receive(config.shareDir, body, largestPdfBytes);
    // Again, since it took its time to come.
    const previous = await requireReplaceable(db, document, replace).catch(async (error) => {
      await incoming.discard();
      throw error;
    });
    const folder = previous === null ? '' : path.posix.dirname(previous.path);
    const target = path.posix.join(folder, pdfFileName(document));
    const replaced = previous === null ? null : { path: previous.path, at: change.at };
    const facts = await place(config.shareDir, incoming, target, replaced);
    await db.transaction().execute(async (tx) => {
      const fileId = await recordArrival(tx, target, facts, change.at, previous?.id ?? null);
      const after = { path: target, bytes: Number(facts.size) };
      const before = previous === null ? null : { path: previous.path, bytes: previous.bytes };
      const action = previous === null ? 'uploaded' : 'replaced';
      await record(tx, change, [{ action, subject: 'file', subject_id: fileId, before, after }]);
      await judgeFiles(tx, { ids: new Set([fileId]), keys: new Set([fileNameKey(target)]) });
    });
    wakeIntake();
    const status = (await statusesOf(db, [document])).get(id);
    if (status === undefined) throw new Error('A document has no status.');
    return { status };
  }

  app.route({
    method: renameFiles.method,
    url: renameFiles.url,
    config: { access: 'EGD_LIB_EDIT' },
    bodyLimit: 256 * 1024,
    schema: {
      summary: 'Gives files the names of the documents that they belong to',
      body: renameFiles.body,
      response: { 200: renameFiles.response, 400: ErrorBody },
    },
    handler: async (request) => {
      const change = startChange(userOf(request), new Date(now()));
      const results: { file_id: number; refused: string | null }[] = [];
      for (const { file_id, document_id } of request.body.rows) {
        const refused = await renameOne(file_id, document_id, change).then(
          () => null,
          (error: unknown) => {
            const fault = asShareFault(error);
            if (!(fault instanceof LibraryError)) throw error;
            request.log.warn({ err: fault, event: 'rename_refused' }, 'a file was not renamed');
            return fault.message;
          },
        );
        results.push({ file_id, refused });
      }
      wakeIntake();
      return { results };
    },
  });

  async function renameOne(fileId: number, documentId: number, change: Change): Promise<void> {
    const file = await requireFile(db, fileId);
    const document = await requireDocument(db, documentId);
    const name = pdfFileName(document);
    const to = path.posix.join(path.posix.dirname(file.path), name);
    if (to === file.path) return;
    await renameFile(config.shareDir, file.path, to);
    await db.transaction().execute(async (tx) => {
      const name_key = fileNameKey(name);
      // A file that lay there before is no more: its row makes way.
      await tx.deleteFrom('files').where('path', '=', to).execute();
      await tx
        .updateTable('files')
        .set({ path: to, name, name_key })
        .where('id', '=', fileId)
        .execute();
      await record(tx, change, [
        {
          action: 'renamed',
          subject: 'file',
          subject_id: fileId,
          before: { path: file.path },
          after: { path: to },
        },
      ]);
      const keys = new Set([name_key, fileNameKey(file.name)]);
      await judgeFiles(tx, { ids: new Set([fileId]), keys });
    });
  }
}

async function requireDocument(db: Db, id: number) {
  const found = await db
    .selectFrom('documents')
    .select(['id', 'doc_num', 'language', 'doc_rev'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (found !== undefined) return found;
  throw new LibraryError('not_found', 'This standard number is not there any more.');
}

async function requireFile(db: Db, id: number) {
  const found = await db
    .selectFrom('files')
    .select(['id', 'path', 'name'])
    .where('id', '=', id)
    .where('gone_at', 'is', null)
    .executeTakeFirst();
  if (found !== undefined) return found;
  throw new LibraryError('not_found', 'This file is not there any more.');
}

/** The file that an upload takes the place of; refused unless the librarian wants that. */
async function requireReplaceable(
  db: Db,
  document: Awaited<ReturnType<typeof requireDocument>>,
  replace: boolean,
) {
  const previous = (await filesOfEntries(db, [document])).get(document.id) ?? null;
  if (previous === null || replace) return previous;
  const name = path.posix.basename(previous.path);
  throw new LibraryError('file_exists', `There is a file ${name} already. Replace it?`);
}

/** We wrote it ourselves, so it is whole: no second look is needed. */
async function recordArrival(
  tx: Tx,
  at: string,
  facts: BigIntStats,
  time: Date,
  replacedId: number | null,
): Promise<number> {
  const name = path.posix.basename(at);
  const iso = time.toISOString();
  if (replacedId !== null) {
    await tx
      .updateTable('files')
      .set({ gone_at: iso })
      .where('id', '=', replacedId)
      .where('path', '!=', at)
      .execute();
  }
  const row = {
    path: at,
    name,
    name_key: fileNameKey(name),
    depth: at.split('/').length - 1,
    bytes: Number(facts.size),
    modified_ns: String(facts.mtimeNs),
    inode: String(facts.ino),
    seen_at: iso,
    settled_at: iso,
    hash: null,
    verdict: 'checking' as const,
    fault: null,
    nearest_document_id: null,
    twin_id: null,
    gone_at: null,
  };
  const { id } = await tx
    .insertInto('files')
    .values(row)
    .onConflict((conflict) => conflict.column('path').doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
