import { exportAudit, listAudit } from '#contract/audit.ts';
import type { App } from '../http/app.ts';
import { sendSpreadsheet } from '../spreadsheet/send.ts';
import type { Db } from '../db/schema.ts';
import { auditLines, auditSheet } from '../audit/trail.ts';

const linesAPage = 100;

export function historyRoutes(app: App, db: Db): void {
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
}
