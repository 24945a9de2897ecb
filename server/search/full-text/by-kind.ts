import type { IndexedEntry } from '../entry.ts';

/** What answers are filtered by. */
export type Kind = Pick<IndexedEntry, 'customer_id' | 'language' | 'is_latest'>;

/** Something for each kind of documents; found without a text that would have to be made of it. */
export class ByKind<Thing> {
  readonly #things = new Map<number, Map<string, Thing>>();

  get(kind: Kind): Thing | undefined {
    return this.#things.get(numberOf(kind))?.get(kind.language ?? '');
  }

  set(kind: Kind, thing: Thing): void {
    const number = numberOf(kind);
    let ofNumber = this.#things.get(number);
    if (ofNumber === undefined) this.#things.set(number, (ofNumber = new Map()));
    ofNumber.set(kind.language ?? '', thing);
  }
}

function numberOf({ customer_id, is_latest }: Kind): number {
  return customer_id * 2 + (is_latest ? 1 : 0);
}
