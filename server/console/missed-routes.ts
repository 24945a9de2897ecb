import { listMissedSearches } from '#contract/missed-searches.ts';
import type { Db } from '../db/schema.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import { missedSearches } from '../search/missed.ts';

const mostAtOnce = 500;

export function missedRoutes(app: App, db: Db): void {
  app.route({
    config: { access: 'EGD_LIB_EDIT' },
    ...callRoute(listMissedSearches, 'Numbers that were searched and not found'),
    handler: async () => ({ data: await missedSearches(db, mostAtOnce) }),
  });
}
