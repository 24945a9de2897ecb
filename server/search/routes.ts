import { queryTooLong } from '#contract/calls.ts';
import { LibraryError } from '#contract/errors.ts';
import { clearRecent, quickOpen, search } from '#contract/search.ts';
import { userOf } from '../auth/guard.ts';
import type { App } from '../http/app.ts';
import type { Search } from './search.ts';

const limitByDefault = 20;

/** Finding entries and texts. No log has the words that people search for. */
export function searchRoutes(app: App, found: Search): void {
  const read = { access: 'EGD_LIB', hidesQuery: true } as const;
  app.route({
    method: quickOpen.method,
    url: quickOpen.url,
    config: read,
    schema: {
      summary: 'Entries by what is typed of them; what was opened last, when nothing is',
      querystring: quickOpen.query,
      response: { 200: quickOpen.response },
    },
    handler: async (request) => {
      const q = requireShort(request.query.q).trim();
      const limit = limitOf(request.query.limit);
      const user = userOf(request);
      return q === '' ? found.recentOf(user, limit) : found.quickOpen(q, limit, user);
    },
  });

  app.route({
    method: clearRecent.method,
    url: clearRecent.url,
    config: { access: 'EGD_LIB' },
    schema: {
      summary: 'Forgets what this user opened',
      response: { 200: clearRecent.response },
    },
    handler: async (request) => {
      await found.recent.clear(userOf(request));
      return {};
    },
  });

  app.route({
    method: search.method,
    url: search.url,
    config: read,
    schema: {
      summary: 'Documents by the words in their texts, with the pages that have them',
      querystring: search.query,
      response: { 200: search.response },
    },
    handler: (request) => {
      const { q, customer, language, latest, limit, after } = request.query;
      return found.search({
        q: requireShort(q),
        customer: customer ?? null,
        language: language ?? null,
        latest: latest === 'true',
        limit: limitOf(limit),
        after: after ?? null,
      });
    },
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
