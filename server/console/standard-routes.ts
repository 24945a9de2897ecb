import { ErrorBody } from '#contract/errors.ts';
import { placeRevision, saveNotice, settleOrder } from '#contract/revisions.ts';
import { changeLibrary, type Library, recordedId } from '../changes/change.ts';
import { userOf } from '../auth/guard.ts';
import { placeOfRevision, sayNotice, setOrder } from '../catalogue/standards/said.ts';
import type { App } from '../http/app.ts';

// Ten thousand revisions, in JSON.
const largestOrder = 1024 * 1024;

/** What librarians say of whole standards. */
export function standardRoutes(app: App, library: Library): void {
  const access = { config: { access: 'EGD_LIB_EDIT' } } as const;

  app.route({
    ...access,
    method: saveNotice.method,
    url: saveNotice.url,
    schema: {
      summary: 'Says that a standard is withdrawn, replaced or not for new design',
      body: saveNotice.body,
      response: { 200: saveNotice.response, 400: ErrorBody, 404: ErrorBody },
    },
    handler: async (request) => {
      const change = await changeLibrary(library, { user: userOf(request) }, (tx, made) =>
        sayNotice(tx, request.body, made),
      );
      return { change_id: recordedId(change) };
    },
  });

  app.route({
    ...access,
    method: settleOrder.method,
    url: settleOrder.url,
    bodyLimit: largestOrder,
    schema: {
      summary: 'Settles the order of the revisions of a standard',
      body: settleOrder.body,
      response: { 200: settleOrder.response, 400: ErrorBody, 404: ErrorBody, 409: ErrorBody },
    },
    handler: async (request) => {
      const change = await changeLibrary(library, { user: userOf(request) }, (tx, made) =>
        setOrder(tx, request.body, made),
      );
      return { change_id: recordedId(change) };
    },
  });

  app.route({
    ...access,
    method: placeRevision.method,
    url: placeRevision.url,
    schema: {
      summary: 'Where a new revision would stand among those of a standard',
      body: placeRevision.body,
      response: { 200: placeRevision.response, 404: ErrorBody },
    },
    handler: (request) => placeOfRevision(library.db, request.body),
  });
}
