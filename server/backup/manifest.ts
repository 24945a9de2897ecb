import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { LibraryError } from '#contract/errors.ts';

/** How PDFs are backed up: their bytes, as hard links to the share's files, or only their hashes. */
export const fileModes = ['copy', 'link', 'reference'] as const;
export type FileMode = (typeof fileModes)[number];

const count = Type.Integer({ minimum: 0 });
const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** The description of a backup. `format` is raised when older versions cannot read it. */
export const Manifest = Type.Object({
  format: Type.Literal(1),
  version: Type.String(),
  /** Missing in backups made before 1.0.0. */
  commit: Type.Optional(Type.String()),
  made_at: Type.String(),
  /** The kind of the original database; the backup is always a SQLite file. */
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
export type BackupPart = Manifest['parts'][number];

/** A PDF of the shared folder, a line each in `files.jsonl`. */
export const ListedFile = Type.Object({
  /** Below the shared folder. */
  path: Type.String(),
  bytes: count,
  modified_ns: Type.String({ pattern: '^-?\\d{1,20}$' }),
  /** Of the bytes in the backup; else as the library read them, null if it had not yet. */
  sha256: Type.Union([sha256, Type.Null()]),
  kept: Type.Boolean(),
});
export type ListedFile = Static<typeof ListedFile>;

export const partNames = {
  database: 'library.sqlite',
  settings: 'settings.json',
  files: 'files.jsonl',
  manifest: 'manifest.json',
  /** Written last, with the manifest's hash. A backup without it is unfinished. */
  complete: 'COMPLETE',
};

/** The name of a PDF's part in a backup. */
export function partNameOf(file: Pick<ListedFile, 'path'>): string {
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
      ? `The backup has format ${format}. Use the newer version of EGD Library that made it.`
      : 'The manifest of the backup is damaged.',
  );
}

export function readListedFile(line: string): ListedFile {
  const file = parsed(line);
  // A restore must not write outside the share, even if the list was forged.
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
