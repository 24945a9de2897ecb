import { listMissedSearches } from '#contract/missed-searches.ts';
import type { Db } from '../db/schema.ts';
import type { App } from '../http/app.ts';
import { missedSearches } from '../search/missed.ts';

const mostAtOnce = 500;

export function missedRoutes(app: App, db: Db): void {
  app.route({
    config: { access: 'EGD_LIB_EDIT' },
    method: listMissedSearches.method,
    url: listMissedSearches.url,
    schema: {
      summary: 'Numbers that were searched and not found',
      response: { 200: listMissedSearches.response },
    },
    handler: async () => ({ data: await missedSearches(db, mostAtOnce) }),
  });
}
