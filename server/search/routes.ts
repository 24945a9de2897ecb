import { queryTooLong } from '#contract/calls.ts';
import { LibraryError } from '#contract/errors.ts';
import { listMissedSearches } from '#contract/missed-searches.ts';
import { clearRecent, quickOpen, search } from '#contract/search.ts';
import { readStart } from '#contract/start.ts';
import { userOf } from '../auth/guard.ts';
import type { Db } from '../db/schema.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import { closedSignal } from '../http/closed.ts';
import { versionOf } from '../http/send-list.ts';
import { FairQueue } from '../processes/fair-queue.ts';
import { missedSearches } from './missed.ts';
import type { Search } from './search.ts';

const limitByDefault = 20;
const mostMissed = 500;

/** Finding entries and texts. No log has the words that people search for. */
export function searchRoutes(app: App, db: Db, found: Search): void {
  const read = { access: 'EGD_LIB', hidesQuery: true } as const;
  // One thread answers them in turn: whoever sends many at once leaves a place for the others.
  const searches = new FairQueue(8, 'searches');
  app.route({
    ...callRoute(quickOpen, 'Entries that match typed text; without text, the last opened', [429]),
    config: read,
    handler: async (request, reply) => {
      const q = requireShort(request.query.q).trim();
      const limit = limitOf(request.query.limit);
      const user = userOf(request);
      if (q === '') return found.recentOf(user, limit);
      return searches.use(user, () => found.quickOpen(q, limit, user), closedSignal(reply));
    },
  });

  app.route({
    ...callRoute(readStart, 'Customers, what was added last, and what to compare'),
    config: { access: 'EGD_LIB' },
    handler: (request) => found.start.of(userOf(request), versionOf(request)),
  });

  app.route({
    ...callRoute(clearRecent, 'Clears the list of documents that this user opened'),
    config: { access: 'EGD_LIB' },
    handler: async (request) => {
      await found.recent.clear(userOf(request));
      return {};
    },
  });

  app.route({
    ...callRoute(search, 'Documents that contain the words, with the matching pages', [429]),
    config: read,
    handler: (request, reply) => {
      const { q, customer, language, latest, limit, after } = request.query;
      const asked = {
        q: requireShort(q),
        customer: customer ?? null,
        language: language ?? null,
        latest: latest === 'true',
        limit: limitOf(limit),
        after: after ?? null,
      };
      return searches.use(userOf(request), () => found.search(asked), closedSignal(reply));
    },
  });

  app.route({
    config: { access: 'EGD_LIB_EDIT' },
    ...callRoute(listMissedSearches, 'Searched numbers that the library lacks'),
    handler: async () => ({ data: await missedSearches(db, mostMissed) }),
  });
}

function requireShort(q = ''): string {
  const fault = queryTooLong(q);
  if (fault !== null) throw new LibraryError('bad_request', fault);
  return q;
}

/** The schema lets only whole numbers of its range through. */
function limitOf(text: string | undefined): number {
  return text === undefined ? limitByDefault : Number(text);
}
