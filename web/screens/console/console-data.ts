import type { AsOf, ManagedCustomer, ManagedDocument } from '#contract/editing.ts';
import { noLanguage } from '#contract/file-name.ts';
import type { ManagedFile } from '#contract/files.ts';
import type { ScanState } from '#contract/scan.ts';
import {
  changesSince,
  managedCustomers,
  managedDocuments,
  managedFiles,
  savedCustomers,
  savedDocuments,
} from './console-api.ts';
import {
  customerKind,
  type DocumentField,
  documentKind,
  fileKind,
  tidyCustomer,
} from './catalogue/kinds.ts';
import type { GridRow } from './grid/saving/row.ts';
import type { SentRow } from './grid/saving/row-state.ts';
import { RowStore } from './grid/saving/row-store.ts';

export type CustomerStore = RowStore<ManagedCustomer, 'customer'>;
export type DocumentStore = RowStore<ManagedDocument, DocumentField>;
export type FileStore = RowStore<ManagedFile, never>;

/** With more documents than this in the library the grid shows one customer at a time. */
export const mostDocumentsAtOnce = 100_000;

/** How what was typed stands, over all grids; `typing`: in a row that has not been left yet. */
export type SaveState = 'saved' | 'typing' | 'saving' | 'stuck' | 'failed';

/** All that the console's grids show, and how it is kept up to date. Lives as long as the console. */
export class ConsoleData {
  readonly customers: CustomerStore = new RowStore({
    ...customerKind,
    send: sendCustomers,
    sort: { column: 'customer', descending: false },
  });
  readonly files: FileStore = new RowStore({ ...fileKind, send: async () => [] });
  /** By customer, null for all; so what is unsaved stays while another is looked at. */
  #documents = new Map<number | null, DocumentStore>();
  #asOf: AsOf | null = null;
  #names: { of: unknown; byName: Map<string, ManagedCustomer> } | null = null;
  #listeners = new Set<() => void>();

  constructor() {
    this.customers.subscribe(this.#tell);
  }

  /** Hears of every change that can matter to what is unsaved. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #tell = (): void => {
    for (const listener of this.#listeners) listener();
  };

  documentsOf(customerId: number | null): DocumentStore {
    let store = this.#documents.get(customerId);
    if (store === undefined) {
      const kind = documentKind((name) => this.customerCalled(name) !== undefined);
      store = new RowStore({ ...kind, send: sendDocuments });
      store.subscribe(this.#tell);
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

  customerCalled(name: string): ManagedCustomer | undefined {
    const of = this.customers.snapshot();
    if (this.#names?.of !== of) {
      const saved = [...this.customers.all()].flatMap((row) => row.saved ?? []);
      this.#names = { of, byName: new Map(saved.map((one) => [nameKey(one.customer), one])) };
    }
    return this.#names.byName.get(nameKey(name));
  }

  async loadCustomers(signal: AbortSignal): Promise<number> {
    const { data, as_of } = await managedCustomers(signal);
    this.customers.apply(data);
    this.customers.keepOnly(new Set(data.map(({ id }) => id)));
    this.#goBackTo(as_of);
    return data.length;
  }

  loadDocuments(customerId: number | null, signal: AbortSignal): Promise<number> {
    const scope = customerId === null ? {} : { customer_id: customerId };
    const page = (after: number) => managedDocuments({ ...scope, after }, signal);
    return this.#loadPages(this.documentsOf(customerId), page);
  }

  loadFiles(signal: AbortSignal): Promise<number> {
    return this.#loadPages(this.files, (after) => managedFiles({ after }, signal));
  }

  /** What others changed since the last look; `reload` when the lists must be read anew. */
  async poll(signal: AbortSignal): Promise<{ scan: ScanState; reload: boolean } | null> {
    const since = this.#asOf;
    if (since === null) return null;
    const changes = await changesSince(since, signal);
    // A list that was read meanwhile may ask to go further back.
    if (this.#asOf === since) this.#asOf = changes.as_of;
    const { customers, documents, files, deleted, scan, reload } = changes;
    if (customers.length + deleted.customers.length > 0) {
      this.customers.apply(customers, deleted.customers);
    }
    if (files.length + deleted.files.length > 0) this.files.apply(files, deleted.files);
    if (documents.length + deleted.documents.length > 0) {
      for (const [customerId, store] of this.#documents) {
        store.apply(this.#within(customerId, store, documents), deleted.documents);
      }
    }
    return { scan, reload };
  }

  #within(customerId: number | null, store: DocumentStore, documents: ManagedDocument[]) {
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
    this.#goBackTo(first);
    return ids.size;
  }

  // A later page is newer than an earlier one, and news may have overtaken either; asking again for
  // what changed since the first makes up for both.
  #goBackTo({ audit, files }: AsOf): void {
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

async function sendCustomers(rows: SentRow<'customer'>[]) {
  return (await savedCustomers({ rows })).results;
}

async function sendDocuments(rows: SentRow<DocumentField>[]) {
  const sent = rows.map((row) => ({
    ...row,
    language: row.language === noLanguage ? null : row.language,
  }));
  return (await savedDocuments({ rows: sent })).results;
}
