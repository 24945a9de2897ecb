import type { ManagedCustomer, ManagedDocument } from '#contract/editing.ts';
import { randomKey } from '../../../random-key.ts';
import { unsavedOf } from '../../../unsaved.ts';
import type { KeptRows } from '../rows/row-store.ts';
import type { DocumentField } from './document-rows.ts';

/** The unsaved rows of one sheet. */
export type KeptSheet =
  | { of: 'customers'; kept: KeptRows<ManagedCustomer, 'customer'> }
  | {
      of: { customerId: number | null; isNarrowed: boolean; address: string };
      kept: KeptRows<ManagedDocument, DocumentField>;
    };

type OnPage = KeptSheet & { page: string };

/** Held as a lock as long as this page is open: no other page takes over its rows. */
const thisPage = `console ${randomKey()}`;
let isHeld = false;

/** The unsaved rows of all sheets, kept in the browser until the server has them. */
export class KeptSheets {
  readonly #table;
  #written = new Map<string, KeptRows<never, never>['rows']>();
  #isTaken = false;

  constructor(account: string) {
    this.#table = unsavedOf<OnPage>(account, 'rows', keyOf, ({ kept }) => kept.rows.length);
    if (!isHeld) void locks()?.request(thisPage, () => new Promise(() => {}));
    isHeld = true;
  }

  keep(sheet: KeptSheet): void {
    const one = { ...sheet, page: thisPage };
    const key = keyOf(one);
    const { rows } = sheet.kept;
    const before = this.#written.get(key) ?? [];
    // Rows are replaced, never changed.
    if (rows.length === before.length && rows.every((row, at) => row === before[at])) return;
    this.#written.set(key, rows as KeptRows<never, never>['rows']);
    if (rows.length === 0) this.#table.remove(key);
    else this.#table.put(one);
  }

  /** Hands over, once, what this page or closed ones left. */
  async take(restore: (sheet: KeptSheet) => void): Promise<void> {
    if (this.#isTaken) return;
    this.#isTaken = true;
    const { held = [] } = (await locks()?.query()) ?? {};
    const open = new Set(held.map(({ name }) => name));
    for (const sheet of await this.#table.load()) {
      if (sheet.page !== thisPage && open.has(sheet.page)) continue;
      this.#table.remove(keyOf(sheet)); // in one transaction with what is kept of it from now on
      restore(sheet);
    }
  }
}

/** Browsers have locks on https and on this machine only. */
const locks = () => navigator.locks as LockManager | undefined;

function keyOf({ page, of }: OnPage): string {
  if (of === 'customers') return `${page} customers`;
  return `${page} ${of.isNarrowed ? 'narrowed' : of.customerId}`;
}
