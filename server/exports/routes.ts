import { exportAudit } from '#contract/audit.ts';
import { exportCatalogue } from '#contract/editing.ts';
import { userOf } from '../auth/guard.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/schema.ts';
import { trailFilterOf } from '../history/history.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import type { Workers } from '../jobs/workers.ts';
import { sendExport } from './send-export.ts';

type Deps = { config: Config; db: Db; workers: Workers };

/** Whole tables as spreadsheets; the command line writes the same. */
export function exportRoutes(app: App, { config, db, workers }: Deps): void {
  app.route({
    ...callRoute(exportCatalogue, 'All entries as a spreadsheet'),
    config: { access: 'EGD_LIB_EDIT' },
    handler: (request, reply) => {
      const { format, check } = request.query;
      const order = { config, sheet: { of: 'catalogue' }, format } as const;
      const exporting = { db, reply, user: userOf(request), name: 'EGD Library', workers, check };
      return sendExport(exporting, order);
    },
  });

  app.route({
    ...callRoute(exportAudit, 'The audit trail as a spreadsheet, whole or filtered'),
    config: { access: ['EGD_LIB_EDIT', 'EGD_LIB_AUDIT'] },
    handler: async (request, reply) => {
      const { format, check, ...asked } = request.query;
      const sheet = { of: 'history', filter: await trailFilterOf(db, asked) } as const;
      const user = userOf(request);
      const exporting = { db, reply, user, name: 'EGD Library audit trail', workers, check };
      return sendExport(exporting, { config, sheet, format });
    },
  });
}
