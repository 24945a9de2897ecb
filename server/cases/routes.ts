import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CaseMove, caseMoveNames, caseMoves, progressHeader } from '#contract/case-words.ts';
import * as calls from '#contract/cases.ts';
import { LibraryError } from '#contract/errors.ts';
import type { AccessLog } from '../auth/access-log.ts';
import { authorOf, holdsOne, userOf } from '../auth/guard.ts';
import { type Change, changeLibrary, type Library } from '../changes/change.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import { closedSignal } from '../http/closed.ts';
import type { Tx } from '../db/schema.ts';
import { findEntry } from '../redline/sides.ts';
import { spreadsheetBytes } from '../spreadsheet/spreadsheet.ts';
import { changeAction, writeAction } from './actions.ts';
import { listCalendars, writeCalendar } from './calendars.ts';
import { type CaseRow, requireCase } from './case-rows.ts';
import { caseNamed, casesOf, summaryOf } from './cases.ts';
import { type Compare, decide, recordWork, typeLine } from './lines.ts';
import { countForEvidence, evidenceOfPeriod, makeEvidence } from './evidence.ts';
import { type Evidence, titleOf } from './evidence-words.ts';
import { changeCase, correctDate, extend, moveCase } from './moves.ts';
import { openByHand } from './open-cases.ts';
import { listRules, writeRule } from './rules.ts';
import { caseSheet } from './sheets.ts';
import { standardsWithoutCase } from './without-case.ts';
import { renewLines, wholeCase } from './whole-case.ts';

const onceBy = (request: FastifyRequest) => ({ ...authorOf(request), once: true });

type CaseRoutesDeps = {
  library: Library;
  compare: Compare;
  access: AccessLog;
  /** A review has begun: its comparison should not wait for the next look at the jobs. */
  onStarted: () => void;
};

const reads = { config: { access: 'EGD_LIB' } } as const;
/** Leaves a line in the access audit, so another site's page may not ask for it. */
const exports = { config: { access: 'EGD_LIB', writes: true } } as const;
const reviews = { config: { access: 'EGD_LIB_REVIEW' } } as const;
const looksInto = ['EGD_LIB_REVIEW', 'EGD_LIB_EDIT', 'EGD_LIB_AUDIT'] as const;
const refusals = [400, 404, 409] as const;
const evidenceRefusals = [...refusals, 429, 503] as const;
/** Thousands of lines, days or owners. */
const largestList = 512 * 1024;

/** Change cases: what everyone reads, and what reviewers do. */
export function caseRoutes(
  app: App,
  { library, compare, access, onStarted }: CaseRoutesDeps,
): void {
  const { db, now } = library;
  const asking = (request: FastifyRequest) => ({ user: userOf(request), now: now() });
  const readerOf = (request: FastifyRequest) => ({
    ...asking(request),
    mayLookIn: holdsOne(request, looksInto),
    mayReview: holdsOne(request, ['EGD_LIB_REVIEW']),
  });
  /** Changes a case in one transaction. */
  const changing = async <T>(
    request: FastifyRequest<{ Params: { id: string } }>,
    work: (tx: Tx, row: CaseRow, change: Change) => Promise<T>,
  ): Promise<T> => {
    const { result } = await changeLibrary(library, onceBy(request), async (tx, change) =>
      work(tx, await requireCase(tx, Number(request.params.id)), change),
    );
    return result;
  };

  app.route({
    ...reads,
    ...callRoute(calls.listCases, 'Change cases; those to review first, by the day they are due'),
    handler: (request) => casesOf(db, request.query, asking(request)),
  });

  app.route({
    ...reads,
    ...callRoute(calls.summarizeCases, 'Change cases at a glance'),
    handler: (request) => summaryOf(db, asking(request)),
  });

  app.route({
    ...reads,
    ...callRoute(
      calls.listWithoutCase,
      'Standards whose latest revision has no change case, and why',
    ),
    handler: (request) => standardsWithoutCase(db, request.query),
  });

  app.route({
    ...reads,
    ...callRoute(calls.findCaseOf, 'The change case of a document'),
    handler: async ({ query }) => ({ data: await caseNamed(db, query.name, now()) }),
  });

  app.route({
    ...reads,
    ...callRoute(calls.exportCases, 'Change cases as a spreadsheet', [400]),
    handler: async (request, reply) => {
      const { format, ...filter } = request.query;
      const rows = caseSheet(db, filter, asking(request));
      return sendFile(reply, 'Change cases', format, Readable.from(spreadsheetBytes(format, rows)));
    },
  });

  app.route({
    ...reads,
    ...callRoute(
      calls.readCase,
      'A change case; a review that is not signed only for those who may look into it',
      [404],
    ),
    handler: (request) => wholeCase(db, Number(request.params.id), readerOf(request)),
  });

  app.route({
    ...exports,
    ...callRoute(
      calls.exportEvidence,
      'The proof of a change case as a PDF or spreadsheet; its SHA-256 goes into the access audit',
      evidenceRefusals,
    ),
    handler: async (request, reply) => {
      const whole = await wholeCase(db, Number(request.params.id), readerOf(request));
      const name = `Change case ${whole.id} ${whole.doc_num} Rev. ${whole.doc_rev}`;
      const read = async () => ({ title: titleOf(whole), cases: [whole] });
      return sendEvidence(request, reply, read, name.replaceAll(/[\\/]/g, '-'));
    },
  });

  app.route({
    ...exports,
    ...callRoute(
      calls.exportCasesEvidence,
      'The proof of the change cases of a filter as a PDF or spreadsheet; its SHA-256 goes into the access audit',
      evidenceRefusals,
    ),
    handler: async (request, reply) => {
      const { format, progress, ...filter } = request.query;
      const reader = readerOf(request);
      const total = await countForEvidence(db, filter, reader, format);
      const making = { ...makingOf(request, reply), filter, reader };
      const parts = evidenceOfPeriod({ db, now, access }, total, making);
      if (progress === '1') reply.header(progressHeader, total);
      const body = progress === '1' ? parts : (await buffer(parts)).subarray(total);
      return sendFile(reply, 'Evidence of change cases', format, body);
    },
  });

  async function sendEvidence(
    request: FastifyRequest<{ Querystring: { format: calls.EvidenceFormat } }>,
    reply: FastifyReply,
    read: () => Promise<Evidence>,
    name: string,
  ): Promise<FastifyReply> {
    const making = makingOf(request, reply);
    const body = await makeEvidence({ db, now, access }, read, making);
    return sendFile(reply, name, making.format, body);
  }

  function makingOf(
    request: FastifyRequest<{ Querystring: { format: calls.EvidenceFormat } }>,
    reply: FastifyReply,
  ) {
    const { format } = request.query;
    const signal = closedSignal(reply);
    return { format, user: userOf(request), address: request.ip, signal };
  }

  app.route({
    config: { access: ['EGD_LIB_REVIEW', 'EGD_LIB_EDIT'] },
    ...callRoute(calls.openCase, 'Opens a change case by hand', refusals),
    handler: async (request) => {
      const { name } = request.body;
      const document = await findEntry(db, name);
      if (document === null) {
        throw new LibraryError('not_found', `Document "${name}" not found.`);
      }
      const { result } = await changeLibrary(library, onceBy(request), (tx, change) =>
        openByHand(tx, document.document_id, change),
      );
      return { id: result };
    },
  });

  app.route({
    ...reviews,
    ...callRoute(
      calls.saveCase,
      'Changes the people of a case, or the day the customer announced the revision',
      refusals,
    ),
    handler: async (request) => ({
      version: await changing(request, (tx, row, change) =>
        changeCase(tx, row, request.body, change),
      ),
    }),
  });

  app.route({
    ...reviews,
    ...callRoute(calls.extendCase, 'Moves the day on which a case is due, with a reason', refusals),
    handler: async (request) => ({
      version: await changing(request, (tx, row, change) => extend(tx, row, request.body, change)),
    }),
  });

  for (const move of caseMoveNames) moveRoute(move);

  function moveRoute(move: CaseMove): void {
    app.route({
      ...reviews,
      ...callRoute(
        {
          ...calls.moveCase,
          url: calls.moveCase.url.replace(':move', move),
          body: calls.caseMoveBodies[move],
        },
        `${caseMoves[move].name}: moves a case from ${caseMoves[move].from.join(' or ')} to ${caseMoves[move].to}`,
        refusals,
      ),
      handler: async (request) => {
        const version = await changing(
          request as FastifyRequest<{ Params: { id: string } }>,
          // The schema of the move has checked it.
          (tx, row, change) => moveCase(tx, row, move, request.body as calls.CaseMoveBody, change),
        );
        if (move === 'start') onStarted();
        return { version };
      },
    });
  }

  app.route({
    ...reviews,
    bodyLimit: largestList,
    ...callRoute(calls.decideLines, 'Decides about changes, many at once', refusals),
    handler: (request) =>
      changing(request, (tx, row, change) => decide(tx, row, request.body, change)),
  });

  app.route({
    ...reviews,
    ...callRoute(calls.addLine, 'Adds a line to the list of changes', refusals),
    handler: async (request) => ({
      id: await changing(request, (tx, row, change) =>
        typeLine(tx, row, request.body.text, change),
      ),
    }),
  });

  app.route({
    ...reviews,
    ...callRoute(calls.renewLines, 'Makes the list of changes again, when it is out of date', [
      ...refusals,
      503,
    ]),
    handler: async (request) => {
      const id = Number(request.params.id);
      return { version: await renewLines({ library, compare }, id, userOf(request)) };
    },
  });

  app.route({
    ...reviews,
    ...callRoute(
      calls.correctDate,
      'Corrects a wrong date; the old one stays to be seen',
      refusals,
    ),
    handler: async (request) => ({
      version: await changing(request, (tx, row, change) =>
        correctDate(tx, row, request.body, change),
      ),
    }),
  });

  app.route({
    ...reviews,
    ...callRoute(calls.addRemark, 'Adds a correction, which stays', refusals),
    handler: async (request) => ({
      at: await changing(request, async (_tx, row, change) => {
        await recordWork(row, { what: `Correction: ${request.body.text.trim()}` }, change);
        return change.at.toISOString();
      }),
    }),
  });

  app.route({
    ...reviews,
    ...callRoute(calls.addAction, 'Adds an action to a case', refusals),
    handler: async (request) => ({
      id: await changing(request, (tx, row, change) => writeAction(tx, row, request.body, change)),
    }),
  });

  app.route({
    ...reviews,
    ...callRoute(calls.saveAction, 'Changes an action of a case', refusals),
    handler: async (request) => ({
      version: await changing(request, (tx, row, change) =>
        changeAction(tx, row, Number(request.params.action), request.body, change),
      ),
    }),
  });
}

/** Rules by customer and calendars, which librarians keep. */
export function caseRuleRoutes(app: App, library: Library): void {
  const { db } = library;
  const looks = { config: { access: ['EGD_LIB_EDIT', 'EGD_LIB_AUDIT'] } } as const;
  const edits = { config: { access: 'EGD_LIB_EDIT' } } as const;

  app.route({
    ...looks,
    ...callRoute(calls.listCaseRules, 'When cases of each customer are opened and due'),
    handler: async () => ({ data: await listRules(db) }),
  });

  app.route({
    ...edits,
    bodyLimit: largestList,
    ...callRoute(calls.saveCaseRule, 'Changes the rule for cases of a customer', refusals),
    handler: async (request) => {
      const { result } = await changeLibrary(library, onceBy(request), (tx, change) =>
        writeRule(tx, request.body, change),
      );
      return result;
    },
  });

  app.route({
    ...looks,
    ...callRoute(calls.listCalendars, 'The working days of the sites'),
    handler: async () => ({ data: await listCalendars(db) }),
  });

  app.route({
    ...edits,
    bodyLimit: largestList,
    ...callRoute(calls.saveCalendar, 'Adds or changes a calendar', refusals),
    handler: async (request) => {
      const { result } = await changeLibrary(library, onceBy(request), (tx, change) =>
        writeCalendar(tx, request.body, change),
      );
      return result;
    },
  });
}

const types = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

function sendFile(
  reply: FastifyReply,
  name: string,
  format: keyof typeof types,
  body: Readable | Buffer,
): FastifyReply {
  reply.header('content-type', types[format]);
  reply.header('content-disposition', contentDisposition(`${name}.${format}`));
  return reply.header('cache-control', 'private, no-store').send(body);
}
