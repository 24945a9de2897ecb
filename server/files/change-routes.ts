import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { ErrorBody } from '#contract/error-body.ts';
import { LibraryError } from '#contract/errors.ts';
import { readNames, readPicture, renameFiles, setAsideFiles, uploadFile } from '#contract/files.ts';
import type { Library } from '../changes/change.ts';
import { auditLinesOf } from '../changes/trail.ts';
import { authorOf } from '../auth/guard.ts';
import { renameFile, setFileAside } from './rename.ts';
import * as files from './upload.ts';
import { FairQueue } from '../processes/fair-queue.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import { usingBytes } from '../http/bodies.ts';
import { closedSignal } from '../http/closed.ts';
import type { SharedFolder } from '../share/shared-folder.ts';
import { readUploadNames } from './upload-names.ts';

const uploadsAtOnce = 8;

type Deps = { library: Library; folder: SharedFolder; onChanged: () => void };

/** How librarians change the files of the shared folder, and what they look at before. */
export function changeFileRoutes(app: App, { library, folder, onChanged }: Deps): void {
  const { db } = library;
  const editors = { config: { access: 'EGD_LIB_EDIT' } } as const;
  const uploads = new FairQueue(uploadsAtOnce, 'uploads');

  app.route({
    ...editors,
    ...callRoute(readPicture, 'A thumbnail of the first page of a file'),
    handler: async (request, reply) => {
      const picture = await db
        .selectFrom('files')
        .innerJoin('pictures', 'pictures.hash', 'files.hash')
        .select(['type', 'image'])
        .where('files.id', '=', Number(request.params.id))
        .executeTakeFirst();
      if (picture === undefined) {
        throw new LibraryError('not_found', 'This file has no thumbnail.');
      }
      reply.header('cache-control', 'private, no-cache').header('content-type', picture.type);
      return reply.send(Buffer.from(picture.image));
    },
  });

  app.route({
    ...editors,
    ...callRoute(readNames, 'Reads the names of files to upload'),
    bodyLimit: 4 * 1024 * 1024,
    handler: async (request) => ({ data: await readUploadNames(db, request.body.names) }),
  });

  app.route({
    method: uploadFile.method,
    url: uploadFile.url,
    config: { access: 'EGD_LIB_EDIT', streams: true },
    schema: {
      summary: "Takes a document's PDF",
      consumes: ['application/pdf'],
      params: uploadFile.params,
      querystring: uploadFile.query,
      response: { 200: uploadFile.response, 404: ErrorBody, 409: ErrorBody, 429: ErrorBody },
    },
    handler: async (request, reply) => {
      const { body } = request;
      if (body == null) throw new LibraryError('not_pdf', 'The file is empty. Choose another.');
      if (!(body instanceof Readable)) {
        throw new LibraryError('not_pdf', 'Send the PDF itself, as application/pdf.');
      }
      const options = {
        ...authorOf(request),
        documentId: Number(request.params.id),
        replace: request.query.replace === 'yes',
      };
      const status = await usingBytes(body, (bytes) =>
        uploads.use(
          options.user,
          () => files.uploadFile(library, folder, bytes, options),
          closedSignal(reply),
        ),
      );
      onChanged();
      return { status };
    },
  });

  app.route({
    ...editors,
    ...callRoute(renameFiles, 'Renames files to the names of their documents', [400]),
    bodyLimit: 256 * 1024,
    handler: (request) =>
      moveEach(request, request.body.rows, ({ file_id, document_id }, author) =>
        renameFile(library, folder, author, { fileId: file_id, documentId: document_id }),
      ),
  });

  app.route({
    ...editors,
    ...callRoute(
      setAsideFiles,
      'Moves duplicates and files without an entry to .superseded',
      [400],
    ),
    handler: (request) =>
      moveEach(
        request,
        request.body.file_ids.map((file_id) => ({ file_id })),
        ({ file_id }, author) => setFileAside(library, folder, author, file_id),
      ),
  });

  /**
   * Moves files one after the other, under one change, and gives the refusal of each. What an earlier request
   * moved under the same change is not moved again.
   */
  async function moveEach<Row extends { file_id: number }>(
    request: FastifyRequest,
    rows: readonly Row[],
    move: (row: Row, author: { user: string; change_id: string }) => Promise<void>,
  ) {
    const author = authorOf(request);
    const lines = await auditLinesOf(db, author.change_id);
    const moved = new Set(lines.map(({ subject_id }) => subject_id));
    const results: { file_id: number; refused: string | null }[] = [];
    for (const row of rows) {
      if (moved.has(row.file_id)) {
        results.push({ file_id: row.file_id, refused: null });
        continue;
      }
      const refused = await move(row, author).then(
        () => null,
        (error: unknown) => {
          if (!(error instanceof LibraryError)) throw error;
          request.log.warn({ err: error, event: 'move_refused' }, 'a file was not moved');
          return error.message;
        },
      );
      results.push({ file_id: row.file_id, refused });
    }
    onChanged();
    return { change_id: author.change_id, results };
  }
}
