import { listMissingReferences } from '#contract/references.ts';
import type { Db } from '../db/schema.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import { missingReferences } from '../references/missing.ts';

const mostByDefault = 200;
const mostAtOnce = 1000;

export function missingRoutes(app: App, db: Db): void {
  app.route({
    config: { access: 'EGD_LIB_EDIT' },
    ...callRoute(listMissingReferences, 'Numbers that are cited and not in the library', [400]),
    handler: (request) => {
      const limit = Number(request.query.limit ?? mostByDefault);
      return missingReferences(db, Math.min(limit, mostAtOnce));
    },
  });
}
