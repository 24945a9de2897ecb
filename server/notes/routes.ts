import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorHeader } from '#contract/calls.ts';
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
  listNotes,
  type NoteConflict,
  readDrawings,
  readNotePicture,
  readPageWords,
  readSignature,
  saveNote,
  saveSignature,
  searchNotes,
  decideCarriedNote,
} from '#contract/notes.ts';
import { pdfFileName } from '#contract/file-name.ts';
import type { Library } from '../changes/change.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import type { AccessLog } from '../auth/access-log.ts';
import { userOf } from '../auth/guard.ts';
import { closedSignal } from '../http/closed.ts';
import { letFrame } from '../http/security-headers.ts';
import type { SharedFolder } from '../share/shared-folder.ts';
import { spreadsheetBytes } from '../spreadsheet/spreadsheet.ts';
import type { Carrying } from './carry/carrying.ts';
import { sourcesOf } from './carry/sources.ts';
import { copyWithNotes } from './copy/copy-with-notes.ts';
import { addComment, deleteComment } from './comments.ts';
import { noteSheet, seenNotes } from './export-notes.ts';
import { forgetNotes as forget } from './forget-notes.ts';
import { hideNote as hide } from './hide-note.ts';
import { listNotes as list, readDrawings as drawings } from './list-notes.ts';
import { findSignature } from './looks.ts';
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
import { decideCarried } from './decide-carried.ts';
import {
  deleteSignature as removeSignature,
  saveSignature as keepSignature,
} from './signatures.ts';
import { annotationFile } from './web-annotations.ts';

// Ten thousand points of a drawing with three decimals each.
const largestNote = 400 * 1024;
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const refusals = [400, 403, 404, 413, 429, 503] as const;

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
    ...callRoute(
      listNotes,
      'The notes of a PDF that the caller may see, all or changed since a cursor',
      refusals,
    ),
    config: { access: 'EGD_LIB' },
    handler: async (request) => {
      const { name, since = null } = request.query;
      if (request.versions === null) throw new Error('The guard reads the versions.');
      const document = await requireNotedDocument(db, name);
      const reader = await readerOf(request);
      const notes = await list(db, document, { reader, versions: request.versions, since });
      const is_carrying = notes.is_whole
        ? (await sourcesOf(db, document)).length > 0
        : carrying.isCarrying(document);
      return { ...notes, is_carrying };
    },
  });

  app.route({
    ...callRoute(readDrawings, 'The strokes of notes that the caller may see', refusals),
    config: { access: 'EGD_LIB' },
    handler: async (request) => drawings(db, await readerOf(request), request.query.ids.split(',')),
  });

  app.route({
    ...callRoute(readPageWords, 'The stored words of a page, with their places', refusals),
    config: { access: 'EGD_LIB' },
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
    ...callRoute(addNote, 'Adds a note, or restores your own', refusals),
    config: { access: 'EGD_LIB' },
    bodyLimit: largestNote,
    handler: async (request, reply) =>
      orConflict(request, reply, async () => add(library, await readerOf(request), request.body)),
  });

  app.route({
    ...callRoute(saveNote, 'Changes your own note', refusals),
    config: { access: 'EGD_LIB' },
    bodyLimit: largestNote,
    handler: async (request, reply) =>
      orConflict(request, reply, async () =>
        save(library, await readerOf(request), request.params.id, request.body),
      ),
  });

  app.route({
    ...callRoute(deleteNote, 'Delete one’s own note', refusals),
    config: { access: 'EGD_LIB' },
    handler: async (request, reply) =>
      orConflict(request, reply, async () => {
        const { params, query } = request;
        const reader = await readerOf(request);
        const known = query.comments?.split(',').filter(Boolean) ?? null;
        const sent = { version: Number(query.version), known };
        return { version: await remove(library, reader, params.id, sent) };
      }),
  });

  app.route({
    ...callRoute(addNoteComment, 'Comment on a note', refusals),
    config: { access: 'EGD_LIB' },
    handler: async (request) =>
      addComment(library, await readerOf(request), request.params.id, request.body),
  });

  app.route({
    ...callRoute(deleteNoteComment, 'Delete one’s own comment', refusals),
    config: { access: 'EGD_LIB' },
    handler: async (request) => {
      const { id, comment } = request.params;
      return deleteComment(library, await readerOf(request), id, comment);
    },
  });

  app.route({
    ...callRoute(hideNote, 'Hide a note for others, with a reason, or show it again', refusals),
    config: { access: 'EGD_LIB_EDIT' },
    handler: async (request) => {
      const { params, body } = request;
      return { note: await hide(library, await readerOf(request), params.id, body.reason) };
    },
  });

  app.route({
    ...callRoute(
      decideCarriedNote,
      'Accepts or discards the place of your own carried note; librarians discard notes of people who left',
      refusals,
    ),
    config: { access: 'EGD_LIB' },
    handler: async (request, reply) =>
      orConflict(request, reply, async () => {
        const { params, body } = request;
        return { note: await decideCarried(library, await readerOf(request), params.id, body) };
      }),
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
    ...callRoute(addNotePicture, 'Saves a PNG for stamps and signatures', refusals),
    config: { access: 'EGD_LIB' },
    bodyLimit: largestNote,
    handler: async (request, reply) =>
      addPicture(library, await readerOf(request), request.body, closedSignal(reply)),
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
    ...callRoute(readSignature, 'The saved signature of the caller'),
    config: { access: 'EGD_LIB' },
    handler: async (request) => {
      const kept = await findSignature(db, await readerOf(request));
      return { signature: kept?.look ?? null };
    },
  });

  app.route({
    ...callRoute(saveSignature, 'Saves a signature for the caller', refusals),
    config: { access: 'EGD_LIB' },
    bodyLimit: largestNote,
    handler: async (request) => {
      await keepSignature(library, await readerOf(request), request.body.signature);
      return {};
    },
  });

  app.route({
    ...callRoute(deleteSignature, 'Delete one’s own signature'),
    config: { access: 'EGD_LIB' },
    handler: async (request) => {
      await removeSignature(library, await readerOf(request));
      return {};
    },
  });

  app.route({
    ...callRoute(searchNotes, 'Searches the notes that the caller may see', refusals),
    config: { access: 'EGD_LIB', hidesQuery: true },
    handler: async (request, reply) => {
      const { q, limit = '20' } = request.query;
      const reader = await readerOf(request);
      return search(db, reader, { q, limit: Number(limit) }, closedSignal(reply));
    },
  });

  app.route({
    method: exportNotes.method,
    url: exportNotes.url,
    config: { access: 'EGD_LIB' },
    schema: {
      summary:
        'The notes that the caller may see, as W3C Web Annotations, a spreadsheet or a copy of the PDF',
      querystring: exportNotes.query,
      produces: ['application/ld+json', sheetType, 'application/pdf'],
    },
    handler: async (request, reply) => {
      const { name, as } = request.query;
      if (as === 'print') letFrame(reply); // a refusal, too
      const document = await requireNotedDocument(db, name);
      const notes = seenNotes(db, await readerOf(request), document);
      const isPdf = as === 'pdf' || as === 'print';
      const ending = isPdf ? 'with notes.pdf' : `notes.${as}`;
      const fileName = `${pdfFileName(document).slice(0, -4)} - ${ending}`;
      reply.header('cache-control', 'private, no-store');
      const type = as === 'print' ? 'inline' : 'attachment';
      reply.header('content-disposition', contentDisposition(fileName, { type }));
      if (isPdf) {
        const user = userOf(request);
        const print = as === 'print' ? { words: request.query.words ?? null } : null;
        const shown = request.query.notes === 'none' ? Readable.from([]) : notes;
        const of = { user, name, document, notes: shown, print };
        const copy = await copyWithNotes({ db, folder }, of, closedSignal(reply));
        access.noteDocument('document_downloaded', user, request.ip, fileName);
        reply.header('content-type', 'application/pdf').header('content-length', copy.bytes);
        return reply.send(copy.content);
      }
      if (as === 'json') {
        reply.header('content-type', 'application/ld+json; charset=utf-8');
        return reply.send(Readable.from(annotationFile(db, document, notes)));
      }
      const bytes = spreadsheetBytes('xlsx', noteSheet(notes));
      return reply.header('content-type', sheetType).send(Readable.from(bytes));
    },
  });

  app.route({
    ...callRoute(forgetNotes, 'Delete all that the user wrote and drew in notes'),
    config: { access: 'EGD_LIB' },
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
