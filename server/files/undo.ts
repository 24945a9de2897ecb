import path from 'node:path';
import type { BuiltOn } from '#contract/audit.ts';
import type { Author, Library } from '../changes/change.ts';
import { type FeedLine, lastLineAbout } from '../changes/trail.ts';
import { findDocument } from '../catalogue/documents.ts';
import { findFileOf } from '../matching/entry-files.ts';
import { findFile } from '../share/folder-calls.ts';
import { isSetAside, supersededFolder } from '../share/moves.ts';
import { hasSameBytes } from '../share/read-whole.ts';
import type { SharedFolder } from '../share/shared-folder.ts';
import { findFileById, moveToSuperseded, renameBack } from './rename.ts';
import { bringBack } from './upload.ts';

/** What undoing lines about files comes to. */
export type FilePlan = {
  /** What is to be done, in this order; each can be refused for itself. */
  steps: { path: string; take: (author: Author) => Promise<void> }[];
  /** Files that were changed again since: a librarian decides about them. */
  builtOn: BuiltOn[];
  /** What stays, and why, in words. */
  left: string[];
};

type Step = FilePlan['steps'][number];
/** Words say why the file stays; `now` is what it is, where it was changed again since. */
type Outcome = Step | 'as it was' | (string & {}) | { now: BuiltOn['now'] };
type Deps = { library: Library; folder: SharedFolder };
type Plan = (deps: Deps, line: FeedLine, overwrite: boolean) => Promise<Outcome>;

/**
 * Plans how lines of the trail about files are undone, the last one first: a name is given back,
 * a file that came goes to `.superseded`, and one that made way comes back from there. What was
 * changed again since is left, unless its line is one of `overwrite`.
 */
export async function planFiles(
  deps: Deps,
  lines: readonly FeedLine[],
  overwrite: ReadonlySet<number>,
): Promise<FilePlan> {
  const plan: FilePlan = { steps: [], builtOn: [], left: [] };
  for (const line of lines.toReversed()) {
    if (line.subject !== 'file') continue;
    const outcome = await planOf(line)(deps, line, overwrite.has(line.id));
    if (outcome === 'as it was') continue;
    if (typeof outcome === 'string') plan.left.push(outcome);
    else if ('take' in outcome) plan.steps.push(outcome);
    else plan.builtOn.push(await builtOnBy(deps, line, outcome.now));
  }
  return plan;
}

function planOf({ action }: FeedLine): Plan {
  if (action === 'renamed') return planName;
  return action === 'replaced' ? planReplaced : planUploaded;
}

const planName: Plan = async ({ library, folder }, line, overwrite) => {
  const { had, got } = pathsOf(line);
  const file = await findFileById(library.db, line.subject_id);
  if (file === null) return `${got} is not there any more.`;
  if (file.path === had) return 'as it was';
  if (file.path !== got && !overwrite) return { now: { path: file.path } };
  const renamed = { fileId: file.id, documentId: line.document_id ?? 0, from: had };
  return { path: had, take: (author) => renameBack(library, folder, author, renamed) };
};

const planUploaded: Plan = async ({ library, folder }, line, overwrite) => {
  const { got } = pathsOf(line);
  const file = await findFileById(library.db, line.subject_id);
  if (file === null) return `${got} is not there any more.`;
  if (isSetAside(file.path)) return 'as it was';
  const { path: at, bytes } = file;
  if (!overwrite && (at !== got || !(await isStill(library, line, bytes)))) {
    return { now: { path: at, bytes } };
  }
  const uploaded = { fileId: file.id, documentId: line.document_id ?? 0 };
  return { path: at, take: (author) => moveToSuperseded(library, folder, author, uploaded) };
};

const planReplaced: Plan = async ({ library, folder }, line, overwrite) => {
  const { had, got } = pathsOf(line);
  const { db } = library;
  const document = await findDocument(db, line.document_id ?? 0);
  if (document === null) return `${got} stays: its standard number is not in the library any more.`;
  const kept = String(line.before?.['kept'] ?? '');
  const isKept = path.posix.dirname(kept) === supersededFolder;
  if (!isKept || (await findFile(folder, kept)) === null) {
    return `${got} stays: the file that it replaced is not kept any more.`;
  }
  const now = await findFileOf(db, document.id);
  if (now !== null && (await hasSameBytes(folder, kept, now.path))) return 'as it was';
  const isSame = now?.path === got && (await isStill(library, line, now.bytes));
  if (!isSame && !overwrite) {
    return { now: now === null ? null : { path: now.path, bytes: now.bytes } };
  }
  return {
    path: had,
    take: (author) => bringBack(library, folder, kept, { ...author, document, previous: now }),
  };
};

/** Whether a file is the one that a line tells of: nobody has changed it since, here or in the folder. */
async function isStill({ db }: Library, line: FeedLine, bytes: number): Promise<boolean> {
  const last = await lastLineAbout(db, line);
  return last?.id === line.id && line.after?.['bytes'] === bytes;
}

async function builtOnBy({ library }: Deps, line: FeedLine, now: BuiltOn['now']): Promise<BuiltOn> {
  const { id: line_id, subject, subject_id, before } = line;
  const last = await lastLineAbout(library.db, line);
  return { line_id, subject, subject_id, before, now, user: last?.user ?? '', at: last?.at ?? '' };
}

function pathsOf({ before, after }: FeedLine): { had: string; got: string } {
  return { had: String(before?.['path'] ?? ''), got: String(after?.['path'] ?? '') };
}
