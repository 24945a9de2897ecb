import { useCallback, useState } from 'react';
import { mostFilesAtOnce } from '#contract/calls.ts';
import { pdfFileName } from '#contract/file-name.ts';
import type { ManagedFile } from '#contract/files.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { type DocumentFields, languageToSave } from '../catalogue/document-rows.ts';
import { renameFiles } from '../console-api.ts';
import { useConsole } from '../console-context.ts';
import { formatCount } from '../format.ts';
import { createEntries, type Decision, entryFromName, isCompleteEntry } from '../uploads/names.ts';

/** Whether the file lacks only an entry to be found by readers. */
export const canCreate = ({ verdict }: ManagedFile): boolean =>
  verdict === 'no_entry' || verdict === 'name_unknown';

/** Whether an entry is waiting for the file under a similar name. */
export const canRename = ({ verdict, nearest }: ManagedFile): boolean =>
  nearest !== null && (verdict === 'no_entry' || verdict === 'name_unknown');

/** Creates entries and renames files; asks only about files whose names do not say enough. */
export function useFileActions() {
  const { undo, refresh, showError } = useConsole();
  const [toComplete, setToComplete] = useState<readonly ManagedFile[]>([]);

  const create = useCallback(
    async (files: readonly ManagedFile[]) => {
      const complete = files.filter(isCompleteEntry);
      const incomplete = files.filter((file) => !isCompleteEntry(file));
      try {
        const refused = await createAll(
          complete.map((file) => ({ file, fields: entryFromName(file) })),
        );
        const done = complete.length - refused.size;
        if (done > 0) showToast(`${formatCount(done, 'entry', 'entries')} created`);
        const [reason] = refused.values();
        if (reason !== undefined)
          showError(`${formatCount(refused.size, 'entry was', 'entries were')} refused.`, reason);
        setToComplete(incomplete);
      } catch (error) {
        showError('No entry was created.', error);
      }
      refresh();
    },
    [refresh, showError],
  );

  const rename = useCallback(
    async (files: readonly ManagedFile[]) => {
      try {
        const { refused, changeIds } = await renameAll(files);
        const done = files.length - refused.length;
        const words = `${formatCount(done, 'file')} renamed`;
        if (done > 0) {
          undo.did(words, changeIds);
          showToast(words);
        }
        if (refused.length > 0)
          showError(`${formatCount(refused.length, 'file')} not renamed.`, refused[0]);
      } catch (error) {
        showError('Nothing was renamed.', error);
      }
      refresh();
    },
    [undo, refresh, showError],
  );

  async function decide(decisions: readonly Decision[]): Promise<ReadonlyMap<number, string>> {
    const wanted = toComplete.map((file, at) => ({ file, at, decision: decisions[at] }));
    const toCreate = wanted.flatMap(({ file, at, decision }) =>
      decision?.choice === 'create' ? { file, at, fields: decision.fields } : [],
    );
    const refused = await createAll(toCreate);
    const nearest = wanted.filter(({ decision }) => decision?.choice === 'nearest');
    if (nearest.length > 0) void rename(nearest.map(({ file }) => file));
    refresh();
    return new Map([...refused].map(([index, reason]) => [toCreate[index]?.at ?? index, reason]));
  }

  return { toComplete, create, rename, decide, dismiss: () => setToComplete([]) };
}

/** Why entries were refused, by their index in `wanted`. */
async function createAll(
  wanted: readonly { file: ManagedFile; fields: DocumentFields }[],
): Promise<Map<number, string>> {
  const refused = new Map<number, string>();
  const created = await createEntries(wanted.map(({ fields }) => fields));
  const misnamed: { file_id: number; document_id: number }[] = [];
  for (const [at, { file, fields }] of wanted.entries()) {
    const id = created[at];
    if (typeof id === 'object') refused.set(at, id.refused);
    // The librarian corrected what the name says: the file is renamed after its entry.
    else if (id !== undefined && !isNamedAs(file, fields)) {
      misnamed.push({ file_id: file.id, document_id: id });
    }
  }
  if (misnamed.length > 0) await renameFiles(misnamed);
  return refused;
}

function isNamedAs({ reading }: ManagedFile, fields: DocumentFields): boolean {
  if (reading === null) return false;
  const language = languageToSave(fields.language);
  return pdfFileName(reading) === pdfFileName({ ...fields, language });
}

async function renameAll(
  files: readonly ManagedFile[],
): Promise<{ refused: string[]; changeIds: string[] }> {
  const rows = files.flatMap(({ id, nearest }) =>
    nearest === null ? [] : { file_id: id, document_id: nearest.document_id },
  );
  const refused: string[] = [];
  const changeIds: string[] = [];
  for (let at = 0; at < rows.length; at += mostFilesAtOnce) {
    const { change_id, results } = await renameFiles(rows.slice(at, at + mostFilesAtOnce));
    refused.push(...results.flatMap((result) => result.refused ?? []));
    if (results.some((result) => result.refused === null)) changeIds.push(change_id);
  }
  return { refused, changeIds };
}
