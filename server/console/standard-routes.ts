import { placeRevision, saveNotice, sayRevision, settleOrder } from '#contract/revisions.ts';
import { changeLibrary, type Library, recordedId } from '../changes/change.ts';
import { authorOf } from '../auth/guard.ts';
import { sayOfRevision } from '../catalogue/standards/revision-facts.ts';
import { placeOfRevision, sayNotice, setOrder } from '../catalogue/standards/statements.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';

// Ten thousand revisions, in JSON.
const largestOrder = 1024 * 1024;

/** What librarians say of whole standards. */
export function standardRoutes(app: App, library: Library): void {
  const access = { config: { access: 'EGD_LIB_EDIT' } } as const;

  app.route({
    ...access,
    ...callRoute(
      saveNotice,
      'Says that a standard is withdrawn, replaced or not for new design',
      [400, 404],
    ),
    handler: async (request) => {
      const change = await changeLibrary(library, authorOf(request), (tx, made) =>
        sayNotice(tx, request.body, made),
      );
      return { change_id: recordedId(change) };
    },
  });

  app.route({
    ...access,
    ...callRoute(sayRevision, 'Says what a revision is, its days and why', [400, 404, 409]),
    handler: async (request) => {
      const change = await changeLibrary(library, authorOf(request), (tx, made) =>
        sayOfRevision(tx, request.body, made),
      );
      return { change_id: recordedId(change) };
    },
  });

  app.route({
    ...access,
    ...callRoute(settleOrder, 'Settles the order of the revisions of a standard', [400, 404, 409]),
    bodyLimit: largestOrder,
    handler: async (request) => {
      const change = await changeLibrary(library, authorOf(request), (tx, made) =>
        setOrder(tx, request.body, made),
      );
      return { change_id: recordedId(change) };
    },
  });

  app.route({
    ...access,
    ...callRoute(
      placeRevision,
      'Where a new revision would stand among those of a standard',
      [404],
    ),
    handler: (request) => placeOfRevision(library.db, request.body),
  });
}
