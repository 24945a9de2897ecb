import { changesSince, positionOf } from '../changes/changes-since.ts';
import type { Db } from '../db/schema.ts';
import { contentsAfter, keepMentions, type Sought } from './keep-mentions.ts';
import { sumUpMissing } from './missing.ts';
import { CatalogueShapes } from './number-shapes.ts';

type Deps = {
  db: Db;
  /** Asked before each content. */
  mayGoOn?: () => boolean;
};

const contentsAtOnce = 100;
const filesAtOnce = 500;
// On a large library the sum takes long; it may cost a twentieth of the time, and nobody waits for it.
const restForSum = 20;
const shortestRestMs = 3000;

/**
 * Looks through what was read, in portions: every content once, and again where its words were read
 * again or the catalogue has numbers of a shape that nobody looked for. One process of the library does so, on
 * the server that scans; what it has done is done for all.
 */
export class ReferencesKeeper {
  readonly #deps: Deps;
  readonly #catalogue: CatalogueShapes;
  /** As far as it has followed. */
  #seen = { audit: -1, files: -1 };
  #sought: Sought | null = null;
  /** Where it is among all contents; null when it has been through them. */
  #pass: string | null = '';
  #isSumOld = true;
  #sumUpFromMs = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#catalogue = new CatalogueShapes(deps.db);
  }

  /** Follows the library until there is nothing more to look at. */
  async follow(): Promise<void> {
    while (this.#mayGoOn() && (await this.#step()));
    if (this.#mayGoOn()) await this.#sumUp();
  }

  /** True while there may be more. */
  async #step(): Promise<boolean> {
    const { db } = this.#deps;
    const counters = await positionOf(db);
    const sought = await this.#soughtAt(counters.audit);
    if (this.#seen.files === -1) this.#seen.files = counters.files; // every content is looked at then
    const from = { ...counters, files: this.#seen.files, matches: counters.files };
    const changes = await changesSince(db, from, filesAtOnce);
    if (changes !== null) {
      const changed = new Set(changes.files.flatMap(({ hash }) => hash ?? []));
      await this.#look([...changed], sought);
      if (!this.#mayGoOn()) return false;
      this.#seen.files = changes.next.files;
      this.#isSumOld = true;
      if (changes.isMore) return true;
    }
    if (this.#pass === null) return false;
    const hashes = await contentsAfter(db, this.#pass, sought.count, contentsAtOnce);
    await this.#look(hashes, sought);
    if (this.#mayGoOn()) this.#pass = hashes.at(-1) ?? null;
    return this.#pass !== null;
  }

  /** The shapes of the catalogue; with new ones all contents are looked through again. */
  async #soughtAt(audit: number): Promise<Sought> {
    if (this.#sought !== null && audit === this.#seen.audit) return this.#sought;
    const sought = await this.#catalogue.read();
    if (sought.count !== this.#sought?.count) this.#pass = '';
    this.#sought = sought;
    this.#seen.audit = audit;
    this.#isSumOld = true;
    return sought;
  }

  async #look(hashes: readonly string[], sought: Sought): Promise<void> {
    if (hashes.length === 0) return;
    await keepMentions(this.#deps.db, hashes, sought, () => this.#mayGoOn());
    this.#isSumOld = true;
  }

  async #sumUp(): Promise<void> {
    const startedMs = performance.now();
    if (!this.#isSumOld || startedMs < this.#sumUpFromMs) return;
    await sumUpMissing(this.#deps.db);
    this.#isSumOld = false;
    const endedMs = performance.now();
    this.#sumUpFromMs = endedMs + Math.max(shortestRestMs, (endedMs - startedMs) * restForSum);
  }

  #mayGoOn(): boolean {
    return this.#deps.mayGoOn?.() ?? true;
  }
}
