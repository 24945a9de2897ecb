import type { AsOf, ManagedCustomer, ManagedDocument } from '#contract/editing.ts';
import type { ManagedFile } from '#contract/files.ts';
import type { ScanState } from '#contract/scan.ts';
import { customerKind, tidyCustomer } from './catalogue/customer-rows.ts';
import {
  type DocumentField,
  documentKind,
  documentTitle,
  languageToSave,
} from './catalogue/document-rows.ts';
import {
  listChanges,
  listFiles,
  listManagedCustomers,
  listManagedDocuments,
  saveCustomers,
  saveDocuments,
} from './console-api.ts';
import { fileKind } from './files/file-rows.ts';
import type { SentRow } from './grid/saving/row-state.ts';
import { RowStore } from './grid/saving/row-store.ts';
import type { GridRow } from './grid/saving/row.ts';
import type { SavedRows } from './undo/console-undo.ts';
import { typedStep } from './undo/typed-step.ts';
import type { Step } from './undo/undo-stack.ts';

export type CustomerStore = RowStore<ManagedCustomer, 'customer'>;
export type DocumentStore = RowStore<ManagedDocument, DocumentField>;
export type FileStore = RowStore<ManagedFile, never>;

/** With more documents than this in the library the grid shows one customer at a time. */
export const mostDocumentsAtOnce = 100_000;

/**
 * The state of all that was typed, over all grids. `typing`: in a row that has not been left yet;
 * `stuck`: in a row that its librarian must see to.
 */
export type SaveState = 'saved' | 'typing' | 'saving' | 'stuck' | 'failed';

/** The customers in a snapshot of their store, kept until the next one. */
type CustomerIndex = {
  of: unknown;
  sorted: readonly ManagedCustomer[];
  byKey: ReadonlyMap<string, ManagedCustomer>;
};

/** Files that got their entries' new names, and why others did not. */
type FilesOfSaved = { renamed: number; left: readonly string[] };

/** Who is told of what was saved. */
type Told = { onSaved: (saved: SavedRows) => void; onFiles: (files: FilesOfSaved) => void };

/** What the console's grids show, loaded once and then kept up to date. Lives as long as the console. */
export class ConsoleData {
  readonly customers: CustomerStore = new RowStore({
    ...customerKind,
    send: (rows, continues) => this.#saveCustomers(rows, continues),
    sort: { column: 'customer', descending: false },
  });
  readonly files: FileStore = new RowStore({ ...fileKind, send: async () => [] });
  /** By customer, null for all. They are kept so that nothing unsaved is lost when another is shown. */
  #documents = new Map<number | null, DocumentStore>();
  /** The place in the trail of changes that was reached; null before the first list is read. */
  #asOf: AsOf | null = null;
  #customerIndex: CustomerIndex | null = null;
  #listeners = new Set<() => void>();

  readonly #onSaved: (saved: SavedRows) => void;
  readonly #onFiles: (files: FilesOfSaved) => void;

  constructor({ onSaved, onFiles }: Told) {
    this.#onSaved = onSaved;
    this.#onFiles = onFiles;
    this.customers.subscribe(this.#notify);
  }

  /** Calls the listener after every change that can make a row saved or unsaved. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #notify = (): void => {
    for (const listener of this.#listeners) listener();
  };

  documentsOf(customerId: number | null): DocumentStore {
    let store = this.#documents.get(customerId);
    if (store === undefined) {
      const kind = documentKind((name) => this.hasCustomer(name));
      const send = (rows: SentRow<DocumentField>[], continues: boolean) =>
        this.#saveDocuments(rows, continues);
      store = new RowStore({ ...kind, send });
      store.subscribe(this.#notify);
      this.#documents.set(customerId, store);
    }
    return store;
  }

  unsavedCount = (): number => this.#unsaved().length;

  saveState = (): SaveState => {
    const states = new Set(this.#unsaved().map(({ state }) => state));
    if (states.size === 0) return 'saved';
    if (states.has('failed')) return 'failed';
    if (states.has('invalid') || states.has('refused') || states.has('conflict')) return 'stuck';
    return states.has('saving') ? 'saving' : 'typing';
  };

  #unsaved(): GridRow[] {
    const stores = [this.customers, ...this.#documents.values()];
    return stores.flatMap((store): readonly GridRow[] => store.snapshot().unsaved);
  }

  retry(): void {
    this.customers.retry();
    for (const store of this.#documents.values()) store.retry();
  }

  /** What was typed last and cannot be saved as it is, to be undone before all that is saved. */
  stuckStep(): Step | null {
    const ofCustomers = typedStep(this.customers, ({ customer }) => customer);
    if (ofCustomers !== null) return ofCustomers;
    for (const store of this.#documents.values()) {
      const step = typedStep(store, documentTitle);
      if (step !== null) return step;
    }
    return null;
  }

  /** Resolves once nothing is on its way to the server. */
  async whenSaved(): Promise<void> {
    while (this.saveState() === 'saving') {
      await new Promise<void>((resolve) => {
        const stop = this.subscribe(() => {
          stop();
          resolve();
        });
      });
    }
  }

  async #saveCustomers(rows: SentRow<'customer'>[], continues: boolean) {
    const answer = await saveCustomers({ rows });
    this.#tellSaved('customer', rows, answer, continues, ({ customer }) => customer);
    return answer.results;
  }

  async #saveDocuments(rows: SentRow<DocumentField>[], continues: boolean) {
    const sent = rows.map((row) => ({ ...row, language: languageToSave(row.language) }));
    const answer = await saveDocuments({ rows: sent });
    this.#tellSaved('standard number', rows, answer, continues, documentTitle);
    this.#onFiles({ renamed: answer.files_renamed, left: answer.files_left });
    return answer.results;
  }

  #tellSaved<Row extends { id: number | null }>(
    noun: string,
    rows: readonly Row[],
    { change_id, results }: { change_id: string | null; results: { outcome: string }[] },
    continues: boolean,
    titleOf: (row: Row) => string,
  ): void {
    if (change_id === null) return; // all of it was so already
    const saved = rows.filter((_, at) => results[at]?.outcome === 'saved');
    const added = saved.filter(({ id }) => id === null).map(titleOf);
    const changed = saved.filter(({ id }) => id !== null).map(titleOf);
    this.#onSaved({ noun, added, changed, change_id, continues });
  }

  /** All customers, sorted by name; the same array until their store changes. */
  customersByName = (): readonly ManagedCustomer[] => this.#indexCustomers().sorted;

  hasCustomer(name: string): boolean {
    return this.findCustomer(name) !== undefined;
  }

  findCustomer(name: string): ManagedCustomer | undefined {
    return this.#indexCustomers().byKey.get(nameKey(name));
  }

  #indexCustomers(): CustomerIndex {
    const of = this.customers.snapshot();
    if (this.#customerIndex?.of !== of) {
      const saved = [...this.customers.all()].flatMap((row) => row.saved ?? []);
      this.#customerIndex = {
        of,
        sorted: saved.toSorted((a, b) => a.customer.localeCompare(b.customer)),
        byKey: new Map(saved.map((one) => [nameKey(one.customer), one])),
      };
    }
    return this.#customerIndex;
  }

  async loadCustomers(signal: AbortSignal): Promise<number> {
    const { data, as_of } = await listManagedCustomers(signal);
    this.customers.apply(data);
    this.customers.keepOnly(new Set(data.map(({ id }) => id)));
    this.#pollSince(as_of);
    return data.length;
  }

  loadDocuments(customerId: number | null, signal: AbortSignal): Promise<number> {
    const scope = customerId === null ? {} : { customer_id: customerId };
    const page = (after: number) => listManagedDocuments({ ...scope, after }, signal);
    return this.#loadPages(this.documentsOf(customerId), page);
  }

  loadFiles(signal: AbortSignal): Promise<number> {
    return this.#loadPages(this.files, (after) => listFiles({ after }, signal));
  }

  /** Reads what others changed since the last time; `reload` when the lists must be read anew. */
  async poll(signal: AbortSignal): Promise<{ scan: ScanState; reload: boolean } | null> {
    const since = this.#asOf;
    if (since === null) return null;
    const changes = await listChanges(since, signal);
    // A list that was read meanwhile may have set it further back.
    if (this.#asOf === since) this.#asOf = changes.as_of;
    const { customers, documents, files, deleted, scan, reload } = changes;
    if (customers.length + deleted.customers.length > 0) {
      this.customers.apply(customers, deleted.customers);
    }
    if (files.length + deleted.files.length > 0) this.files.apply(files, deleted.files);
    if (documents.length + deleted.documents.length > 0) {
      for (const [customerId, store] of this.#documents) {
        store.apply(this.#documentsFor(customerId, store, documents), deleted.documents);
      }
    }
    return { scan, reload };
  }

  /** Those of the store's customer, and those that were: they may have gone to another. */
  #documentsFor(customerId: number | null, store: DocumentStore, documents: ManagedDocument[]) {
    if (customerId === null) return documents;
    const customer = this.customers.rowOfId(customerId)?.saved?.customer;
    return documents.filter(
      (document) => document.customer === customer || store.rowOfId(document.id) !== undefined,
    );
  }

  async #loadPages<Row extends { id: number }>(
    store: { apply: (rows: Row[]) => void; keepOnly: (ids: ReadonlySet<number>) => void },
    page: (after: number) => Promise<{ data: Row[]; more: boolean; as_of: AsOf }>,
  ): Promise<number> {
    const ids = new Set<number>();
    let after = 0;
    let first: AsOf | null = null;
    for (;;) {
      const { data, more, as_of } = await page(after);
      first ??= as_of;
      store.apply(data);
      for (const { id } of data) ids.add(id);
      after = data.at(-1)?.id ?? after;
      if (!more) break;
    }
    store.keepOnly(ids);
    this.#pollSince(first);
    return ids.size;
  }

  // What changed while the pages of a list were being read may be missing in them; the next poll asks
  // for all changes since the first page.
  #pollSince({ audit, files }: AsOf): void {
    const now = this.#asOf;
    this.#asOf = {
      audit: Math.min(now?.audit ?? audit, audit),
      files: Math.min(now?.files ?? files, files),
    };
  }
}

function nameKey(customer: string): string {
  return tidyCustomer(customer).toLowerCase();
}
