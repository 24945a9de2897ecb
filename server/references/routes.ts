import { readReferences } from '#contract/references.ts';
import type { Db } from '../db/schema.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import { referencesOf } from './references.ts';

export function referenceRoutes(app: App, db: Db): void {
  app.route({
    config: { access: 'EGD_LIB' },
    ...callRoute(readReferences, 'What a document cites, and what cites it', [400, 404]),
    handler: (request) => referencesOf(db, request.query),
  });
}
