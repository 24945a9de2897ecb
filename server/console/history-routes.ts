import { exportAudit, listAudit, takeBack } from '#contract/audit.ts';
import { ErrorBody } from '#contract/errors.ts';
import type { Library } from '../audit/change.ts';
import { userOf } from '../auth/guard.ts';
import type { App } from '../http/app.ts';
import type { ScanTrigger } from '../scan/scan-process.ts';
import type { SharedFolder } from '../share/shared-folder.ts';
import { sendSpreadsheet } from '../spreadsheet/send.ts';
import { auditLines, auditSheet } from '../audit/trail.ts';
import { takeBackChange } from './take-back.ts';

const linesAPage = 100;

// The lines that a librarian chose, as numbers in JSON.
const largestChoice = 1024 * 1024;

type HistoryRoutesDeps = { library: Library; folder: SharedFolder; scans: ScanTrigger | null };

export function historyRoutes(app: App, { library, folder, scans }: HistoryRoutesDeps): void {
  const { db } = library;

  app.route({
    method: listAudit.method,
    url: listAudit.url,
    config: { access: 'EGD_LIB_EDIT' },
    schema: {
      summary: 'Who changed what, the newest first',
      querystring: listAudit.query,
      response: { 200: listAudit.response },
    },
    handler: async ({ query: { subject, subject_id, before } }) => {
      const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
      const query = { subject, subject_id: number(subject_id), before: number(before) };
      const lines = await auditLines(db, query, linesAPage + 1);
      return { data: lines.slice(0, linesAPage), more: lines.length > linesAPage };
    },
  });

  app.route({
    method: exportAudit.method,
    url: exportAudit.url,
    config: { access: 'EGD_LIB_EDIT' },
    schema: { summary: 'The whole audit trail as a spreadsheet', querystring: exportAudit.query },
    handler: ({ query: { format } }, reply) =>
      sendSpreadsheet(reply, `EGD Library audit trail.${format}`, auditSheet(db)),
  });

  app.route({
    method: takeBack.method,
    url: takeBack.url,
    config: { access: 'EGD_LIB_EDIT' },
    bodyLimit: largestChoice,
    schema: {
      summary: 'Takes a change back, as a change of its own',
      body: takeBack.body,
      response: { 200: takeBack.response, 404: ErrorBody, 409: ErrorBody, 413: ErrorBody },
    },
    handler: async (request) => {
      const answer = await takeBackChange(library, folder, {
        ...request.body,
        user: userOf(request),
      });
      if (answer.change_id !== null) scans?.scanNow();
      return answer;
    },
  });
}
