import { type Static, Type } from 'typebox';
import * as calls from './calls.ts';
import * as consoleCalls from './console-calls.ts';
import { Exact, Whole } from './exact.ts';
import { uploadStatuses, verdicts } from './upload-status.ts';

/** Whether the right file of an entry is there and readable, and why not. */
export const UploadStatus = Type.Object({
  code: Type.Enum([...uploadStatuses]),
  /** The file that is there, or for `wrong_name` the one that looks like it. */
  file: Type.Union([Type.Object({ id: Type.Number(), path: Type.String() }), Type.Null()]),
  /** Details, such as why a file is broken. */
  fault: Type.Union([Type.String(), Type.Null()]),
});

const Identity = Type.Object({
  doc_num: Type.String(),
  language: Type.Union([Type.String(), Type.Null()]),
  doc_rev: Type.String(),
});

/** One file of the shared folder, as the console shows it. */
export const ManagedFile = Type.Object({
  id: Type.Number(),
  path: Type.String(),
  name: Type.String(),
  bytes: Type.Number(),
  modified_at: Type.String(),
  seen_at: Type.String(),
  verdict: Type.Enum([...verdicts]),
  fault: Type.Union([Type.String(), Type.Null()]),
  pages: Type.Union([Type.Number(), Type.Null()]),
  title: Type.Union([Type.String(), Type.Null()]),
  has_picture: Type.Boolean(),
  /** The customers whose entries have this file. */
  customers: Type.Array(Type.String()),
  /** The entry that it seems to belong to, and the name it should then have. */
  nearest: Type.Union([
    Type.Object({
      ...Identity.properties,
      document_id: Type.Number(),
      customer: Type.String(),
      file_name: Type.String(),
    }),
    Type.Null(),
  ]),
  /** What the name says, for an entry that is missing. */
  reading: Type.Union([Identity, Type.Null()]),
  /** The customer that a missing entry likely belongs to: the folder's name, or the neighbours'. */
  likely_customer: Type.Union([Type.String(), Type.Null()]),
  twin: Type.Union([Type.String(), Type.Null()]),
});
export type ManagedFile = Static<typeof ManagedFile>;

/** In order of id, from after the given one. */
export const listFiles = {
  ...consoleCalls.listFiles,
  query: Exact({ after: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })) }),
  response: Type.Object({
    data: Type.Array(ManagedFile),
    more: Type.Boolean(),
    /** How many files there are. */
    total: Type.Number(),
    as_of: Type.Object({ audit: Type.Number(), files: Type.Number() }),
  }),
} as const;

/** A thumbnail of the first page of a file; 404 when there is no picture of it. */
export const readPicture = {
  ...consoleCalls.readPicture,
  params: Type.Object({ id: Type.String({ pattern: '^\\d{1,15}$' }) }),
} as const;

/** What names of files mean that a librarian is about to upload. */
export const readNames = {
  ...consoleCalls.readNames,
  body: Exact({
    names: Type.Array(Type.String({ minLength: 1, maxLength: 400 }), {
      minItems: 1,
      maxItems: calls.mostFilesAtOnce,
    }),
  }),
  response: Type.Object({
    data: Type.Array(
      Type.Object({
        name: Type.String(),
        /** The entry whose file is called so: the upload may go ahead. */
        document_id: Type.Union([Type.Number(), Type.Null()]),
        /** Whether a file is there already, which would be replaced. */
        taken: Type.Boolean(),
        nearest: ManagedFile.properties.nearest,
        reading: ManagedFile.properties.reading,
        likely_customer: ManagedFile.properties.likely_customer,
        /** What earlier revisions of the same number are about. */
        likely_desc: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
  }),
} as const;

/** The bytes of an entry's PDF as the body; it gets the entry's file name. */
export const uploadFile = {
  ...consoleCalls.uploadFile,
  params: Type.Object({ id: Type.String({ pattern: '^\\d{1,15}$' }) }),
  query: Exact({ replace: Type.Optional(Type.Enum(['yes'])) }),
  response: Type.Object({ status: UploadStatus }),
} as const;

const FilesMoved = Type.Object({
  /** An undo names it. */
  change_id: Type.String(),
  results: Type.Array(
    Type.Object({
      file_id: Type.Number(),
      /** Null when it is done; else why not. */
      refused: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});

/** Gives files the names of the entries that they belong to. */
export const renameFiles = {
  ...consoleCalls.renameFiles,
  body: Exact({
    rows: Type.Array(Exact({ file_id: Whole, document_id: Whole }), {
      minItems: 1,
      maxItems: calls.mostFilesAtOnce,
    }),
  }),
  response: FilesMoved,
} as const;

/** Moves duplicates, and files that no entry has, to `.superseded`, which scans skip. */
export const setAsideFiles = {
  ...consoleCalls.setAsideFiles,
  body: Exact({
    file_ids: Type.Array(Whole, { minItems: 1, maxItems: calls.mostFilesAtOnce }),
  }),
  response: FilesMoved,
} as const;
