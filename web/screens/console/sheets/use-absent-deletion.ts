import { useState } from 'react';
import type { AbsentRow } from '#contract/importing.ts';
import { consoleApi } from '../console-api.ts';
import { useConsole } from '../state/console-context.ts';
import { failedChange } from '../failed-change.ts';
import { formatCount } from '../format.ts';

/** What became of the last deletion, in words; with `undo` it can still be undone. */
type Said = { text: string; undo: (() => void) | null; isFault: boolean };

/** Deletes entries from within the import's dialog, which also reports it: a toast would be hidden below the dialog. */
export function useAbsentDeletion() {
  const { undo, refresh } = useConsole();
  const [deleted, setDeleted] = useState<ReadonlySet<number>>(new Set());
  const [said, setSaid] = useState<Said | null>(null);

  async function trying(what: () => Promise<void>, failed: string) {
    try {
      await what();
    } catch (error) {
      setSaid({ text: failedChange(failed, error), undo: null, isFault: true });
    }
    refresh();
  }

  const restore = (changeId: string, ids: ReadonlySet<number>) =>
    trying(async () => {
      const taken = await undo.undoChange({ change_id: changeId });
      if (taken === null) return; // cancelled
      const { rows, change_id } = taken;
      const text = `Deletion of ${formatCount(rows, 'standard number')} undone`;
      if (change_id !== null) undo.did(text, [change_id]);
      setDeleted((now) => new Set([...now].filter((id) => !ids.has(id))));
      setSaid({ text: `${text}.`, undo: null, isFault: false });
    }, 'This cannot be undone.');

  const remove = (rows: readonly AbsentRow[]) =>
    trying(async () => {
      const seen = rows.map(({ id, version }) => ({ id, version }));
      const { change_id, deleted: count } = await consoleApi.deleteDocuments({
        body: { rows: seen },
      });
      const ids = new Set(rows.map(({ id }) => id));
      setDeleted((now) => new Set([...now, ...ids]));
      const text = `${formatCount(count, 'standard number')} deleted`;
      undo.did(text, [change_id]);
      setSaid({ text: `${text}.`, undo: () => void restore(change_id, ids), isFault: false });
    }, 'Nothing was deleted.');

  return { deleted, said, remove };
}
