import { useCallback, useEffect, useMemo, useState } from 'react';
import { mostFilesAtOnce } from '#contract/calls.ts';
import { documentTitle } from '../state/document-rows.ts';
import { consoleApi } from '../console-api.ts';
import type { ConsoleContextValue, PdfToUpload } from '../state/console-context.ts';
import { formatCount } from '../format.ts';
import { type NameDecision, entriesFor, type UnclaimedName, withStandards } from './names.ts';
import { sendToServer, UploadQueue } from '../state/upload-queue.ts';

/** A file whose name belongs to no entry. */
export type UnclaimedFile = UnclaimedName & { file: File };

export type UploadsState = ReturnType<typeof useUploads>;

/** The queue of uploads, and the files that the librarian is asked about first. */
export function useUploads({
  undo,
  refresh,
  showError,
}: Pick<ConsoleContextValue, 'undo' | 'refresh' | 'showError'>) {
  const queue = useMemo(() => new UploadQueue(sendToServer, refresh), [refresh]);
  useEffect(
    function stopUploadsOnLeave() {
      return () => queue.close();
    },
    [queue],
  );
  const [unclaimed, setUnclaimed] = useState<readonly UnclaimedFile[]>([]);

  const add = useCallback(
    async (pdfs: readonly PdfToUpload[]) => {
      const known = pdfs.flatMap(({ file, documentId }) =>
        documentId === null ? [] : { file, documentId },
      );
      const named = pdfs.filter(({ documentId }) => documentId === null).map(({ file }) => file);
      queue.add(known);
      try {
        for (let at = 0; at < named.length; at += mostFilesAtOnce) {
          const files = named.slice(at, at + mostFilesAtOnce);
          const { data } = await consoleApi.readNames({
            body: { names: files.map(({ name }) => name) },
          });
          const read = files.flatMap((file, index) => {
            const name = data[index];
            return name === undefined ? [] : { ...name, file };
          });
          queue.add(
            read.flatMap(({ file, document_id }) =>
              document_id === null ? [] : { file, documentId: document_id },
            ),
          );
          const unknown = await withStandards(
            read.filter(({ document_id }) => document_id === null),
          );
          setUnclaimed((before) => [...before, ...unknown]);
        }
      } catch (error) {
        showError('The upload failed.', error);
      }
    },
    [queue, showError],
  );

  async function decide(decisions: readonly NameDecision[]): Promise<ReadonlyMap<number, string>> {
    const targets = await entriesFor(decisions, unclaimed, (change_id, entries) => {
      const [first] = entries;
      const words =
        entries.length === 1 && first !== undefined
          ? `${documentTitle({ ...first, language: first.language ?? '' })} added`
          : `${formatCount(entries.length, 'standard number')} added`;
      undo.added(words, change_id, entries, queue);
    });
    const refused = new Map<number, string>();
    for (const [at, target] of targets.entries()) {
      const file = unclaimed[at]?.file;
      if (target === null || file === undefined) continue;
      if (typeof target === 'object') refused.set(at, target.refused);
      else queue.add([{ file, documentId: target }]);
    }
    refresh();
    return refused;
  }

  return { queue, add, unclaimed, decide, dismissUnclaimed: () => setUnclaimed([]) };
}
