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
import { requireAccount } from '../../../session.ts';
import { fileKind } from './file-rows.ts';
import { KeptSheets } from './kept-sheets.ts';
import type { Narrowing } from './narrowing.ts';
import type { SentRow } from '../rows/row-state.ts';
import { RowStore } from '../rows/row-store.ts';
import type { GridRow } from '../rows/row.ts';
import type { SavedRows } from '../undo/console-undo.ts';
import { typedStep } from '../undo/typed-step.ts';
import type { Step } from '../undo/undo-stack.ts';

export type CustomerStore = RowStore<ManagedCustomer, 'customer'>;
export type DocumentStore = RowStore<ManagedDocument, DocumentField>;
export type FileStore = RowStore<ManagedFile, never>;

/** Standard numbers that are shown: those of a customer or of all, or what a large library is narrowed to. */
export type OpenDocuments = {
  customerId: number | null;
  isNarrowed: boolean;
  store: DocumentStore;
  /** The address at which they are shown. */
  address: string;
};

// What others change in a large library is looked for again, but not all the time: each look reads the whole of it.
const lookAgainMs = 15_000;
// Quick typing asks once.
const typingMs = 250;

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

type SaveCall<Field extends string> = [rows: SentRow<Field>[], continues: boolean, key: string];

/** Files that got their entries' new names, and why others did not. */
type FilesOfSaved = { renamed: number; left: readonly string[] };

type Options = {
  account: string;
  /** Get what was saved. */
  onSaved: (saved: SavedRows) => void;
  onFiles: (files: FilesOfSaved) => void;
};

/** What the console's grids show, loaded once and then kept up to date. Lives as long as the console. */
export class ConsoleData {
  #pace: ReadingPace | null = null;
  readonly customers: CustomerStore = new RowStore({
    ...customerKind,
    send: (...call) => this.#saveCustomers(...call),
    sort: { column: 'customer', descending: false },
  });
  readonly files: FileStore = new RowStore({ ...fileKind, send: async () => [] });
  readonly narrowedFiles: FileStore = new RowStore({ ...fileKind, send: async () => [] });
  #areFilesHere = false;
  /** By customer, null for all. They are kept so that nothing unsaved is lost when another is shown. */
  #documents = new Map<number | null, OpenDocuments>();
  /** What a large library is narrowed to. */
  #narrowed: OpenDocuments | null = null;
  /** Whether others changed what may match since, and when that was last seen to. */
  #isNarrowedOld = false;
  #lookedAtMs = 0;
  /** The place in the trail of changes that was reached; null before the first list is read. */
  #asOf: AsOf | null = null;
  #customerIndex: CustomerIndex | null = null;
  #listeners = new Set<() => void>();

  readonly #onSaved: (saved: SavedRows) => void;
  readonly #onFiles: (files: FilesOfSaved) => void;

  readonly #account: string;
  readonly #kept: KeptSheets;
  /** The session may be another one since a row was typed. */
  #isLate = false;

  constructor({ account, onSaved, onFiles }: Options) {
    this.#account = account;
    this.#kept = new KeptSheets(account);
    this.#onSaved = onSaved;
    this.#onFiles = onFiles;
    this.customers.subscribe(() => {
      this.#kept.keep({ of: 'customers', kept: this.customers.kept() });
      this.#notify();
    });
  }

  /** Calls the listener after every change that can make a row saved or unsaved. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #notify = (): void => {
    for (const listener of this.#listeners) listener();
  };

  /** Where a library grows beyond what a browser holds, or shrinks, what is unsaved stays in sight. */
  documentsOf(customerId: number | null, isNarrowed: boolean, address: string): OpenDocuments {
    const whole = this.#documents.get(customerId);
    const other = isNarrowed ? whole : this.#narrowed;
    if (other && other.store.snapshot().unsaved.length > 0) return other;
    if (!isNarrowed) {
      const open = whole ?? this.#openDocuments({ customerId, isNarrowed, address });
      this.#documents.set(customerId, open);
      return open;
    }
    this.#narrowed ??= this.#openDocuments({ customerId: null, isNarrowed, address });
    this.#narrowed.address = address;
    return this.#narrowed;
  }

  #openDocuments(of: Omit<OpenDocuments, 'store'>): OpenDocuments {
    const kind = documentKind((name) => this.hasCustomer(name));
    const send = (...call: SaveCall<DocumentField>) => this.#saveDocuments(...call);
    const store = new RowStore({ ...kind, send });
    store.subscribe(() => {
      this.#kept.keep({ of, kept: store.kept() });
      this.#notify();
    });
    return { ...of, store };
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
      ...this.#allDocuments(),
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
    return this.#allDocuments().map(({ store }) => store);
  }

  #allDocuments(): OpenDocuments[] {
    return [...this.#documents.values(), ...(this.#narrowed === null ? [] : [this.#narrowed])];
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

  async #saveCustomers(...[rows, continues, key]: SaveCall<'customer'>) {
    const answer = await this.#send(() => consoleApi.saveCustomers({ body: { rows }, key }));
    this.#tellSaved('customer', rows, answer, continues, ({ customer }) => customer);
    return answer.results;
  }

  async #saveDocuments(...[rows, continues, key]: SaveCall<DocumentField>) {
    const sent = rows.map((row) => ({
      ...row,
      language: languageToSave(row.language),
      issued_on: dayToSave(row.issued_on),
    }));
    const answer = await this.#send(() => consoleApi.saveDocuments({ body: { rows: sent }, key }));
    this.#tellSaved('standard number', rows, answer, continues, documentTitle);
    this.#onFiles({ renamed: answer.files_renamed, left: answer.files_left });
    return answer.results;
  }

  async #send<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    try {
      if (this.#isLate) await requireAccount(this.#account);
      this.#isLate = false;
      return await call();
    } catch (error) {
      this.#isLate = true;
      throw error;
    }
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
    // Rows name customers: their faults are looked for when the list is here.
    await this.#kept.take((sheet) => {
      this.#isLate = true;
      if (sheet.of === 'customers') return this.customers.restore(sheet.kept);
      const { customerId, isNarrowed, address } = sheet.of;
      this.documentsOf(customerId, isNarrowed, address).store.restore(sheet.kept);
    });
    this.customers.apply(data); // over older ones that were kept
    this.customers.keepOnly(new Set(data.map(({ id }) => id)), { narrowed: false });
    this.retry();
    this.#pollSince(as_of);
    return data.length;
  }

  async loadDocuments({ customerId, store }: OpenDocuments, signal: AbortSignal): Promise<number> {
    const scope = customerId === null ? {} : { customer_id: customerId };
    const page = (after: number) =>
      consoleApi.listManagedDocuments({ query: { ...scope, after }, signal });
    return this.#loadPages(store, page);
  }

  /** Reads what matches, and gives how many; null while nothing narrows, but for an entry that a link leads to. */
  async loadNarrowed(
    { store }: OpenDocuments,
    query: Narrowing | null,
    linked: number | null,
    signal: AbortSignal,
  ): Promise<number | null> {
    if (query === null && linked !== null) {
      const { data } = await consoleApi.listManagedDocuments({
        query: { after: linked - 1 },
        signal,
      });
      store.apply(data.filter(({ id }) => id === linked));
      store.keepOnly(new Set([linked]), { narrowed: true });
      return null;
    }
    return this.#loadNarrowed(
      store,
      signal,
      query && (() => consoleApi.narrowDocuments({ query, signal })),
    );
  }

  /** Reads the files, unless they are too many for a browser. */
  async loadFiles(signal: AbortSignal): Promise<{ total: number; areMany: boolean }> {
    const filesAfter = (after: number) => consoleApi.listFiles({ query: { after }, signal });
    const first = await filesAfter(0);
    const { total } = first;
    if (total > mostFilesInBrowser) return { total, areMany: true };
    await this.#loadPages(this.files, async (after) => (after === 0 ? first : filesAfter(after)));
    this.#areFilesHere = true;
    return { total, areMany: false };
  }

  async loadNarrowedFiles(query: Narrowing | null, signal: AbortSignal): Promise<number | null> {
    return this.#loadNarrowed(
      this.narrowedFiles,
      signal,
      query && (() => consoleApi.narrowFiles({ query, signal })),
    );
  }

  async #loadNarrowed<Row extends { id: number }>(
    store: Loaded<Row>,
    signal: AbortSignal,
    read: (() => Promise<{ data: Row[]; found: number; as_of: AsOf }>) | null,
  ): Promise<number | null> {
    if (read === null) {
      store.keepOnly(new Set(), { narrowed: true });
      return null;
    }
    await new Promise((resolve) => setTimeout(resolve, typingMs));
    signal.throwIfAborted();
    const { data, found, as_of } = await read();
    store.apply(data);
    store.keepOnly(new Set(data.map(({ id }) => id)), { narrowed: true });
    this.#pollSince(as_of);
    return found;
  }

  /**
   * Reads what others changed since the last time; `reload` when the lists must be read again, `lookAgain` when
   * what matches must be.
   */
  async poll(signal: AbortSignal): Promise<Polled | null> {
    const since = this.#asOf;
    if (since === null) return null;
    const changes = await consoleApi.listChanges({ query: since, signal });
    // A list that was read meanwhile may have set it further back.
    if (this.#asOf === since) this.#asOf = changes.as_of;
    const { customers, documents, files, deleted, scan, reload } = changes;
    if (customers.length + deleted.customers.length > 0) {
      this.customers.apply(customers, deleted.customers);
    }
    if (this.#areFilesHere) this.#applyTo(this.files, false, files, deleted.files);
    this.#applyTo(this.narrowedFiles, true, files, deleted.files);
    for (const { customerId, store } of this.#documents.values()) {
      const shown = this.#documentsFor(customerId, store, documents);
      this.#applyTo(store, false, shown, deleted.documents);
    }
    if (this.#narrowed !== null) {
      this.#applyTo(this.#narrowed.store, true, documents, deleted.documents);
    }
    this.#isNarrowedOld ||= reload;
    const lookAgain = this.#isNarrowedOld && Date.now() - this.#lookedAtMs > lookAgainMs;
    if (lookAgain) {
      this.#lookedAtMs = Date.now();
      this.#isNarrowedOld = false;
    }
    this.#pace = paceAfter(this.#pace, scan.checking, Date.now());
    return { scan, pace: this.#pace, reload, lookAgain };
  }

  /** Of a narrowed list only the server knows whether other rows match. */
  #applyTo<Row extends { id: number }>(
    store: Loaded<Row>,
    isNarrowed: boolean,
    rows: Row[],
    deleted: number[],
  ): void {
    if (rows.length + deleted.length === 0) return;
    const known = isNarrowed ? rows.filter(({ id }) => store.rowOfId(id) !== undefined) : rows;
    store.apply(known, deleted);
    if (isNarrowed) this.#isNarrowedOld ||= known.length < rows.length || deleted.length > 0;
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
    store: Loaded<Row>,
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
    store.keepOnly(ids, { narrowed: false });
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

/** What reading a list needs of its store. */
type Loaded<Row> = {
  apply: (rows: Row[], deleted?: number[]) => void;
  keepOnly: (ids: ReadonlySet<number>, of: { narrowed: boolean }) => void;
  rowOfId: (id: number) => unknown;
};

type Polled = { scan: ScanState; pace: ReadingPace | null; reload: boolean; lookAgain: boolean };

function nameKey(customer: string): string {
  return tidyCustomer(customer).toLowerCase();
}
