import {
  exportAudit,
  type HistoryFilter,
  listAudit,
  listHistory,
  undoChange,
} from '#contract/audit.ts';
import type { Library } from '../changes/change.ts';
import { authorOf, userOf } from '../auth/guard.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import type { ScanTrigger } from '../scan/scan-process.ts';
import type { SharedFolder } from '../share/shared-folder.ts';
import {
  historyChanges,
  type TrailFilter,
  historyLines,
  peopleInHistory,
} from '../changes/history.ts';
import { documentIdsOfNumber } from '../catalogue/former-numbers.ts';
import type { Db } from '../db/schema.ts';
import type { Config } from '../config/config.ts';
import { jobTitles } from '../jobs/jobs.ts';
import type { Workers } from '../jobs/workers.ts';
import { sendExport } from './export-process.ts';
import type { JobRunner } from '../jobs/runner.ts';
import { performUndo } from './undo.ts';
import { undoLarge } from './undo-large.ts';

const linesAPage = 100;
const changesAPage = 50;

// The lines that a librarian chose, as numbers in JSON.
const largestChoice = 1024 * 1024;

type HistoryRoutesDeps = {
  config: Config;
  library: Library;
  folder: SharedFolder;
  scans: ScanTrigger | null;
  runner: JobRunner;
  workers: Workers;
};

export function historyRoutes(app: App, deps: HistoryRoutesDeps): void {
  const { config, library, folder, scans, runner, workers } = deps;
  const { db } = library;

  app.route({
    ...callRoute(listAudit, 'Who changed what, line by line, the newest first'),
    config: { access: ['EGD_LIB_EDIT', 'EGD_LIB_AUDIT'] },
    handler: async ({ query: { subject, subject_id, change_id, before, ...asked } }) => {
      const filter = { ...(await filterOf(db, asked)), subject, subject_id: number(subject_id) };
      const wanted = { ...filter, change_id };
      const lines = await historyLines(db, wanted, number(before), linesAPage + 1);
      return { data: lines.slice(0, linesAPage), more: lines.length > linesAPage };
    },
  });

  app.route({
    ...callRoute(listHistory, 'Who changed what, change by change, the newest first'),
    config: { access: ['EGD_LIB_EDIT', 'EGD_LIB_AUDIT'] },
    handler: async ({ query: { before, ...asked } }) => {
      const filter = await filterOf(db, asked);
      const { changes, next } = await historyChanges(db, filter, number(before), changesAPage);
      const titles = await jobTitles(
        db,
        changes.map(({ change_id }) => change_id),
      );
      const data = changes.map((one) => ({ ...one, title: titles.get(one.change_id) ?? null }));
      return { data, next, people: await peopleInHistory(db) };
    },
  });

  app.route({
    ...callRoute(exportAudit, 'The audit trail, or what a filter lets through, as a spreadsheet'),
    config: { access: ['EGD_LIB_EDIT', 'EGD_LIB_AUDIT'] },
    handler: async (request, reply) => {
      const { format, check, ...asked } = request.query;
      const sheet = { of: 'history', filter: await filterOf(db, asked) } as const;
      const user = userOf(request);
      const exporting = { db, reply, user, name: 'EGD Library audit trail', workers, check };
      return sendExport(exporting, { config, sheet, format });
    },
  });

  app.route({
    ...callRoute(undoChange, 'Undoes a change, as a new change', [404, 409, 413]),
    config: { access: 'EGD_LIB_EDIT' },
    bodyLimit: largestChoice,
    handler: async (request) => {
      const wanted = { ...request.body, author: authorOf(request) };
      await runner.endFailed();
      const large = await undoLarge(library, wanted, (job) => {
        runner.run(job, null).catch((error: unknown) => {
          request.log.warn({ err: error, job: job.id }, 'undo failed');
        });
      });
      if (large !== null) return large;
      const answer = await performUndo(library, folder, wanted);
      if (answer.change_id !== null) scans?.scanNow();
      return answer;
    },
  });
}

async function filterOf(
  db: Db,
  { doc_num, customer_id, ...asked }: HistoryFilter,
): Promise<TrailFilter> {
  return {
    ...asked,
    customer_id: number(customer_id),
    document_ids: doc_num === undefined ? undefined : await documentIdsOfNumber(db, doc_num),
  };
}

function number(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
