import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Undo } from 'lucide-react';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { takeBack } from '../console-api.ts';
import { useConsole } from '../console-context.ts';
import { formatCount } from '../format.ts';
import type { TakenBack } from '../undo/change-step.ts';
import { TakeBackDialog } from '../undo/take-back-dialog.tsx';

type Props = {
  changeId: string;
  /** What the change is called in the history. */
  words: string;
};

/** Takes a change of the history back: first says what that would do, then does it. */
export function TakeBackTool({ changeId, words }: Props) {
  const { undo, refresh, showError } = useConsole();
  const client = useQueryClient();
  const [preview, setPreview] = useState<TakenBack | null>(null);

  const orTellWhy = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      setPreview(null);
      showError('This cannot be taken back.', error);
    }
  };

  const look = () =>
    orTellWhy(async () => setPreview(await takeBack({ change_id: changeId, preview: true })));

  const take = (overwrite: readonly number[]) =>
    orTellWhy(async () => {
      const taken = await takeBack({ change_id: changeId, overwrite: [...overwrite] });
      setPreview(null);
      const done = `Taken back: ${words}`;
      if (taken.change_id !== null) undo.did(done, [taken.change_id]);
      showToast(taken.change_id === null ? 'All was left as it is now' : done);
      refresh();
      await client.invalidateQueries({ queryKey: ['manage', 'audit'] });
    });

  return (
    <>
      <IconButton onClick={() => void look()} aria-label={`Take back: ${words}`}>
        <Undo size="1rem" aria-hidden />
        Take back
      </IconButton>
      {preview !== null && (
        <TakeBackDialog
          title="Take this change back?"
          builtOn={preview.built_on}
          onTake={(overwrite) => void take(overwrite)}
          onClose={() => setPreview(null)}
        >
          <p>
            {words}. {previewText(preview)}
          </p>
          {preview.left.map((why) => (
            <p key={why}>{why}</p>
          ))}
        </TakeBackDialog>
      )}
    </>
  );
}

function previewText({ rows, built_on }: TakenBack): string {
  const back = `${formatCount(rows, 'row')} of the change ${rows === 1 ? 'is' : 'are'} put back as before, as a change of its own.`;
  if (built_on.length === 0) return back;
  const since = `${formatCount(built_on.length, 'row was', 'rows were')} changed again since: choose for each.`;
  return rows === 0 ? since : `${back} ${since}`;
}
