import { listMissingReferences, readReferences } from '#contract/references.ts';
import type { Db } from '../db/schema.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import { missingReferences } from './missing.ts';
import { referencesOf } from './references.ts';

const usualMissing = 200;
const mostMissing = 1000;

export function referenceRoutes(app: App, db: Db): void {
  app.route({
    config: { access: 'EGD_LIB' },
    ...callRoute(
      readReferences,
      'The citations of a document, and the documents that cite it',
      [400, 404],
    ),
    handler: (request) => referencesOf(db, request.query),
  });

  app.route({
    config: { access: 'EGD_LIB_EDIT' },
    ...callRoute(listMissingReferences, 'Cited numbers that the library lacks', [400]),
    handler: (request) => {
      const limit = Number(request.query.limit ?? usualMissing);
      return missingReferences(db, Math.min(limit, mostMissing));
    },
  });
}
