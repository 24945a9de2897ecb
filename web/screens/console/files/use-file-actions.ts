import { useCallback, useState } from 'react';
import { mostFilesAtOnce } from '#contract/calls.ts';
import { pdfFileName } from '#contract/file-name.ts';
import type { ManagedFile } from '#contract/files.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { type DocumentFields, languageToSave } from '../state/document-rows.ts';
import { consoleApi } from '../console-api.ts';
import { useConsole } from '../state/console-context.ts';
import { failedChange } from '../failed-change.ts';
import { formatCount } from '../format.ts';
import {
  type NameDecision,
  entriesFor,
  isCompleteEntry,
  suggestedDecision,
  type UnclaimedName,
} from '../uploads/names.ts';

/** Whether the file lacks only an entry to be found by readers. */
export const canCreate = ({ verdict }: ManagedFile): boolean =>
  verdict === 'no_entry' || verdict === 'name_unknown';

/** Whether an entry is waiting for the file under a similar name. */
export const canRename = ({ verdict, nearest }: ManagedFile): boolean =>
  nearest !== null && (verdict === 'no_entry' || verdict === 'name_unknown');

/** Whether another file is there in its place. */
export const canSetAside = ({ verdict }: ManagedFile): boolean => verdict === 'duplicate';

/** A file, and what the server reads in its name. */
type NamedFile = ManagedFile & UnclaimedName;

/** Creates entries, renames files and sets them aside; asks only about names that do not say enough. */
export function useFileActions() {
  const { undo, refresh, showError } = useConsole();
  const [toComplete, setToComplete] = useState<readonly NamedFile[]>([]);

  /** Moves files in portions, and says what became of it. */
  const move = useCallback(
    async <Row>(rows: readonly Row[], done: string, send: (portion: Row[]) => Promise<Moved>) => {
      try {
        const { refused, changeIds } = await inPortions(rows, send);
        const words = `${formatCount(rows.length - refused.length, 'file')} ${done}`;
        if (changeIds.length > 0) {
          undo.did(words, changeIds);
          showToast(words);
        }
        if (refused.length > 0)
          showError(`${formatCount(refused.length, 'file')} not ${done}.`, refused[0]);
      } catch (error) {
        showError(failedChange(`Nothing was ${done}.`, error));
      }
      refresh();
    },
    [undo, refresh, showError],
  );

  const renameTo = useCallback(
    (rows: readonly { file_id: number; document_id: number }[]) =>
      move(rows, 'renamed', (moved) => consoleApi.renameFiles({ body: { rows: moved } })),
    [move],
  );

  const rename = useCallback(
    (files: readonly ManagedFile[]) =>
      renameTo(
        files.flatMap(({ id, nearest }) =>
          nearest === null ? [] : { file_id: id, document_id: nearest.document_id },
        ),
      ),
    [renameTo],
  );

  const setAside = useCallback(
    (files: readonly ManagedFile[]) =>
      move(
        files.map(({ id }) => id),
        'moved to .superseded',
        (file_ids) => consoleApi.setAsideFiles({ body: { file_ids } }),
      ),
    [move],
  );

  /** Carries decisions out; answers why some were refused, by their index. */
  const carryOut = useCallback(
    async (files: readonly NamedFile[], decisions: readonly NameDecision[]) => {
      const targets = await entriesFor(decisions, files, (change_id, entries) => {
        undo.did(`${formatCount(entries.length, 'entry', 'entries')} created`, [change_id]);
      });
      const refused = new Map<number, string>();
      const misnamed: { file_id: number; document_id: number }[] = [];
      let created = 0;
      for (const [at, target] of targets.entries()) {
        const [file, decision] = [files[at], decisions[at]];
        if (target === null || file === undefined || decision === undefined) continue;
        if (typeof target === 'object') {
          refused.set(at, target.refused);
          continue;
        }
        const isCreated = decision.choice === 'create';
        if (isCreated) created += 1;
        // Of a created entry only where the librarian corrected what the name says.
        if (!isCreated || !isNamedAs(file, decision.fields)) {
          misnamed.push({ file_id: file.id, document_id: target });
        }
      }
      if (created > 0) showToast(`${formatCount(created, 'entry', 'entries')} created`);
      if (misnamed.length > 0) await renameTo(misnamed);
      refresh();
      return refused;
    },
    [undo, renameTo, refresh],
  );

  const create = useCallback(
    async (files: readonly ManagedFile[]) => {
      try {
        const named = await withDescriptions(files);
        const complete = named.filter(isCompleteEntry);
        const decisions = complete.map((file) => ({
          ...suggestedDecision(file),
          choice: 'create' as const,
        }));
        const refused = await carryOut(complete, decisions);
        const [reason] = refused.values();
        if (reason !== undefined)
          showError(`${formatCount(refused.size, 'entry was', 'entries were')} refused.`, reason);
        setToComplete(named.filter((file) => !isCompleteEntry(file)));
      } catch (error) {
        showError('No entry was created.', error);
      }
    },
    [carryOut, showError],
  );

  const decide = (decisions: readonly NameDecision[]): Promise<ReadonlyMap<number, string>> =>
    carryOut(toComplete, decisions);

  return { toComplete, create, rename, setAside, decide, dismiss: () => setToComplete([]) };
}

/** The files, and what earlier revisions of their numbers are about. */
async function withDescriptions(files: readonly ManagedFile[]): Promise<NamedFile[]> {
  const named: NamedFile[] = [];
  for (let at = 0; at < files.length; at += mostFilesAtOnce) {
    const portion = files.slice(at, at + mostFilesAtOnce);
    const { data } = await consoleApi.readNames({
      body: { names: portion.map(({ name }) => name) },
    });
    named.push(
      ...portion.map((file, index) => ({ ...file, likely_desc: data[index]?.likely_desc ?? null })),
    );
  }
  return named;
}

function isNamedAs({ reading }: ManagedFile, fields: DocumentFields): boolean {
  if (reading === null) return false;
  const language = languageToSave(fields.language);
  return pdfFileName(reading) === pdfFileName({ ...fields, language });
}

type Moved = { change_id: string; results: { refused: string | null }[] };

async function inPortions<Row>(
  rows: readonly Row[],
  send: (portion: Row[]) => Promise<Moved>,
): Promise<{ refused: string[]; changeIds: string[] }> {
  const refused: string[] = [];
  const changeIds: string[] = [];
  for (let at = 0; at < rows.length; at += mostFilesAtOnce) {
    const { change_id, results } = await send(rows.slice(at, at + mostFilesAtOnce));
    refused.push(...results.flatMap((result) => result.refused ?? []));
    if (results.some((result) => result.refused === null)) changeIds.push(change_id);
  }
  return { refused, changeIds };
}
