import { listRevisions, listRevisionStatuses } from '#contract/revisions.ts';
import type { Db } from '../../db/schema.ts';
import type { App } from '../../http/app.ts';
import { callRoute } from '../../http/call-route.ts';
import type { CatalogueLists } from '../lists.ts';
import { encodingFor, sendList, versionOf } from '../../http/send-list.ts';
import { type HaveFiles, revisionsOf } from './revisions.ts';

type RevisionRoutesDeps = { db: Db; lists: CatalogueLists; haveFiles: HaveFiles };

/** What readers ask about revisions. */
export function revisionRoutes(app: App, { db, lists, haveFiles }: RevisionRoutesDeps): void {
  app.route({
    ...callRoute(listRevisions, 'The revisions of a standard, newest first', [404]),
    config: { access: 'EGD_LIB' },
    handler: (request) => revisionsOf(db, request.query, haveFiles),
  });

  app.route({
    ...callRoute(
      listRevisionStatuses,
      "Which of a customer's documents are not the latest revision",
      [404],
    ),
    config: { access: 'EGD_LIB' },
    handler: async (request, reply) => {
      const { customer } = request.query;
      const list = await lists.revisionStatuses(customer, encodingFor(request), versionOf(request));
      return sendList(request, reply, list);
    },
  });
}
