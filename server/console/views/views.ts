import type { Arrangement } from '#contract/arrangement.ts';
import type { AsOf } from '#contract/editing.ts';
import type { Db } from '../../db/schema.ts';
import { changedIds } from '../changes.ts';
import { positionOf } from '../../changes/changes-since.ts';
import { documentSheet } from './document-sheet.ts';
import { fileSheet } from './file-sheet.ts';
import type { Sheet } from './sheet.ts';

export type SheetName = 'documents' | 'files';

export type ViewRequest = {
  sheet: SheetName;
  /** Of one customer, or of all. */
  customerId: number | null;
  arrangement: Arrangement;
  /** The zone whose days and times are shown. */
  zone: string;
  /** The view that the window must fit to, while it is kept; null: as the rows are now. */
  view: string | null;
  from: number;
  count: number;
};

export type ViewWindow = {
  view: string;
  /** How many rows pass the filters, and how many there are. */
  found: number;
  total: number;
  /** How many of all rows show which verdict or status. */
  counts: Record<string, number>;
  ids: number[];
  /** How far it knew the changes when it was arranged. */
  asOf: AsOf;
};

type View = Omit<ViewWindow, 'ids'> & { request: string; ids: Int32Array };

// A view of a million rows takes 4 MB; each open console has one or two.
const keptBytes = 64 * 1024 * 1024;
const fewestKept = 8;
/** With more changes than this, reading all rows again is quicker. */
const mostChanges = 20_000;

/**
 * Sheets in memory, and the views that consoles have of them: which rows, in which order. A view
 * stays as it is while rows change, so that nothing moves while someone scrolls.
 */
export class Views {
  readonly #db: Db;
  readonly #sheets = new Map<SheetName, { sheet: Sheet; asOf: AsOf }>();
  /** Least recently used first. */
  readonly #views = new Map<string, View>();
  readonly #mark: string;
  #made = 0;

  /** `mark`: what the names of views begin with, so that those of an earlier process are unknown. */
  constructor(db: Db, mark: string) {
    this.#db = db;
    this.#mark = mark;
  }

  async window(request: ViewRequest): Promise<ViewWindow> {
    const { request: _request, ids, ...view } = await this.#viewFor(request);
    const { from, count } = request;
    return { ...view, ids: [...ids.subarray(from, from + count)] };
  }

  /** Reads the sheet, or what changed since. */
  async prepare(name: SheetName): Promise<{ sheet: Sheet; asOf: AsOf }> {
    const known = this.#sheets.get(name);
    const now = await positionOf(this.#db);
    const ids = known && (await changedIds(this.#db, known.asOf, mostChanges));
    if (known !== undefined && ids) {
      await known.sheet.update(this.#db, known.sheet.changed(ids));
      known.asOf = now;
      return known;
    }
    this.#sheets.delete(name); // two of a million rows would not fit
    const fresh = { sheet: name === 'files' ? fileSheet() : documentSheet(), asOf: now };
    await fresh.sheet.load(this.#db);
    this.#sheets.set(name, fresh);
    return fresh;
  }

  async #viewFor(request: ViewRequest): Promise<View> {
    const known = this.#views.get(request.view ?? '');
    if (known !== undefined) return this.#keep(known);
    const { sheet, asOf } = await this.prepare(request.sheet);
    const { customerId, arrangement, zone } = request;
    const asked = JSON.stringify([request.sheet, customerId, arrangement, zone]);
    const same = [...this.#views.values()].find(
      (view) => view.request === asked && isSame(view.asOf, asOf),
    );
    if (same !== undefined) return this.#keep(same);
    const slots = sheet.index.slotsOf(customerId);
    const ids = sheet.index.arrange(arrangement, customerId, zone);
    return this.#keep({
      view: `${this.#mark}-${++this.#made}`,
      request: asked,
      asOf: { ...asOf },
      found: ids.length,
      total: slots.length,
      counts: sheet.counted.counts(slots),
      ids,
    });
  }

  #keep(view: View): View {
    this.#views.delete(view.view);
    this.#views.set(view.view, view);
    let bytes = 0;
    for (const { ids } of this.#views.values()) bytes += ids.byteLength;
    for (const [name, { ids }] of this.#views) {
      if (bytes <= keptBytes || this.#views.size <= fewestKept) break;
      this.#views.delete(name);
      bytes -= ids.byteLength;
    }
    return view;
  }
}

function isSame(a: AsOf, b: AsOf): boolean {
  return a.audit === b.audit && a.files === b.files;
}
