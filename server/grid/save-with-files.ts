import type { Static } from 'typebox';
import type { saveDocuments } from '#contract/editing.ts';
import { LibraryError } from '#contract/errors.ts';
import { type Author, changeLibrary, type Library, recordedId } from '../changes/change.ts';
import * as catalogue from '../catalogue/editing.ts';
import { findFileById, renameFile } from '../files/rename.ts';
import { entriesOfFile, storedMatch } from '../matching/match.ts';
import type { SharedFolder } from '../share/shared-folder.ts';

type SentRow = Static<typeof saveDocuments.body>['rows'][number];

type Saved = {
  outcomes: catalogue.RowOutcome[];
  change_id: string | null;
  files_renamed: number;
  files_left: string[];
};

/**
 * Saves rows, and gives the files of those that ask for it their entries' new names: under one
 * change, so that both are undone together. A file that other entries have too stays theirs.
 */
export async function saveWithFiles(
  library: Library,
  folder: SharedFolder,
  author: Author,
  rows: readonly SentRow[],
): Promise<Saved> {
  const asking = rows.flatMap(({ id, rename_file }) => (rename_file && id !== null ? id : []));
  const files = await storedMatch(library.db, asking);
  const { result, ...change } = await changeLibrary(library, author, (tx, made) =>
    catalogue.saveDocuments(tx, rows, made),
  );
  const saved = { outcomes: result, change_id: recordedId(change) };
  const renaming = { user: author.user, change_id: change.change_id };
  const left: string[] = [];
  let renamed = 0;
  for (const { outcome, id } of result) {
    const fileId = outcome === 'saved' ? files.get(id) : undefined;
    if (id === null || fileId === undefined) continue;
    const refusal = await renameUnlessShared(library, folder, renaming, { fileId, documentId: id });
    if (refusal === null) renamed += 1;
    else left.push(refusal);
  }
  return { ...saved, files_renamed: renamed, files_left: left };
}

/** Null when it is done; else why not, in words. */
async function renameUnlessShared(
  library: Library,
  folder: SharedFolder,
  author: { user: string; change_id: string },
  row: { fileId: number; documentId: number },
): Promise<string | null> {
  const file = await findFileById(library.db, row.fileId);
  const having = await entriesOfFile(library.db, row.fileId);
  const other = having.find(({ document_id }) => document_id !== row.documentId);
  if (file !== null && other !== undefined) {
    return `${file.name} keeps its name: ${other.customer} uses it too.`;
  }
  try {
    await renameFile(library, folder, author, row);
    return null;
  } catch (error) {
    if (error instanceof LibraryError) return error.message;
    throw error;
  }
}
