import type { FastifyRequest } from 'fastify';
import {
  listRevisions,
  listRevisionStatuses,
  placeRevision,
  saveNotice,
  sayRevision,
  setRevisionOrder,
} from '#contract/revisions.ts';
import { authorOf } from '../../auth/guard.ts';
import { type Change, changeLibrary, type Library, recordedId } from '../../changes/change.ts';
import type { Tx } from '../../db/schema.ts';
import type { App } from '../../http/app.ts';
import { callRoute } from '../../http/call-route.ts';
import type { CatalogueLists } from '../lists.ts';
import { encodingFor, sendList, versionOf } from '../../http/send-list.ts';
import { sayOfRevision } from './revision-facts.ts';
import { type HaveFiles, revisionsOf } from './revisions.ts';
import { placeOfRevision, sayNotice, setOrder } from './statements.ts';

type RevisionRoutesDeps = { library: Library; lists: CatalogueLists; haveFiles: HaveFiles };

// Ten thousand revisions, in JSON.
const largestOrder = 1024 * 1024;

/** What readers ask about revisions, and what librarians say of them and of whole standards. */
export function revisionRoutes(app: App, { library, lists, haveFiles }: RevisionRoutesDeps): void {
  const { db } = library;
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

  async function changed(request: FastifyRequest, say: (tx: Tx, change: Change) => Promise<void>) {
    return { change_id: recordedId(await changeLibrary(library, authorOf(request), say)) };
  }

  const librarians = { config: { access: 'EGD_LIB_EDIT' } } as const;

  app.route({
    ...librarians,
    ...callRoute(
      saveNotice,
      'Marks a standard as withdrawn, replaced or not for new design',
      [400, 404],
    ),
    handler: (request) => changed(request, (tx, change) => sayNotice(tx, request.body, change)),
  });

  app.route({
    ...librarians,
    ...callRoute(
      sayRevision,
      'Sets the kind and the days of a revision, with the reason',
      [400, 404, 409],
    ),
    handler: (request) => changed(request, (tx, change) => sayOfRevision(tx, request.body, change)),
  });

  app.route({
    ...librarians,
    ...callRoute(setRevisionOrder, 'Sets the revision order of a standard', [400, 404, 409]),
    bodyLimit: largestOrder,
    handler: (request) => changed(request, (tx, change) => setOrder(tx, request.body, change)),
  });

  app.route({
    ...librarians,
    ...callRoute(
      placeRevision,
      'Where a new revision would stand among those of a standard',
      [404],
    ),
    handler: (request) => placeOfRevision(db, request.body),
  });
}
