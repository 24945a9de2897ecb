import { listMissedSearches } from '#contract/missed-searches.ts';
import { listMissingReferences } from '#contract/references.ts';
import type { Db } from '../db/schema.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import { missingReferences } from '../references/missing.ts';
import { missedSearches } from '../search/missed.ts';

const mostSearches = 500;
const usualReferences = 200;
const mostReferences = 1000;

/** Numbers that the library may lack: readers searched for them, or standards cite them. */
export function missedRoutes(app: App, db: Db): void {
  const editors = { config: { access: 'EGD_LIB_EDIT' } } as const;

  app.route({
    ...editors,
    ...callRoute(listMissedSearches, 'Numbers that were searched and not found'),
    handler: async () => ({ data: await missedSearches(db, mostSearches) }),
  });

  app.route({
    ...editors,
    ...callRoute(listMissingReferences, 'Numbers that are cited and not in the library', [400]),
    handler: (request) => {
      const limit = Number(request.query.limit ?? usualReferences);
      return missingReferences(db, Math.min(limit, mostReferences));
    },
  });
}
