import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CaseMove, caseMoveNames, caseMoves } from '#contract/case-words.ts';
import * as calls from '#contract/cases.ts';
import { ErrorBody, LibraryError } from '#contract/errors.ts';
import { holdsOne, userOf } from '../auth/guard.ts';
import { type Change, changeLibrary, type Library } from '../changes/change.ts';
import type { App } from '../http/app.ts';
import { closedSignal } from '../http/closed.ts';
import { compressList } from '../http/compress.ts';
import type { Tx } from '../db/schema.ts';
import { findEntry } from '../redline/sides.ts';
import { spreadsheetBytes } from '../spreadsheet/spreadsheet.ts';
import { changeAction, writeAction } from './actions.ts';
import { listCalendars, writeCalendar } from './calendars.ts';
import { type CaseRow, requireCase } from './case-rows.ts';
import { caseNamed, casesOf, summaryOf } from './cases.ts';
import { type Compare, decide, recordWork, typeLine } from './lines.ts';
import { casesForEvidence, filterInWords, makeEvidence } from './evidence.ts';
import { type Evidence, titleOf } from './evidence-words.ts';
import { changeCase, extend, moveCase } from './moves.ts';
import { openByHand } from './open-cases.ts';
import { listRules, writeRule } from './rules.ts';
import { caseSheet } from './sheets.ts';
import { renewLines, wholeCase } from './whole-case.ts';

type CaseRoutesDeps = { library: Library; compare: Compare };

const reads = { config: { access: 'EGD_LIB' } } as const;
const reviews = { config: { access: 'EGD_LIB_REVIEW' } } as const;
const looksInto = ['EGD_LIB_REVIEW', 'EGD_LIB_EDIT', 'EGD_LIB_AUDIT'] as const;
const refusals = { 400: ErrorBody, 404: ErrorBody, 409: ErrorBody };

/** Change cases: what everyone reads, and what reviewers do. */
export function caseRoutes(app: App, { library, compare }: CaseRoutesDeps): void {
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
    const { result } = await changeLibrary(library, { user: userOf(request) }, async (tx, change) =>
      work(tx, await requireCase(tx, Number(request.params.id)), change),
    );
    return result;
  };

  app.route({
    ...reads,
    method: calls.listCases.method,
    url: calls.listCases.url,
    onSend: compressList,
    schema: {
      summary: 'Change cases; those to review first, by the day they are due',
      querystring: calls.listCases.query,
      response: { 200: calls.listCases.response },
    },
    handler: (request) => casesOf(db, request.query, asking(request)),
  });

  app.route({
    ...reads,
    method: calls.summarizeCases.method,
    url: calls.summarizeCases.url,
    schema: {
      summary: 'Change cases at a glance',
      response: { 200: calls.summarizeCases.response },
    },
    handler: (request) => summaryOf(db, asking(request)),
  });

  app.route({
    ...reads,
    method: calls.findCaseOf.method,
    url: calls.findCaseOf.url,
    schema: {
      summary: 'The change case of a document',
      querystring: calls.findCaseOf.query,
      response: { 200: calls.findCaseOf.response },
    },
    handler: async ({ query }) => ({ data: await caseNamed(db, query.name, now()) }),
  });

  app.route({
    ...reads,
    method: calls.exportCases.method,
    url: calls.exportCases.url,
    schema: {
      summary: 'Change cases as a spreadsheet',
      querystring: calls.exportCases.query,
      response: { 400: ErrorBody },
    },
    handler: async (request, reply) => {
      const { format, ...filter } = request.query;
      const rows = caseSheet(db, filter, asking(request));
      return sendFile(reply, 'Change cases', format, Readable.from(spreadsheetBytes(format, rows)));
    },
  });

  app.route({
    ...reads,
    method: calls.readCase.method,
    url: calls.readCase.url,
    onSend: compressList,
    schema: {
      summary: 'A change case; a review that is not signed only for those who may look into it',
      params: calls.readCase.params,
      response: { 200: calls.readCase.response, 404: ErrorBody },
    },
    handler: (request) =>
      wholeCase({ library, compare }, Number(request.params.id), readerOf(request)),
  });

  app.route({
    ...reads,
    method: calls.exportEvidence.method,
    url: calls.exportEvidence.url,
    schema: {
      summary:
        'The proof of a change case as a PDF or spreadsheet; its SHA-256 goes into the trail',
      params: calls.exportEvidence.params,
      querystring: calls.exportEvidence.query,
      response: refusals,
    },
    handler: async (request, reply) => {
      const id = Number(request.params.id);
      const whole = await wholeCase({ library, compare }, id, readerOf(request));
      const name = `Change case ${whole.id} ${whole.doc_num} Rev. ${whole.doc_rev}`;
      const evidence = { title: titleOf(whole), cases: [whole] };
      return sendEvidence(request, reply, evidence, name.replaceAll(/[\\/]/g, '-'));
    },
  });

  app.route({
    ...reads,
    method: calls.exportCasesEvidence.method,
    url: calls.exportCasesEvidence.url,
    schema: {
      summary:
        'The proof of the change cases of a filter as a PDF or spreadsheet; its SHA-256 goes into the trail',
      querystring: calls.exportCasesEvidence.query,
      response: refusals,
    },
    handler: async (request, reply) => {
      const { format: _format, ...filter } = request.query;
      const reader = readerOf(request);
      const cases = await casesForEvidence(library, filter, reader);
      const evidence = { title: filterInWords(filter, reader.user), cases };
      return sendEvidence(request, reply, evidence, 'Evidence of change cases');
    },
  });

  async function sendEvidence(
    request: FastifyRequest<{ Querystring: { format: calls.EvidenceFormat } }>,
    reply: FastifyReply,
    evidence: Evidence,
    name: string,
  ): Promise<FastifyReply> {
    const { format } = request.query;
    const making = { format, user: userOf(request), signal: closedSignal(reply) };
    return sendFile(reply, name, format, await makeEvidence(library, evidence, making));
  }

  app.route({
    config: { access: ['EGD_LIB_REVIEW', 'EGD_LIB_EDIT'] },
    method: calls.openCase.method,
    url: calls.openCase.url,
    schema: {
      summary: 'Opens a change case by hand',
      body: calls.openCase.body,
      response: { 200: calls.openCase.response, ...refusals },
    },
    handler: async (request) => {
      const { name } = request.body;
      const document = await findEntry(db, name);
      if (document === null) {
        throw new LibraryError('not_found', `No document is called "${name}".`);
      }
      const { result } = await changeLibrary(library, { user: userOf(request) }, (tx, change) =>
        openByHand(tx, document.document_id, change),
      );
      return { id: result };
    },
  });

  app.route({
    ...reviews,
    method: calls.saveCase.method,
    url: calls.saveCase.url,
    schema: {
      summary: 'Changes the people of a case, or the day the customer announced the revision',
      params: calls.saveCase.params,
      body: calls.saveCase.body,
      response: { 200: calls.saveCase.response, ...refusals },
    },
    handler: async (request) => ({
      version: await changing(request, (tx, row, change) =>
        changeCase(tx, row, request.body, change),
      ),
    }),
  });

  app.route({
    ...reviews,
    method: calls.extendCase.method,
    url: calls.extendCase.url,
    schema: {
      summary: 'Moves the day on which a case is due, with a reason',
      params: calls.extendCase.params,
      body: calls.extendCase.body,
      response: { 200: calls.extendCase.response, ...refusals },
    },
    handler: async (request) => ({
      version: await changing(request, (tx, row, change) => extend(tx, row, request.body, change)),
    }),
  });

  for (const move of caseMoveNames) moveRoute(move);

  function moveRoute(move: CaseMove): void {
    app.route({
      ...reviews,
      method: calls.moveCase.method,
      url: calls.moveCase.url.replace(':move', move),
      schema: {
        summary: `${caseMoves[move].name}: moves a case from ${caseMoves[move].from.join(' or ')} to ${caseMoves[move].to}`,
        params: calls.moveCase.params,
        body: calls.caseMoveBodies[move],
        response: { 200: calls.moveCase.response, ...refusals },
      },
      handler: async (request) => ({
        version: await changing(
          request as FastifyRequest<{ Params: { id: string } }>,
          // The schema of the move has checked it.
          (tx, row, change) => moveCase(tx, row, move, request.body as calls.CaseMoveBody, change),
        ),
      }),
    });
  }

  app.route({
    ...reviews,
    method: calls.decideLines.method,
    url: calls.decideLines.url,
    schema: {
      summary: 'Decides about changes, many at once',
      params: calls.decideLines.params,
      body: calls.decideLines.body,
      response: { 200: calls.decideLines.response, ...refusals },
    },
    handler: async (request) => ({
      left: await changing(request, (tx, row, change) => decide(tx, row, request.body, change)),
    }),
  });

  app.route({
    ...reviews,
    method: calls.addLine.method,
    url: calls.addLine.url,
    schema: {
      summary: 'Adds a line to the list of changes',
      params: calls.addLine.params,
      body: calls.addLine.body,
      response: { 200: calls.addLine.response, ...refusals },
    },
    handler: async (request) => ({
      position: await changing(request, (tx, row, change) =>
        typeLine(tx, row, request.body.text, change),
      ),
    }),
  });

  app.route({
    ...reviews,
    method: calls.renewLines.method,
    url: calls.renewLines.url,
    schema: {
      summary: 'Makes the list of changes again, after a PDF was replaced',
      params: calls.renewLines.params,
      response: { 200: calls.renewLines.response, ...refusals, 503: ErrorBody },
    },
    handler: async (request) => {
      const id = Number(request.params.id);
      return { version: await renewLines({ library, compare }, id, userOf(request)) };
    },
  });

  app.route({
    ...reviews,
    method: calls.addRemark.method,
    url: calls.addRemark.url,
    schema: {
      summary: 'Adds a correction, which stays',
      params: calls.addRemark.params,
      body: calls.addRemark.body,
      response: { 200: calls.addRemark.response, ...refusals },
    },
    handler: async (request) => ({
      at: await changing(request, async (_tx, row, change) => {
        await recordWork(row, { what: `Correction: ${request.body.text.trim()}` }, change);
        return change.at.toISOString();
      }),
    }),
  });

  app.route({
    ...reviews,
    method: calls.addAction.method,
    url: calls.addAction.url,
    schema: {
      summary: 'Adds an action to a case',
      params: calls.addAction.params,
      body: calls.addAction.body,
      response: { 200: calls.addAction.response, ...refusals },
    },
    handler: async (request) => ({
      id: await changing(request, (tx, row, change) => writeAction(tx, row, request.body, change)),
    }),
  });

  app.route({
    ...reviews,
    method: calls.saveAction.method,
    url: calls.saveAction.url,
    schema: {
      summary: 'Changes an action of a case',
      params: calls.saveAction.params,
      body: calls.saveAction.body,
      response: { 200: calls.saveAction.response, ...refusals },
    },
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
    method: calls.listCaseRules.method,
    url: calls.listCaseRules.url,
    schema: {
      summary: 'When cases of each customer are opened and due',
      response: { 200: calls.listCaseRules.response },
    },
    handler: async () => ({ data: await listRules(db) }),
  });

  app.route({
    ...edits,
    method: calls.saveCaseRule.method,
    url: calls.saveCaseRule.url,
    schema: {
      summary: 'Changes the rule for cases of a customer',
      body: calls.saveCaseRule.body,
      response: { 200: calls.saveCaseRule.response, ...refusals },
    },
    handler: async (request) => {
      const { result } = await changeLibrary(library, { user: userOf(request) }, (tx, change) =>
        writeRule(tx, request.body, change),
      );
      return result;
    },
  });

  app.route({
    ...looks,
    method: calls.listCalendars.method,
    url: calls.listCalendars.url,
    schema: {
      summary: 'The working days of the sites',
      response: { 200: calls.listCalendars.response },
    },
    handler: async () => ({ data: await listCalendars(db) }),
  });

  app.route({
    ...edits,
    method: calls.saveCalendar.method,
    url: calls.saveCalendar.url,
    schema: {
      summary: 'Adds or changes a calendar',
      body: calls.saveCalendar.body,
      response: { 200: calls.saveCalendar.response, ...refusals },
    },
    handler: async (request) => {
      const { result } = await changeLibrary(library, { user: userOf(request) }, (tx, change) =>
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
