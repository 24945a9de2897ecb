import { mostFilesInBrowser } from '#contract/calls.ts';
import type { AsOf, ManagedCustomer, ManagedDocument } from '#contract/editing.ts';
import type { ManagedFile } from '#contract/files.ts';
import { pageOfTab } from '#contract/pages.ts';
import type { ScanState } from '#contract/scan.ts';
import { paceAfter, type ReadingPace } from './reading-pace.ts';
import { customerKind, tidyCustomer } from './customer-rows.ts';
import {
  dayToSave,
  type DocumentField,
  documentKind,
  documentTitle,
  languageToSave,
} from './document-rows.ts';
import { consoleApi } from '../console-api.ts';
import { fileKind } from './file-rows.ts';
import type { SentRow } from '../rows/row-state.ts';
import { RowStore } from '../rows/row-store.ts';
import type { ReadWindow, Window, WindowRequest } from '../rows/window-loader.ts';
import type { GridRow } from '../rows/row.ts';
import type { SavedRows } from '../undo/console-undo.ts';
import { typedStep } from '../undo/typed-step.ts';
import type { Step } from '../undo/undo-stack.ts';

export type CustomerStore = RowStore<ManagedCustomer, 'customer'>;
export type DocumentStore = RowStore<ManagedDocument, DocumentField>;
export type FileStore = RowStore<ManagedFile, never>;

/** Standard numbers that are shown: whether the server arranges them, because they are too many. */
export type OpenDocuments = { customerId: number | null; inWindows: boolean; store: DocumentStore };

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

/** Gets what was saved. */
type Listeners = { onSaved: (saved: SavedRows) => void; onFiles: (files: FilesOfSaved) => void };

/** What the console's grids show, loaded once and then kept up to date. Lives as long as the console. */
export class ConsoleData {
  #pace: ReadingPace | null = null;
  readonly customers: CustomerStore = new RowStore({
    ...customerKind,
    send: (rows, continues) => this.#saveCustomers(rows, continues),
    sort: { column: 'customer', descending: false },
  });
  readonly files: FileStore = new RowStore({ ...fileKind, send: async () => [] });
  /** The same files where they are too many for a browser. */
  readonly fileWindows: FileStore = new RowStore({
    ...fileKind,
    send: async () => [],
    readWindow: async (request, signal) =>
      asWindow(await consoleApi.viewFiles({ body: bodyOf(request), signal })),
  });
  /** By customer, null for all. They are kept so that nothing unsaved is lost when another is shown. */
  #documents = new Map<number | null, OpenDocuments>();
  /** The place in the trail of changes that was reached; null before the first list is read. */
  #asOf: AsOf | null = null;
  #customerIndex: CustomerIndex | null = null;
  #listeners = new Set<() => void>();

  readonly #onSaved: (saved: SavedRows) => void;
  readonly #onFiles: (files: FilesOfSaved) => void;

  constructor({ onSaved, onFiles }: Listeners) {
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

  /**
   * Once the server arranges a sheet it goes on to, also when rows are deleted: its filters and its
   * selection stay. One that grew is opened again when nothing in it is unsaved.
   */
  documentsOf(customerId: number | null, areMany: boolean): OpenDocuments {
    let open = this.#documents.get(customerId);
    const hasGrown = areMany && open?.inWindows === false;
    if (open === undefined || (hasGrown && open.store.snapshot().unsaved.length === 0)) {
      open = { customerId, inWindows: areMany, store: this.#openDocuments(customerId, areMany) };
      this.#documents.set(customerId, open);
    }
    return open;
  }

  #openDocuments(customerId: number | null, inWindows: boolean): DocumentStore {
    const kind = documentKind((name) => this.hasCustomer(name));
    const send = (rows: SentRow<DocumentField>[], continues: boolean) =>
      this.#saveDocuments(rows, continues);
    const readWindow: ReadWindow<ManagedDocument> = async (request, signal) =>
      asWindow(
        await consoleApi.viewDocuments({
          body: { ...bodyOf(request), customer_id: customerId },
          signal,
        }),
      );
    const store = new RowStore({ ...kind, send, ...(inWindows ? { readWindow } : {}) });
    store.subscribe(this.#notify);
    return store;
  }

  /** What a sheet in windows shows, for a call about all rows that its filters found. */
  allFound({ customerId, store }: OpenDocuments, found: number) {
    const { arrangement, view } = store.snapshot();
    const {
      from: _from,
      count: _count,
      ...shown
    } = bodyOf({ arrangement, view, from: 0, count: 1 });
    return { ...shown, customer_id: customerId, found };
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
    const stores = [this.customers, ...this.#documentStores()];
    return stores.flatMap((store): readonly GridRow[] => store.snapshot().unsaved);
  }

  /**
   * Shows the unsaved rows of a sheet alone, and gives the address of that sheet: the one that is open, or the
   * next one where that shows them already. Null when nothing is unsaved.
   */
  showUnsaved(here: string): string | null {
    const sheets = [
      { address: pageOfTab('customers'), store: this.customers },
      ...[...this.#documents.values()].map(({ customerId, store }) => ({
        address: documentsAddress(customerId),
        store,
      })),
    ].filter(({ store }) => store.snapshot().unsaved.length > 0);
    const open = sheets.findIndex(({ address }) => address === here);
    const isShown = sheets[open]?.store.snapshot().isOnlyUnsaved === true;
    const sheet = sheets[isShown ? (open + 1) % sheets.length : Math.max(open, 0)];
    sheet?.store.showUnsaved();
    return sheet?.address ?? null;
  }

  retry(): void {
    this.customers.retry();
    for (const store of this.#documentStores()) store.retry();
  }

  #documentStores(): DocumentStore[] {
    return [...this.#documents.values()].map(({ store }) => store);
  }

  /** What was typed last and cannot be saved as it is, to be undone before all that is saved. */
  stuckStep(): Step | null {
    const ofCustomers = typedStep(this.customers, ({ customer }) => customer);
    if (ofCustomers !== null) return ofCustomers;
    for (const store of this.#documentStores()) {
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
    const answer = await consoleApi.saveCustomers({ body: { rows } });
    this.#tellSaved('customer', rows, answer, continues, ({ customer }) => customer);
    return answer.results;
  }

  async #saveDocuments(rows: SentRow<DocumentField>[], continues: boolean) {
    const sent = rows.map((row) => ({
      ...row,
      language: languageToSave(row.language),
      issued_on: dayToSave(row.issued_on),
    }));
    const answer = await consoleApi.saveDocuments({ body: { rows: sent } });
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
    const { data, as_of } = await consoleApi.listManagedCustomers({ signal });
    this.customers.apply(data);
    this.customers.keepOnly(new Set(data.map(({ id }) => id)));
    this.#pollSince(as_of);
    return data.length;
  }

  async loadDocuments(open: OpenDocuments, signal: AbortSignal): Promise<number> {
    const { customerId, inWindows, store } = open;
    if (inWindows) {
      await store.renew();
      return store.snapshot().count;
    }
    const scope = customerId === null ? {} : { customer_id: customerId };
    const page = (after: number) =>
      consoleApi.listManagedDocuments({ query: { ...scope, after }, signal });
    return this.#loadPages(store, page);
  }

  /** Reads the files, and says whether they come in windows because they are too many. */
  async loadFiles(signal: AbortSignal): Promise<{ inWindows: boolean }> {
    const filesAfter = (after: number) => consoleApi.listFiles({ query: { after }, signal });
    const first = await filesAfter(0);
    const inWindows = first.total > mostFilesInBrowser;
    if (inWindows) await this.fileWindows.renew();
    else {
      await this.#loadPages(this.files, async (after) => (after === 0 ? first : filesAfter(after)));
    }
    return { inWindows };
  }

  /** Reads what others changed since the last time; `reload` when the lists must be read again. */
  async poll(
    signal: AbortSignal,
  ): Promise<{ scan: ScanState; pace: ReadingPace | null; reload: boolean } | null> {
    const since = this.#asOf;
    if (since === null) return null;
    const changes = await consoleApi.listChanges({ query: since, signal });
    // A list that was read meanwhile may have set it further back.
    if (this.#asOf === since) this.#asOf = changes.as_of;
    const { customers, documents, files, deleted, scan, reload } = changes;
    if (customers.length + deleted.customers.length > 0) {
      this.customers.apply(customers, deleted.customers);
    }
    if (files.length + deleted.files.length > 0) {
      this.files.apply(files, deleted.files);
      this.fileWindows.hear(files, deleted.files);
    }
    if (documents.length + deleted.documents.length > 0) {
      for (const { customerId, inWindows, store } of this.#documents.values()) {
        if (inWindows) store.hear(documents, deleted.documents);
        else store.apply(this.#documentsFor(customerId, store, documents), deleted.documents);
      }
    }
    this.#pace = paceAfter(this.#pace, scan.checking, Date.now());
    return { scan, pace: this.#pace, reload };
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

function documentsAddress(customerId: number | null): string {
  return pageOfTab('standard-numbers') + (customerId === null ? '' : `?customer=${customerId}`);
}

/** Times are found as they are shown here. */
const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();

/** The request as it is sent: with arrays that are its own. */
function bodyOf({ arrangement, ...request }: WindowRequest) {
  const { sort } = arrangement;
  const sent = sort === null ? null : { ...sort, thenBy: sort.thenBy?.slice() ?? [] };
  return { ...request, arrangement: { ...arrangement, sort: sent }, zone };
}

function asWindow<Row>({ data, view, found, total, counts }: WindowAnswer<Row>): Window<Row> {
  return { rows: data, view, found, total, counts };
}

type WindowAnswer<Row> = Omit<Window<Row>, 'rows'> & { data: Row[] };

function nameKey(customer: string): string {
  return tidyCustomer(customer).toLowerCase();
}
