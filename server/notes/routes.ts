import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorHeader } from '#contract/calls.ts';
import { ErrorBody } from '#contract/error-body.ts';
import {
  addNote,
  addNoteComment,
  addNotePicture,
  deleteNote,
  deleteNoteComment,
  deleteSignature,
  exportNotes,
  forgetNotes,
  hideNote,
  importNotes,
  listNotes,
  Note,
  NoteConflict,
  readNotePicture,
  readPageWords,
  readSignature,
  saveNote,
  saveSignature,
  searchNotes,
  settleCarriedNote,
} from '#contract/notes.ts';
import { pdfFileName } from '#contract/file-name.ts';
import type { Library } from '../changes/change.ts';
import type { App } from '../http/app.ts';
import type { AccessLog } from '../auth/access-log.ts';
import { userOf } from '../auth/guard.ts';
import { closedSignal } from '../http/closed.ts';
import { compressList } from '../http/compress.ts';
import type { SharedFolder } from '../share/shared-folder.ts';
import { spreadsheetBytes } from '../spreadsheet/spreadsheet.ts';
import type { Carrying } from './carry/carrying.ts';
import { copyWithNotes } from './copy/copy-with-notes.ts';
import { addComment, deleteComment } from './comments.ts';
import { noteSheet, seenNotes } from './export-notes.ts';
import { forgetNotes as forget } from './forget-notes.ts';
import { hideNote as hide } from './hide-note.ts';
import { listNotes as list } from './list-notes.ts';
import { noteReaders } from './note-readers.ts';
import { requireNotedDocument } from './noted-document.ts';
import {
  addNote as add,
  deleteNote as remove,
  NoteChangedError,
  saveNote as save,
} from './notes.ts';
import { readPageWords as readWords } from './page-words.ts';
import { addPicture, readPicture } from './pictures.ts';
import { searchNotes as search } from './search-notes.ts';
import { settleCarried } from './settle-carried.ts';
import {
  deleteSignature as removeSignature,
  findSignature,
  saveSignature as keepSignature,
} from './signatures.ts';
import { importAnnotations, webAnnotation } from './web-annotations.ts';

// Ten thousand points of a drawing with three decimals each.
const largestNote = 400 * 1024;
const largestImport = 4 * 1024 * 1024;
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const refusals = { 400: ErrorBody, 403: ErrorBody, 404: ErrorBody, 413: ErrorBody };

type NoteRoutesDeps = {
  library: Library;
  folder: SharedFolder;
  access: AccessLog;
  carrying: Carrying;
};

/** Notes on the pages of a PDF, and their comments. */
export function noteRoutes(app: App, deps: NoteRoutesDeps): void {
  const { library, carrying } = deps;
  const { db } = library;
  const readerOf = noteReaders(db);

  app.route({
    method: listNotes.method,
    url: listNotes.url,
    config: { access: 'EGD_LIB' },
    onSend: compressList,
    schema: {
      summary: 'The notes of a PDF that the user sees, or those that changed since a cursor',
      querystring: listNotes.query,
      response: { 200: listNotes.response, ...refusals },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { name, since = null } = request.query;
      if (request.versions === null) throw new Error('The guard reads the versions.');
      const document = await requireNotedDocument(db, name);
      const reader = await readerOf(request);
      const notes = await list(db, document, { reader, versions: request.versions, since });
      const is_carrying = notes.is_whole
        ? await carrying.start(document)
        : carrying.isCarrying(document);
      return { ...notes, is_carrying };
    },
  });

  app.route({
    method: readPageWords.method,
    url: readPageWords.url,
    config: { access: 'EGD_LIB' },
    onSend: compressList,
    schema: {
      summary: 'The stored words of a page, with their places',
      querystring: readPageWords.query,
      response: { 200: readPageWords.response, ...refusals },
    },
    handler: async ({ query }) => {
      const { content } = await requireNotedDocument(db, query.name);
      const page = Number(query.page);
      const words = content === null ? null : await readWords(db, content, [page]);
      const data = (words?.get(page) ?? []).map(
        ({ text, left, top, width, height }): [string, number, number, number, number] => [
          text,
          left,
          top,
          width,
          height,
        ],
      );
      return { content, data };
    },
  });

  app.route({
    method: addNote.method,
    url: addNote.url,
    config: { access: 'EGD_LIB' },
    bodyLimit: largestNote,
    schema: {
      summary: 'Add a note; or restore one’s own',
      body: addNote.body,
      response: { 200: Note, 409: NoteConflict, ...refusals },
    },
    handler: async (request, reply) =>
      orConflict(request, reply, async () => add(library, await readerOf(request), request.body)),
  });

  app.route({
    method: saveNote.method,
    url: saveNote.url,
    config: { access: 'EGD_LIB' },
    bodyLimit: largestNote,
    schema: {
      summary: 'Change one’s own note',
      params: saveNote.params,
      body: saveNote.body,
      response: { 200: Note, 409: NoteConflict, ...refusals },
    },
    handler: async (request, reply) =>
      orConflict(request, reply, async () =>
        save(library, await readerOf(request), request.params.id, request.body),
      ),
  });

  app.route({
    method: deleteNote.method,
    url: deleteNote.url,
    config: { access: 'EGD_LIB' },
    schema: {
      summary: 'Delete one’s own note',
      params: deleteNote.params,
      querystring: deleteNote.query,
      response: { 200: deleteNote.response, 409: NoteConflict, ...refusals },
    },
    handler: async (request, reply) =>
      orConflict(request, reply, async () => {
        const { params, query } = request;
        const reader = await readerOf(request);
        return { version: await remove(library, reader, params.id, Number(query.version)) };
      }),
  });

  app.route({
    method: addNoteComment.method,
    url: addNoteComment.url,
    config: { access: 'EGD_LIB' },
    schema: {
      summary: 'Comment on a note',
      params: addNoteComment.params,
      body: addNoteComment.body,
      response: { 200: Note, ...refusals },
    },
    handler: async (request) =>
      addComment(library, await readerOf(request), request.params.id, request.body),
  });

  app.route({
    method: deleteNoteComment.method,
    url: deleteNoteComment.url,
    config: { access: 'EGD_LIB' },
    schema: {
      summary: 'Delete one’s own comment',
      params: deleteNoteComment.params,
      response: { 200: Note, ...refusals },
    },
    handler: async (request) => {
      const { id, comment } = request.params;
      return deleteComment(library, await readerOf(request), id, comment);
    },
  });

  app.route({
    method: hideNote.method,
    url: hideNote.url,
    config: { access: 'EGD_LIB_EDIT' },
    schema: {
      summary: 'Hide a note for others, with a reason, or show it again',
      params: hideNote.params,
      body: hideNote.body,
      response: { 200: hideNote.response, ...refusals },
    },
    handler: async (request) => {
      const { params, body } = request;
      return { note: await hide(library, await readerOf(request), params.id, body.reason) };
    },
  });

  app.route({
    method: settleCarriedNote.method,
    url: settleCarriedNote.url,
    config: { access: 'EGD_LIB' },
    schema: {
      summary: 'Accept or discard the place of one’s own note that was carried over',
      params: settleCarriedNote.params,
      body: settleCarriedNote.body,
      response: { 200: settleCarriedNote.response, ...refusals },
    },
    handler: async (request) => {
      const { params, body } = request;
      return {
        note: await settleCarried(library, await readerOf(request), params.id, body.verdict),
      };
    },
  });
  ownRoutes(app, deps, readerOf);
}

/** Pictures and signatures of users, the search of notes, and Forget me. */
function ownRoutes(
  app: App,
  { library, folder, access }: NoteRoutesDeps,
  readerOf: ReturnType<typeof noteReaders>,
): void {
  const { db } = library;

  app.route({
    method: addNotePicture.method,
    url: addNotePicture.url,
    config: { access: 'EGD_LIB' },
    bodyLimit: largestNote,
    schema: {
      summary: 'Keep a PNG for stamps and signatures',
      body: addNotePicture.body,
      response: { 200: addNotePicture.response, ...refusals },
    },
    handler: async (request) => addPicture(library, await readerOf(request), request.body),
  });

  app.route({
    method: readNotePicture.method,
    url: readNotePicture.url,
    config: { access: 'EGD_LIB' },
    schema: {
      summary: 'A picture of a note',
      params: readNotePicture.params,
      produces: ['image/png'],
    },
    handler: async (request, reply) => {
      const png = await readPicture(db, await readerOf(request), request.params.id);
      reply.header('cache-control', 'private, no-store');
      return reply.header('content-type', 'image/png').send(Buffer.from(png));
    },
  });

  app.route({
    method: readSignature.method,
    url: readSignature.url,
    config: { access: 'EGD_LIB' },
    schema: {
      summary: 'The signature that the user keeps',
      response: { 200: readSignature.response },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      return { signature: await findSignature(db, await readerOf(request)) };
    },
  });

  app.route({
    method: saveSignature.method,
    url: saveSignature.url,
    config: { access: 'EGD_LIB' },
    bodyLimit: largestNote,
    schema: {
      summary: 'Keep a signature for oneself',
      body: saveSignature.body,
      response: { 200: saveSignature.response, ...refusals },
    },
    handler: async (request) => {
      await keepSignature(library, await readerOf(request), request.body.signature);
      return {};
    },
  });

  app.route({
    method: deleteSignature.method,
    url: deleteSignature.url,
    config: { access: 'EGD_LIB' },
    schema: {
      summary: 'Delete one’s own signature',
      response: { 200: deleteSignature.response },
    },
    handler: async (request) => {
      await removeSignature(library, await readerOf(request));
      return {};
    },
  });

  app.route({
    method: searchNotes.method,
    url: searchNotes.url,
    config: { access: 'EGD_LIB', hidesQuery: true },
    schema: {
      summary: 'Search the notes that the user sees',
      querystring: searchNotes.query,
      response: { 200: searchNotes.response, ...refusals },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { q, limit = '20' } = request.query;
      return search(db, await readerOf(request), { q, limit: Number(limit) });
    },
  });

  app.route({
    method: exportNotes.method,
    url: exportNotes.url,
    config: { access: 'EGD_LIB' },
    schema: {
      summary:
        'The notes that the user sees, as W3C Web Annotations, a spreadsheet or a copy of the PDF',
      querystring: exportNotes.query,
      produces: ['application/ld+json', sheetType, 'application/pdf'],
    },
    handler: async (request, reply) => {
      const { name, as } = request.query;
      const document = await requireNotedDocument(db, name);
      const notes = await seenNotes(db, await readerOf(request), document);
      const ending = as === 'pdf' ? 'with notes.pdf' : `notes.${as}`;
      const fileName = `${pdfFileName(document).slice(0, -4)} - ${ending}`;
      reply.header('cache-control', 'private, no-store');
      reply.header('content-disposition', contentDisposition(fileName));
      if (as === 'pdf') {
        const user = userOf(request);
        const of = { user, name, document, notes };
        const copy = await copyWithNotes({ db, folder }, of, closedSignal(reply));
        access.noteDocument(user, request.ip, fileName, true);
        reply.header('content-type', 'application/pdf').header('content-length', copy.bytes);
        return reply.send(copy.content);
      }
      if (as === 'json') {
        reply.header('content-type', 'application/ld+json; charset=utf-8');
        const annotations = notes.map((note) => webAnnotation(note, document));
        return reply.send(JSON.stringify(annotations, null, 1));
      }
      const bytes = spreadsheetBytes('xlsx', noteSheet(notes));
      return reply.header('content-type', sheetType).send(Readable.from(bytes));
    },
  });

  app.route({
    method: importNotes.method,
    url: importNotes.url,
    config: { access: 'EGD_LIB' },
    bodyLimit: largestImport,
    schema: {
      summary: 'Add W3C Web Annotations as notes of the user',
      body: importNotes.body,
      response: { 200: importNotes.response, ...refusals },
    },
    handler: async (request) => importAnnotations(library, await readerOf(request), request.body),
  });

  app.route({
    method: forgetNotes.method,
    url: forgetNotes.url,
    config: { access: 'EGD_LIB' },
    schema: {
      summary: 'Delete all that the user wrote and drew in notes',
      response: { 200: forgetNotes.response },
    },
    handler: async (request) => forget(library, await readerOf(request)),
  });
}

/** A conflict has the note as it is now, besides what every error has. */
async function orConflict<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<T>,
): Promise<T | FastifyReply> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NoteChangedError)) throw error;
    const { code, message, note } = error;
    const body: NoteConflict = { code, message, request_id: request.id, note };
    return reply.header(errorHeader, code).code(409).send(body);
  }
}
