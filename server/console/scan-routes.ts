import { LibraryError } from '#contract/errors.ts';
import { listFiles, readNames, readPicture } from '#contract/files.ts';
import { scanNow } from '#contract/scan.ts';
import type { App } from '../http/app.ts';
import { lastAuditId } from '../audit/audit.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/schema.ts';
import type { IntakeHandle } from '../scan/scan-process.ts';
import { managedFiles } from './file-rows.ts';
import { readingsForUpload } from './upload-names.ts';
import { scanStateOf } from '../scan/scan-state.ts';

type IngestDeps = { config: Config; db: Db; intake: IntakeHandle | null; now: () => number };

const filesAtOnce = 1000;

export function ingestRoutes(app: App, { config, db, intake, now }: IngestDeps): void {
  const editors = { config: { access: 'EGD_LIB_EDIT' } } as const;

  app.route({
    ...editors,
    method: listFiles.method,
    url: listFiles.url,
    schema: {
      summary: 'The files of the shared folder, with their verdicts',
      querystring: listFiles.query,
      response: { 200: listFiles.response },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (request.versions === null) throw new Error('The guard reads the versions.');
      const as_of = { audit: await lastAuditId(db), files: request.versions.files };
      const rows = await db
        .selectFrom('files')
        .select('id')
        .where('id', '>', Number(request.query.after ?? 0))
        .where('gone_at', 'is', null)
        .orderBy('id')
        .limit(filesAtOnce + 1)
        .execute();
      const ids = rows.slice(0, filesAtOnce).map(({ id }) => id);
      return { data: await managedFiles(db, ids), more: rows.length > filesAtOnce, as_of };
    },
  });

  app.route({
    ...editors,
    method: readPicture.method,
    url: readPicture.url,
    schema: { summary: 'The first page of a file, small', params: readPicture.params },
    handler: async (request, reply) => {
      const picture = await db
        .selectFrom('files')
        .innerJoin('pictures', 'pictures.hash', 'files.hash')
        .select(['type', 'image'])
        .where('files.id', '=', Number(request.params.id))
        .executeTakeFirst();
      if (picture === undefined) {
        throw new LibraryError('not_found', 'There is no picture of this file.');
      }
      reply.header('cache-control', 'private, no-cache').header('content-type', picture.type);
      return reply.send(Buffer.from(picture.image));
    },
  });

  app.route({
    ...editors,
    method: scanNow.method,
    url: scanNow.url,
    schema: { summary: 'Looks at the folder now', response: { 200: scanNow.response } },
    handler: async () => {
      intake?.wake();
      return { scan: await scanStateOf(db, config, now()) };
    },
  });

  app.route({
    ...editors,
    method: readNames.method,
    url: readNames.url,
    bodyLimit: 4 * 1024 * 1024,
    schema: {
      summary: 'What the names of files to upload mean',
      body: readNames.body,
      response: { 200: readNames.response },
    },
    handler: async (request) => ({ data: await readingsForUpload(db, request.body.names) }),
  });
}
