import { viewDocuments, viewFiles } from '#contract/views.ts';
import { runningImport } from '../jobs/jobs.ts';
import type { Db } from '../db/schema.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import { compressList } from '../http/compress.ts';
import { fileRows } from './file-rows.ts';
import { documentsById, documentIdsFrom } from './rows.ts';
import { type FeedPosition, positionOf } from '../changes/changes-since.ts';
import type { ViewsProcess } from './views/views-process.ts';
import type { ViewRequest, ViewWindow } from './views/views.ts';

/** Windows of sheets that are too large for a browser. */
export function viewRoutes(app: App, db: Db, views: ViewsProcess): void {
  app.route({
    config: { access: 'EGD_LIB_EDIT' },
    ...callRoute(
      viewDocuments,
      'Some of the standard numbers, as the server has sorted and filtered them',
    ),
    onSend: compressList,
    handler: async ({ body: { customer_id, ...body } }) => {
      const request = { ...body, sheet: 'documents' as const, customerId: customer_id };
      if (isAllInOrderOfId(request) && (await isBehind(db, views))) {
        const { ids, total } = await documentIdsFrom(db, request);
        const window = { view: 'all', found: total, total, counts: {} };
        return {
          ...window,
          as_of: await positionOf(db),
          data: inOrder(ids, await documentsById(db, ids)),
        };
      }
      return windowWithRows(db, views, request, (ids) => documentsById(db, ids));
    },
  });

  app.route({
    config: { access: 'EGD_LIB_EDIT' },
    ...callRoute(viewFiles, 'Some of the files, as the server has sorted and filtered them'),
    onSend: compressList,
    handler: ({ body }) => {
      const request = { ...body, sheet: 'files' as const, customerId: null };
      return windowWithRows(db, views, request, (ids) => fileRows(db, ids));
    },
  });
}

/**
 * Whether a view of the standard numbers would have to wait: until a million rows are in memory, or until
 * what a job writes meanwhile is. The first rows of the console come without it.
 */
async function isBehind(db: Db, views: ViewsProcess): Promise<boolean> {
  if (views.isPrepared('documents')) return (await runningImport(db)) !== null;
  views.prepare('documents');
  return true;
}

/** A view with rows that were deleted meanwhile is sorted again, a limited number of times. */
async function windowWithRows<Row extends { id: number }>(
  db: Db,
  views: ViewsProcess,
  request: ViewRequest,
  read: (ids: readonly number[]) => Promise<Row[]>,
): Promise<Omit<ViewWindow, 'ids'> & { data: Row[]; as_of: FeedPosition }> {
  for (let attempt = 1; ; attempt++) {
    const as_of = await positionOf(db);
    const view = attempt === 1 ? request.view : null;
    const { ids, ...window } = await views.window({ ...request, view });
    const data = inOrder(ids, await read(ids));
    if (data.length === ids.length || attempt === 3) return { ...window, data, as_of };
  }
}

function inOrder<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function isAllInOrderOfId({ arrangement }: ViewRequest): boolean {
  const { sort, filters, search } = arrangement;
  return [...Object.values(filters), search].every((text) => text.trim() === '') && sort === null;
}
