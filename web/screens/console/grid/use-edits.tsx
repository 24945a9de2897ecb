import { type ReactNode, useState } from 'react';
import { type Edit, identityChanges, type RowIdentity } from '../rows/edits.ts';
import { type IdentityAnswer, IdentityDialog, type IdentityQuestion } from './identity-dialog.tsx';
import type { RowStore } from '../rows/row-store.ts';
import type { SavedRow } from '../rows/row.ts';

type Options<Row extends SavedRow, Field extends string> = {
  store: RowStore<Row, Field>;
  identity: RowIdentity<Row, Field>;
  /** What the columns call the fields. */
  names: Record<Field, string>;
};

/** `typed` is one cell that a librarian wrote; `many` is a paste, a fill or a replacement. */
export type HowWritten = 'typed' | 'many';

/**
 * Writes into cells. Before saved rows become other ones, by many cells at once, or before a file no
 * longer has its entry's name, the librarian is shown what would happen and asked.
 */
export function useEdits<Row extends SavedRow, Field extends string>(
  options: Options<Row, Field>,
): {
  /** False when it was cancelled. */
  write: (edits: readonly Edit<Field>[], how: HowWritten) => Promise<boolean>;
  question: ReactNode;
} {
  const { store, identity, names } = options;
  const [asked, setAsked] = useState<IdentityQuestion<Field> | null>(null);

  async function write(edits: readonly Edit<Field>[], how: HowWritten): Promise<boolean> {
    const changes = identityChanges(edits, (key) => store.row(key), store.kind, identity);
    const isFaulty = changes.some(({ after }) => store.kind.faultsOf(after).length > 0);
    const mustAsk =
      how === 'many' ? changes.length > 0 : changes.some(({ file }) => file !== null) && !isFaulty;
    if (!mustAsk) {
      store.edit(edits);
      return true;
    }
    // What is asked about is what the librarian saw, also when another is faster with a change.
    const seen = edits.map((edit) => ({ ...edit, seen: store.row(edit.key)?.fields }));
    const answer = await new Promise<IdentityAnswer>((resolve) => {
      setAsked({ changes, resolve });
    });
    setAsked(null);
    if (answer === 'cancel') return false;
    const withFile = new Set(changes.filter(({ file }) => file !== null).map(({ key }) => key));
    const renames = answer === 'change and rename';
    store.edit(seen.map((edit) => ({ ...edit, renameFile: renames && withFile.has(edit.key) })));
    return true;
  }

  return {
    write,
    question: asked !== null && (
      <IdentityDialog question={asked} names={names} identity={identity} />
    ),
  };
}
