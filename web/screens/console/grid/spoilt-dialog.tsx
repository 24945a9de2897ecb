import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { formatCount } from '../format.ts';

export type SpoiltQuestion = {
  warnings: readonly string[];
  resolve: (isWanted: boolean) => void;
};

const mostListed = 50;

/** What a spreadsheet program seems to have done to cells that are being pasted. */
export function SpoiltDialog({ question }: { question: SpoiltQuestion }) {
  const { warnings, resolve } = question;
  const more = warnings.length - mostListed;
  return (
    <Dialog
      title="Check these cells before you paste"
      onClose={() => resolve(false)}
      actions={
        <>
          <Button onClick={() => resolve(false)}>Cancel</Button>
          <Button onClick={() => resolve(true)}>Paste anyway</Button>
        </>
      }
    >
      <ul>
        {warnings.slice(0, mostListed).map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
      {more > 0 && <p>and {formatCount(more, 'more')}</p>}
      <p>To avoid this, format these columns as Text in the spreadsheet and copy again.</p>
    </Dialog>
  );
}
