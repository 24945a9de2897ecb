import path from 'node:path';
import { findDocument } from '../catalogue/documents.ts';
import type { Author, Library } from '../changes/change.ts';
import { type FeedLine, lastLineAbout } from '../changes/trail.ts';
import { findFileById, moveToSuperseded, renameFile } from '../files/rename.ts';
import { bringBack } from '../files/upload.ts';
import { findFileOf } from '../matching/entry-files.ts';
import { findFile } from '../share/folder-calls.ts';
import { isSetAside, supersededFolder } from '../share/moves.ts';
import { hasSameBytes } from '../share/read-whole.ts';
import type { SharedFolder } from '../share/shared-folder.ts';
import { type UndoOutcome, text, Undone } from './plan.ts';

/** What is to be done with a file; it can be refused for itself. */
type Step = { path: string; undo: (author: Author) => Promise<void> };
type Deps = { library: Library; folder: SharedFolder };
type Plan = (deps: Deps, line: FeedLine, overwrite: boolean) => Promise<UndoOutcome | Step>;

/**
 * Plans how lines of the trail about files are undone, the last one first: a name is given back,
 * a file that came goes to `.superseded`, and one that made way comes back from there. What was
 * changed again since is left, unless its line is one of `overwrite`.
 */
export async function planFiles(
  deps: Deps,
  lines: readonly FeedLine[],
  overwrite: ReadonlySet<number>,
): Promise<{ steps: Step[]; others: Undone }> {
  const steps: Step[] = [];
  const others = new Undone();
  for (const line of lines.toReversed()) {
    if (line.subject !== 'file') continue;
    const outcome = await planOf(line)(deps, line, overwrite.has(line.id));
    if (typeof outcome !== 'string' && 'undo' in outcome) steps.push(outcome);
    else await others.add(deps.library.db, line, outcome);
  }
  return { steps, others };
}

function planOf({ action }: FeedLine): Plan {
  if (action === 'renamed') return planName;
  return action === 'replaced' ? planReplaced : planUploaded;
}

const planName: Plan = async ({ library, folder }, line, overwrite) => {
  const { had, got } = pathsOf(line);
  const file = await findFileById(library.db, line.subject_id);
  if (file === null) return { left: `${got} is gone.` };
  if (file.path === had) return 'as it was';
  if (file.path !== got && !overwrite) return { now: { path: file.path } };
  const renamed = { fileId: file.id, documentId: line.document_id ?? 0, to: had };
  return { path: had, undo: (author) => renameFile(library, folder, author, renamed) };
};

const planUploaded: Plan = async ({ library, folder }, line, overwrite) => {
  const { got } = pathsOf(line);
  const file = await findFileById(library.db, line.subject_id);
  if (file === null) return { left: `${got} is gone.` };
  if (isSetAside(file.path)) return 'as it was';
  const { path: at, bytes } = file;
  if (!overwrite && (at !== got || !(await isStill(library, line, bytes)))) {
    return { now: { path: at, bytes } };
  }
  const uploaded = { fileId: file.id, documentId: line.document_id ?? 0 };
  return { path: at, undo: (author) => moveToSuperseded(library, folder, author, uploaded) };
};

const planReplaced: Plan = async ({ library, folder }, line, overwrite) => {
  const { had, got } = pathsOf(line);
  const { db } = library;
  const document = await findDocument(db, line.document_id ?? 0);
  if (document === null) {
    return { left: `${got} stays: its standard number was deleted.` };
  }
  const kept = text(line.before?.['kept']);
  const isKept = path.posix.dirname(kept) === supersededFolder;
  if (!isKept || (await findFile(folder, kept)) === null) {
    return { left: `${got} stays: the replaced file is no longer kept.` };
  }
  const previous = await findFileOf(db, document.id);
  if (previous !== null && (await hasSameBytes(folder, kept, previous.path))) return 'as it was';
  const isSame = previous?.path === got && (await isStill(library, line, previous.bytes));
  if (!isSame && !overwrite) {
    return { now: previous && { path: previous.path, bytes: previous.bytes } };
  }
  const of = { document, previous };
  return { path: had, undo: (author) => bringBack(library, folder, kept, { ...author, ...of }) };
};

/** Whether a file is the one that a line tells of: nobody has changed it since, here or in the folder. */
async function isStill({ db }: Library, line: FeedLine, bytes: number): Promise<boolean> {
  const last = await lastLineAbout(db, line);
  return last?.id === line.id && line.after?.['bytes'] === bytes;
}

function pathsOf({ before, after }: FeedLine): { had: string; got: string } {
  return { had: text(before?.['path']), got: text(after?.['path']) };
}
