import type { DatabaseSync } from 'node:sqlite';

/** The entries that changed and were not looked at yet; kept in the index, so that a kill forgets none. */
export class Pending {
  readonly #file: DatabaseSync;

  constructor(file: DatabaseSync) {
    this.#file = file;
  }

  addDocuments(ids: Iterable<number>): void {
    const add = this.#file.prepare('insert or ignore into pending (document_id) values (?)');
    for (const id of ids) add.run(id);
  }

  /** All entries of these customers, however many, from the first on. */
  addCustomers(ids: Iterable<number>): void {
    for (const id of ids) this.moveCustomer(id, 0);
  }

  documents(limit: number): number[] {
    const rows = this.#file
      .prepare('select document_id from pending order by document_id limit ?')
      .all(limit);
    return rows.map((row) => Number(row['document_id']));
  }

  removeDocuments(ids: Iterable<number>): void {
    const remove = this.#file.prepare('delete from pending where document_id = ?');
    for (const id of ids) remove.run(id);
  }

  customer(): { customer_id: number; after_document: number } | null {
    const row = this.#file
      .prepare('select customer_id, after_document from pending_customers limit 1')
      .get();
    if (row === undefined) return null;
    return {
      customer_id: Number(row['customer_id']),
      after_document: Number(row['after_document']),
    };
  }

  moveCustomer(customer_id: number, after_document: number): void {
    this.#file
      .prepare(
        'insert or replace into pending_customers (customer_id, after_document) values (?, ?)',
      )
      .run(customer_id, after_document);
  }

  removeCustomer(customer_id: number): void {
    this.#file.prepare('delete from pending_customers where customer_id = ?').run(customer_id);
  }
}
