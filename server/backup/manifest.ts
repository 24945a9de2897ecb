import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { LibraryError } from '#contract/errors.ts';

/** How the PDFs are kept: their bytes, as second names of the share's files, or only by their hashes. */
export const fileModes = ['copy', 'link', 'reference'] as const;
export type FileMode = (typeof fileModes)[number];

const count = Type.Integer({ minimum: 0 });
const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** What a backup says of itself. `format` is raised when an older version could not read it. */
export const Manifest = Type.Object({
  format: Type.Literal(1),
  version: Type.String(),
  made_at: Type.String(),
  /** The database that it was made of; it is a SQLite file in any case. */
  made_of: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
  /** The migrations that had run. */
  schema: Type.Array(Type.String(), { minItems: 1 }),
  share_dir: Type.String(),
  with_files: Type.Enum(fileModes),
  tables: Type.Record(Type.String(), count),
  files: Type.Object({ listed: count, kept: count, bytes: count }),
  parts: Type.Array(Type.Object({ name: Type.String(), bytes: count, sha256 })),
});
export type Manifest = Static<typeof Manifest>;
export type Part = Manifest['parts'][number];

/** A PDF of the shared folder, a line each in `files.jsonl`. */
export const ListedFile = Type.Object({
  /** Below the shared folder. */
  path: Type.String(),
  bytes: count,
  modified_ns: Type.String({ pattern: '^-?\\d{1,20}$' }),
  /** Of the bytes that are kept; otherwise as the library read them, null where it had not yet. */
  sha256: Type.Union([sha256, Type.Null()]),
  kept: Type.Boolean(),
});
export type ListedFile = Static<typeof ListedFile>;

export const partNames = {
  database: 'library.sqlite',
  settings: 'settings.json',
  files: 'files.jsonl',
  manifest: 'manifest.json',
  /** Written last: it holds the manifest's hash. What lacks it was not finished. */
  complete: 'COMPLETE',
};

/** Where a PDF is in a backup. */
export function keptAt(file: Pick<ListedFile, 'path'>): string {
  return `documents/${file.path}`;
}

export function readManifest(text: string): Manifest {
  const manifest = parsed(text);
  if (Value.Check(Manifest, manifest)) return manifest;
  const format = Value.Check(Type.Object({ format: Type.Integer() }), manifest)
    ? manifest.format
    : 1;
  throw refused(
    format > 1
      ? `The backup has format ${format}, of a newer version of EGD Library. Use that version.`
      : 'The manifest of the backup cannot be read: it is damaged.',
  );
}

export function readListedFile(line: string): ListedFile {
  const file = parsed(line);
  // What is written to the share must stay in it, whoever made the list.
  if (Value.Check(ListedFile, file) && isBelow(file.path) && !(file.kept && file.sha256 === null)) {
    return file;
  }
  throw refused('The list of files of the backup is damaged.');
}

function isBelow(at: string): boolean {
  const parts = at.split('/');
  return !/[\\\0]/.test(at) && parts.every((part) => !['', '.', '..'].includes(part));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function refused(message: string, cause?: unknown): LibraryError {
  return new LibraryError('backup_refused', message, { cause });
}
