import { Dialog } from '../../../ui/dialog.tsx';
import type { Sides } from '../redline-api.ts';
import { SidesForm } from './sides-form.tsx';

/** The same choice over a comparison. */
export function ChooseDialog({ sides, onClose }: { sides: Sides; onClose: () => void }) {
  return (
    <Dialog title="Compare two documents" onClose={onClose}>
      <SidesForm {...sides} onDone={onClose} />
    </Dialog>
  );
}
