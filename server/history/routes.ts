import { listAudit, listHistory } from '#contract/audit.ts';
import type { Db } from '../db/schema.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import { jobTitles } from '../jobs/jobs.ts';
import { historyChanges, historyLines, peopleInHistory, trailFilterOf } from './history.ts';

const linesAPage = 100;
const changesAPage = 50;

/** Who changed what; an undo has a room of its own, and the spreadsheet of it is an export. */
export function historyRoutes(app: App, db: Db): void {
  const access = { config: { access: ['EGD_LIB_EDIT', 'EGD_LIB_AUDIT'] } } as const;

  app.route({
    ...access,
    ...callRoute(listAudit, 'The audit trail by line, newest first'),
    handler: async ({ query: { subject, subject_id, change_id, before, ...asked } }) => {
      const filter = { ...(await trailFilterOf(db, asked)), subject, change_id };
      const wanted = { ...filter, subject_id: number(subject_id) };
      const lines = await historyLines(db, wanted, number(before), linesAPage + 1);
      return { data: lines.slice(0, linesAPage), more: lines.length > linesAPage };
    },
  });

  app.route({
    ...access,
    ...callRoute(listHistory, 'The audit trail by change, newest first'),
    handler: async ({ query: { before, ...asked } }) => {
      const filter = await trailFilterOf(db, asked);
      const { changes, next } = await historyChanges(db, filter, number(before), changesAPage);
      const titles = await jobTitles(
        db,
        changes.map(({ change_id }) => change_id),
      );
      const data = changes.map((one) => ({ ...one, title: titles.get(one.change_id) ?? null }));
      return { data, next, people: await peopleInHistory(db) };
    },
  });
}

function number(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
