import { ErrorBody } from '#contract/errors.ts';
import { listRevisions, listRevisionStatuses } from '#contract/revisions.ts';
import type { Db } from '../../db/schema.ts';
import type { App } from '../../http/app.ts';
import type { CatalogueLists } from '../lists.ts';
import { encodingFor, sendList, versionOf } from '../../http/send-list.ts';
import { type HaveFiles, revisionsOf } from './revisions.ts';

type RevisionRoutesDeps = { db: Db; lists: CatalogueLists; haveFiles: HaveFiles };

/** What readers ask about revisions. */
export function revisionRoutes(app: App, { db, lists, haveFiles }: RevisionRoutesDeps): void {
  app.route({
    method: listRevisions.method,
    url: listRevisions.url,
    config: { access: 'EGD_LIB' },
    schema: {
      summary: 'The revisions of a standard, newest first',
      querystring: listRevisions.query,
      response: { 200: listRevisions.response, 404: ErrorBody },
    },
    handler: (request) => revisionsOf(db, request.query, haveFiles),
  });

  app.route({
    method: listRevisionStatuses.method,
    url: listRevisionStatuses.url,
    config: { access: 'EGD_LIB' },
    schema: {
      summary: "Which of a customer's documents are not the latest revision",
      querystring: listRevisionStatuses.query,
      response: { 200: listRevisionStatuses.response, 404: ErrorBody },
    },
    handler: async (request, reply) => {
      const { customer } = request.query;
      const list = await lists.revisionStatuses(customer, encodingFor(request), versionOf(request));
      return sendList(request, reply, list);
    },
  });
}
