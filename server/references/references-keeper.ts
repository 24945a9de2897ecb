import { changesSince, positionOf } from '../changes/changes-since.ts';
import type { Db } from '../db/schema.ts';
import { contentsAfter, saveMentions, type WantedShapes } from './save-mentions.ts';
import { sumUpMissing } from './missing.ts';
import { CatalogueShapes } from './number-shapes.ts';
import type { WorkerStep } from '../jobs/steps.ts';

/** Finds the numbers that texts cite, on the server that scans. */
export function referencesStep(db: Db, mayGoOn: () => boolean): WorkerStep {
  const keeper = new ReferencesKeeper({ db, mayGoOn });
  return { name: 'references', work: async () => ({ isMore: await keeper.step() }) };
}

type Deps = {
  db: Db;
  /** Called before each content. */
  mayGoOn?: () => boolean;
};

const contentsAtOnce = 100;
const filesAtOnce = 500;
// On a large library the sum takes long; it may take at most a twentieth of the time.
const restForSum = 20;
const shortestRestMs = 3000;

/**
 * Searches contents for the numbers of the catalogue, in portions: every content once, and again if its
 * words were read again or the catalogue has numbers of a new shape. Only one process does so, on the server
 * that scans.
 */
export class ReferencesKeeper {
  readonly #deps: Deps;
  readonly #catalogue: CatalogueShapes;
  /** The counters up to which changes were followed. */
  #seen = { audit: -1, files: -1 };
  #wanted: WantedShapes | null = null;
  /** The last content of the current pass over all contents; null after its end. */
  #pass: string | null = '';
  #isSumOld = true;
  #sumUpFromMs = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#catalogue = new CatalogueShapes(deps.db);
  }

  /** Follows changes of the library until all contents are searched. */
  async follow(): Promise<void> {
    while (await this.step());
  }

  /** One portion of it. True while there may be more. */
  async step(): Promise<boolean> {
    if (!this.#mayGoOn()) return false;
    const isMore = await this.#searchNext();
    if (!isMore && this.#mayGoOn()) await this.#sumUp();
    return isMore;
  }

  async #searchNext(): Promise<boolean> {
    const { db } = this.#deps;
    const counters = await positionOf(db);
    const wanted = await this.#wantedAt(counters.audit);
    if (this.#seen.files === -1) this.#seen.files = counters.files; // all contents are searched then
    const from = { ...counters, files: this.#seen.files, matches: counters.files };
    const changes = await changesSince(db, from, filesAtOnce);
    if (changes !== null) {
      const changed = new Set(changes.files.flatMap(({ hash }) => hash ?? []));
      await this.#search([...changed], wanted);
      if (!this.#mayGoOn()) return false;
      this.#seen.files = changes.next.files;
      this.#isSumOld = true;
      if (changes.isMore) return true;
    }
    if (this.#pass === null) return false;
    const hashes = await contentsAfter(db, this.#pass, wanted.count, contentsAtOnce);
    await this.#search(hashes, wanted);
    if (this.#mayGoOn()) this.#pass = hashes.at(-1) ?? null;
    return this.#pass !== null;
  }

  /** The shapes of the catalogue; if there are new ones, all contents are searched again. */
  async #wantedAt(audit: number): Promise<WantedShapes> {
    if (this.#wanted !== null && audit === this.#seen.audit) return this.#wanted;
    const wanted = await this.#catalogue.read();
    if (wanted.count !== this.#wanted?.count) this.#pass = '';
    this.#wanted = wanted;
    this.#seen.audit = audit;
    this.#isSumOld = true;
    return wanted;
  }

  async #search(hashes: readonly string[], wanted: WantedShapes): Promise<void> {
    if (hashes.length === 0) return;
    await saveMentions(this.#deps.db, hashes, wanted, () => this.#mayGoOn());
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
