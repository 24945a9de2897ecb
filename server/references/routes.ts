import { ErrorBody } from '#contract/errors.ts';
import { readReferences } from '#contract/references.ts';
import type { Db } from '../db/schema.ts';
import type { App } from '../http/app.ts';
import { referencesOf } from './references.ts';

export function referenceRoutes(app: App, db: Db): void {
  app.route({
    config: { access: 'EGD_LIB' },
    method: readReferences.method,
    url: readReferences.url,
    schema: {
      summary: 'What a document cites, and what cites it',
      querystring: readReferences.query,
      response: { 200: readReferences.response, 400: ErrorBody, 404: ErrorBody },
    },
    handler: (request) => referencesOf(db, request.query),
  });
}
