import { portionsOf } from '../db/portions.ts';
import type { Db } from '../db/schema.ts';
import { ownTurn } from './turns.ts';

const customersAtOnce = 100;

/** The names of customers by their ids, remembered as long as the catalogue stands where it stood. */
export class CustomerNames {
  readonly #db: Db;
  #known = { catalogue: -1, names: new Map<number, string>() };

  constructor(db: Db) {
    this.#db = db;
  }

  /** The names of these at least, as of this count of the catalogue's changes or a later one. */
  async of(ids: readonly number[], catalogue: number): Promise<ReadonlyMap<number, string>> {
    if (catalogue !== this.#known.catalogue) this.#known = { catalogue, names: new Map() };
    const { names } = this.#known;
    const unknown = ids.filter((id) => !names.has(id));
    for (const portion of portionsOf(unknown, customersAtOnce)) {
      await ownTurn(); // there may be a thousand, and others wait
      const rows = await this.#db
        .selectFrom('customers')
        .select(['id', 'name'])
        .where('id', 'in', portion)
        .execute();
      for (const { id, name } of rows) names.set(id, name);
    }
    return names;
  }
}
