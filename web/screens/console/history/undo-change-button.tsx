import { useState } from 'react';
import { Undo } from 'lucide-react';
import type { AuditEntry } from '#contract/audit.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { consoleApi } from '../console-api.ts';
import { useConsole } from '../state/console-context.ts';
import { formatCount } from '../format.ts';
import type { UndoAnswer } from '../undo/change-step.ts';
import { UndoDialog } from './undo-dialog.tsx';

type Props = {
  changeId: string;
  /** What the change is called in the history. */
  words: string;
  /** The line beside the button: of a large change only that one is undone. */
  lineId?: number;
};

/** What would be undone, and what that would do. */
type Looked = { of: { change_id: string; line_id?: number }; preview: UndoAnswer };

/** Undoes a change of the history: first says what that would do, then does it. */
export function UndoChangeButton({ changeId, words, lineId }: Props) {
  const { mayEdit, undo, refresh, showError } = useConsole();
  const [looked, setLooked] = useState<Looked | null>(null);

  const orTellWhy = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      setLooked(null);
      showError('This cannot be undone.', error);
    }
  };

  const look = () =>
    orTellWhy(async () => {
      const whole = { change_id: changeId };
      const preview = await consoleApi.undoChange({ body: { ...whole, preview: true } });
      if (!preview.is_large || lineId === undefined) return setLooked({ of: whole, preview });
      const one = { ...whole, line_id: lineId };
      setLooked({
        of: one,
        preview: await consoleApi.undoChange({ body: { ...one, preview: true } }),
      });
    });

  const take = ({ of, preview }: Looked, overwrite: readonly number[]) =>
    orTellWhy(async () => {
      setLooked(null);
      const chosen = preview.is_large ? {} : { overwrite: [...overwrite] };
      const taken = await undo.undoChange({ ...of, ...chosen });
      if (taken === null) return refresh(); // cancelled
      const done = `Undone: ${words}`;
      if (taken.change_id !== null) undo.did(`undo of ${words}`, [taken.change_id]);
      showToast(taken.change_id === null ? 'Nothing was changed' : done);
      refresh();
    });

  if (!mayEdit) return null;
  return (
    <>
      <IconButton onClick={() => void look()} aria-label={`Undo change: ${words}`}>
        <Undo size="1rem" aria-hidden />
        Undo
      </IconButton>
      {looked !== null && (
        <UndoDialog
          title="Undo this change?"
          builtOn={looked.preview.built_on}
          onTake={(overwrite) => void take(looked, overwrite)}
          onClose={() => setLooked(null)}
        >
          <p>
            {words}. {previewText(looked.preview)}
          </p>
          {looked.preview.left.map((why) => (
            <p key={why}>{why}</p>
          ))}
        </UndoDialog>
      )}
    </>
  );
}

/** Change cases are undone by reviewers, in the case; rules and calendars are edited again; notes belong to their authors. */
export function isUndoneHere(lines: readonly Pick<AuditEntry, 'subject'>[]): boolean {
  return lines.some(({ subject }) => !['case', 'case_rule', 'calendar', 'note'].includes(subject));
}

function previewText({ rows, built_on, is_large }: UndoAnswer): string {
  if (is_large) {
    return `${formatCount(rows, 'row')} will be undone. This can take a while, and continues if you close this tab. Rows that others changed since are left as they are.`;
  }
  const back = `${formatCount(rows, 'row')} will be undone.`;
  if (built_on.length === 0) return back;
  const since = `${formatCount(built_on.length, 'row was', 'rows were')} changed again since. Choose for each.`;
  return rows === 0 ? since : `${back} ${since}`;
}
