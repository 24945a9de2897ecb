import { formatCount } from '../format.ts';
import type { RowStore } from '../rows/row-store.ts';
import type { Fields, SavedRow } from '../rows/row.ts';
import type { Step } from './undo-stack.ts';

/**
 * What was written last and cannot be saved, as a step that can be undone: the rows are then as they
 * are on the server. Null when all that was written last is saved.
 */
export function typedStep<Row extends SavedRow, Field extends string>(
  store: RowStore<Row, Field>,
  titleOf: (fields: Fields<Field>) => string,
): Step | null {
  const stuck = store.stuckRows();
  const [first] = stuck;
  if (first === undefined || first.saved === null) return null;
  const title = titleOf(store.kind.fieldsOf(first.saved));
  const words =
    stuck.length === 1
      ? `what was typed in ${title}`
      : `what was typed in ${formatCount(stuck.length, 'row')}`;
  const forget: Step = {
    words,
    undoChange: async () => {
      store.discard(stuck.map(({ key }) => key));
      return { words, undoChange: typeAgain };
    },
  };
  const typeAgain = async () => {
    store.edit(stuck.map(({ key, fields }) => ({ key, fields })));
    return forget;
  };
  return forget;
}
