import { showToast } from '../../../ui/feedback/toast.tsx';
import type { GridPlace } from '../../../ui/grid/grid.tsx';
import { useConsole } from '../state/console-context.ts';
import { formatCount } from '../format.ts';
import type { Edit } from '../rows/edits.ts';
import { type PasteColumns, type PastedRow, parseCells, pasteTarget, readBlock } from './paste.ts';
import type { RowStore } from '../rows/row-store.ts';
import type { Fields, GridRow, SavedRow } from '../rows/row.ts';
import type { HowWritten } from './use-edits.tsx';

export type Pasting<Row extends SavedRow, Field extends string> = Pick<
  PasteColumns<Field>,
  'fieldOf' | 'needed' | 'isLead'
> & {
  /** The saved row of each identity; null where there is none. */
  find: (rows: readonly Fields<Field>[]) => Promise<readonly (Row | null)[]>;
  /** What a spreadsheet program seems to have done to these cells, in words. */
  spoilt?: (fields: PastedRow<Field>) => string[];
};

type Options<Row extends SavedRow, Field extends string> = {
  store: RowStore<Row, Field>;
  columns: PasteColumns<Field>['columns'];
  pasting: Pasting<Row, Field>;
  identity: { fields: readonly Field[] };
  blank: Partial<Fields<Field>>;
  write: (edits: readonly Edit<Field>[], how: HowWritten) => Promise<boolean>;
  /** Whether cells that look spoilt are pasted all the same. */
  confirm: (warnings: readonly string[]) => Promise<boolean>;
};

/** Pastes blocks of a spreadsheet: into the entries that they name, or into the cells from a place on. */
export function usePaste<Row extends SavedRow, Field extends string>(options: Options<Row, Field>) {
  const { store, columns, pasting, blank, write } = options;
  const { showError } = useConsole();

  async function paste(place: GridPlace, text: string): Promise<void> {
    const from = columns.find(({ field }) => field === place.column) ?? columns[0];
    if (from === undefined) return;
    // The keys of what every new row begins with are fields.
    const given = Object.keys(blank) as Field[];
    const known: PasteColumns<Field> = { ...pasting, columns, given };
    const block = readBlock(parseCells(text), known, from.field);
    if (block.rows.length === 0) return;
    try {
      if (block.by === 'identity') await pasteByIdentity(place, block.rows);
      else await pasteAt(place, block.rows);
    } catch (error) {
      showError('Nothing was pasted.', error);
    }
  }

  async function pasteByIdentity(place: GridPlace, pasted: readonly PastedRow<Field>[]) {
    const wanted = pasted.map((fields) =>
      store.kind.tidy({ ...emptyFields(), ...blank, ...fields }),
    );
    const found = await pasting.find(wanted);
    store.apply(found.filter((row) => row !== null));
    const edits: Edit<Field>[] = [];
    const added: Partial<Fields<Field>>[] = [];
    for (const [at, fields] of pasted.entries()) {
      const key = keyOfSaved(found[at]);
      if (key === null) added.push({ ...blank, ...fields });
      else edits.push({ key, fields: withoutIdentity(fields) });
    }
    if (!(await isWanted(added))) return;
    const changing = edits.filter(({ key, fields }) => isChange(store.row(key), fields));
    store.edit(changing);
    const keys = store.add(added, placeForNew(place));
    store.leave(keys);
    const unchanged = edits.length - changing.length;
    showToast(pastedWords(pasted.length, added.length, changing.length, unchanged));
  }

  async function pasteAt(place: GridPlace, pasted: readonly PastedRow<Field>[]) {
    const start = place.row === null ? -1 : store.snapshot().indexOf(place.row);
    const { rows } = store.snapshot();
    const { overwritten, addAt } = pasteTarget(rows, start, pasted.length);
    const filled = rows.slice(Math.max(0, start), Math.max(0, start) + overwritten);
    const edits = filled.map(({ key }, at) => ({ key, fields: pasted[at] ?? {} }));
    const added = pasted.slice(overwritten).map((fields) => ({ ...blank, ...fields }));
    const changed = edits.filter(({ key, fields }) => isChange(store.row(key), fields));
    if (!(await isWanted([...changed.map(({ fields }) => fields), ...added]))) return;
    if (!(await write(edits, 'many'))) return;
    const keys = added.length === 0 ? [] : store.add(added, addAt);
    store.leave([...keys, ...filled.map(({ key }) => key)]);
    if (pasted.length > 1) showToast(`${formatCount(pasted.length, 'row')} pasted`);
  }

  /** Asks about cells that look as an import would warn of. */
  async function isWanted(rows: readonly Partial<Fields<Field>>[]): Promise<boolean> {
    const warnings = rows.flatMap((fields) => pasting.spoilt?.(fields) ?? []);
    return warnings.length === 0 || options.confirm([...new Set(warnings)]);
  }

  /** Where new rows go; an empty row that was added for them makes way. */
  function placeForNew({ row: key }: GridPlace): number {
    const { indexOf } = store.snapshot();
    const row = key === null ? undefined : store.row(key);
    if (row === undefined || row.saved !== null) return 0;
    const at = indexOf(row.key);
    if (isEmpty(row)) store.discard([row.key]);
    return Math.max(0, at);
  }

  function isEmpty({ state, fields }: GridRow<Row, Field>): boolean {
    const isGiven = (field: Field) => fields[field] === (blank[field] ?? '');
    return state === 'typing' && store.kind.fields.every(isGiven);
  }

  function keyOfSaved(row: Row | null | undefined): number | null {
    return row ? (store.rowOfId(row.id)?.key ?? null) : null;
  }

  function withoutIdentity(fields: PastedRow<Field>): Partial<Fields<Field>> {
    const rest = { ...fields };
    for (const field of options.identity.fields) delete rest[field];
    return rest;
  }

  function isChange(row: GridRow<Row, Field> | undefined, fields: Partial<Fields<Field>>): boolean {
    if (row === undefined) return false;
    const before = store.kind.tidy(row.fields);
    const after = store.kind.tidy({ ...row.fields, ...fields });
    return store.kind.fields.some((field) => before[field] !== after[field]);
  }

  function emptyFields(): Fields<Field> {
    // Every field of the kind gets its key.
    return Object.fromEntries(store.kind.fields.map((field) => [field, ''])) as Fields<Field>;
  }

  return paste;
}

function pastedWords(rows: number, added: number, changed: number, unchanged: number): string {
  const parts = [
    ...(added > 0 ? [`${added.toLocaleString('en')} new`] : []),
    ...(changed > 0 ? [`${changed.toLocaleString('en')} changed`] : []),
    ...(unchanged > 0 ? [`${unchanged.toLocaleString('en')} unchanged`] : []),
  ];
  return `${formatCount(rows, 'row')} pasted: ${parts.join(', ')}`;
}
