import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportCatalogue } from '#contract/editing.ts';
import { importCatalogue } from '#contract/importing.ts';
import { ErrorBody, LibraryError } from '#contract/errors.ts';
import type { App } from '../http/app.ts';
import type { Library } from '../audit/change.ts';
import { userOf } from '../auth/guard.ts';
import { atMost, usingBytes } from '../http/bodies.ts';
import { importRows } from '../catalogue/import.ts';
import { columnChoiceOf } from '../catalogue/import-sheet/columns.ts';
import { inTemporaryFolder, sendSpreadsheet } from '../spreadsheet/send.ts';
import { readSpreadsheet } from '../spreadsheet/spreadsheet.ts';
import { exportRows } from './export.ts';

const largestSheetBytes = 64 * 1024 * 1024;
const mostRowsListed = 1000;

/** The whole catalogue as a spreadsheet, in and out; the command line does the same. */
export function sheetRoutes(app: App, library: Library): void {
  app.route({
    method: importCatalogue.method,
    url: importCatalogue.url,
    config: { access: 'EGD_LIB_EDIT', streams: true },
    schema: {
      summary: 'Adds and updates entries from a spreadsheet, or says what it would do',
      consumes: ['application/octet-stream'],
      querystring: importCatalogue.query,
      response: { 200: importCatalogue.response, 400: ErrorBody },
    },
    handler: async (request) => {
      const { format, preview, keep_going, columns } = request.query;
      const report = await inTemporaryFolder(async (dir) => {
        const file = path.join(dir, `The file.${format}`);
        const { body } = request;
        if (!(body instanceof Readable)) {
          throw new LibraryError(
            'bad_request',
            'Send the file itself, as application/octet-stream.',
          );
        }
        await usingBytes(body, (bytes) =>
          pipeline(bytes, atMost(largestSheetBytes), createWriteStream(file)),
        );
        return importRows(library, await readSpreadsheet(file), {
          user: userOf(request),
          dryRun: preview === 'yes',
          keepGoing: keep_going === 'yes',
          columns: columns === undefined ? undefined : columnChoiceOf(columns.split(',')),
        });
      });
      const { refused, warnings } = report;
      return {
        ...report,
        refused: refused.slice(0, mostRowsListed),
        warnings: warnings.slice(0, mostRowsListed),
      };
    },
  });

  app.route({
    method: exportCatalogue.method,
    url: exportCatalogue.url,
    config: { access: 'EGD_LIB_EDIT' },
    schema: { summary: 'All entries as a spreadsheet', querystring: exportCatalogue.query },
    handler: ({ query: { format } }, reply) =>
      sendSpreadsheet(reply, `EGD Library.${format}`, exportRows(library.db)),
  });
}
