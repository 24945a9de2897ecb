import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyBaseLogger } from 'fastify';
import { LibraryError } from '#contract/errors.ts';
import type { Redline, RedlineProgress, RedlineSide } from '#contract/redline.ts';
import type { Db } from '../db/schema.ts';
import { FairQueue } from '../processes/fair-queue.ts';
import { readHeadings } from '../pdf/text/headings.ts';
import { PdfReaders, type ReaderLimits } from '../pdf/reader/reader-processes.ts';
import { knownShapes } from '../references/number-shapes.ts';
import type { SharedFolder } from '../share/shared-folder.ts';
import { engineVersion, findCachedRedline, saveRedline } from './redline-cache.ts';
import { type CompressedRedline, compareInProcess, type CompareLimits } from './redline-process.ts';
import { findSide, type ReadySide } from './sides.ts';

type Deps = {
  folder: SharedFolder;
  db: Db;
  log: FastifyBaseLogger;
  now: () => number;
  /** Tests set shorter limits. */
  limits?: Partial<CompareLimits>;
  reading?: Partial<ReaderLimits>;
};

/** A redline as JSON, or its progress. */
export type FoundRedline =
  | { state: 'there'; from: RedlineSide; to: RedlineSide; json: string }
  | { state: 'under_way'; progress: RedlineProgress };

type Names = { from: string; to: string };

type UnderWay = {
  progress: RedlineProgress;
  /** When someone last asked for it. */
  askedAt: number;
  /** Takes it out of the queue. */
  forget: AbortController;
};

const unpack = promisify(gunzip);
// A failed comparison is not retried for this long, although the page that waits for it keeps asking.
const failureMs = 60_000;
// A waiting page asks every few seconds; a comparison that nobody asked for in this time is dropped.
const forgottenMs = 60_000;

/** Redlines of this node: from the cache, or made, one at a time. */
export class Redlines {
  readonly #deps: Deps;
  readonly #readers: PdfReaders;
  readonly #queue = new FairQueue(1, 'comparisons');
  readonly #underWay = new Map<string, UnderWay>();
  readonly #failed = new Map<string, { error: LibraryError; at: number }>();
  readonly #running = new Set<Promise<void>>();
  readonly #ending = new AbortController();

  constructor(deps: Deps) {
    this.#deps = deps;
    const { openPdf: open } = deps.folder;
    this.#readers = new PdfReaders({ ...deps.reading, open, processes: 1 });
  }

  /** The changes, or with `runs_gz` the combined text; reads only. */
  find(names: Names, part: keyof CompressedRedline = 'result_gz'): Promise<FoundRedline> {
    return this.#find(names, part, (key) => {
      const progress = this.#underWay.get(key)?.progress;
      if (progress !== undefined) return progress;
      throw new LibraryError(
        'not_found',
        'No comparison of these documents exists. Start it with POST.',
      );
    });
  }

  /** The same; starts the comparison unless it is there or under way. */
  start(
    user: string,
    names: Names,
    part: keyof CompressedRedline = 'result_gz',
  ): Promise<FoundRedline> {
    return this.#find(names, part, (key, from, to) => this.#start(user, key, from, to));
  }

  async #find(
    names: Names,
    part: keyof CompressedRedline,
    progressOf: (key: string, from: ReadySide, to: ReadySide) => RedlineProgress,
  ): Promise<FoundRedline> {
    const { db, folder } = this.#deps;
    const from = await findSide(db, names.from, folder.root);
    const to = await findSide(db, names.to, folder.root);
    if (from.state !== 'ready' || to.state !== 'ready') {
      const isAgain = [from, to].some(({ state }) => state === 'reading_again');
      const step = isAgain ? 'reading_again' : 'reading';
      return { state: 'under_way', progress: { step, done: 0 } };
    }
    const sides = { from: from.side, to: to.side };
    if (from.side.hash === to.side.hash && part === 'result_gz') {
      return { state: 'there', ...sides, json: withSides(sides, identical(from.side)) };
    }
    const hashes = { from_hash: from.side.hash, to_hash: to.side.hash };
    const cached = await findCachedRedline(db, hashes, part);
    if (cached === null) {
      const key = `${from.side.hash} ${to.side.hash}`;
      return { state: 'under_way', progress: progressOf(key, from, to) };
    }
    const json = (await unpack(cached)).toString('utf8');
    const whole = part === 'result_gz' ? withSides(sides, json) : json;
    return { state: 'there', ...sides, json: whole };
  }

  /** The changes as data, for another room; null while they are compared. */
  async compare(user: string, names: Names): Promise<(Redline & { engine: number }) | null> {
    const found = await this.start(user, names);
    if (found.state === 'under_way') return null;
    // Our own JSON, of a schema.
    return { ...(JSON.parse(found.json) as Redline), engine: engineVersion };
  }

  /** The same at its end; null if a file is being read, or the server is about to end. */
  async compareToEnd(user: string, names: Names) {
    for (;;) {
      const compared = await this.compare(user, names);
      const running = [...this.#running];
      if (compared !== null || running.length === 0) return compared;
      await Promise.race(running);
      if (this.#ending.signal.aborted) return null;
    }
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#readers.close();
    await Promise.all(this.#running);
  }

  /** Starts the comparison unless it is running. */
  #start(user: string, key: string, from: ReadySide, to: ReadySide): RedlineProgress {
    const { now } = this.#deps;
    const underWay = this.#underWay.get(key);
    if (underWay !== undefined) {
      underWay.askedAt = now();
      return underWay.progress;
    }
    const failed = this.#failed.get(key);
    if (failed !== undefined && now() - failed.at < failureMs) throw failed.error;
    this.#failed.delete(key);
    this.#leaveForgotten();
    const forget = new AbortController();
    const signal = AbortSignal.any([forget.signal, this.#ending.signal]);
    const place = this.#queue.acquire(user, signal); // throws when too many are waiting
    const added: UnderWay = { progress: { step: 'waiting', done: 0 }, askedAt: now(), forget };
    this.#underWay.set(key, added);
    const running = this.#makeIn(place, added, from, to)
      .catch((error: unknown) => {
        if (!signal.aborted) this.#fail(key, error);
      })
      .finally(() => {
        if (this.#underWay.get(key) === added) this.#underWay.delete(key);
        this.#running.delete(running);
      });
    this.#running.add(running);
    return added.progress;
  }

  /** Removes abandoned comparisons from the queue. */
  #leaveForgotten(): void {
    for (const [key, { askedAt, forget, progress }] of this.#underWay) {
      const isForgotten = this.#deps.now() - askedAt > forgottenMs;
      if (!isForgotten || progress.step !== 'waiting') continue;
      forget.abort();
      this.#underWay.delete(key);
    }
  }

  async #makeIn(
    place: Promise<() => void>,
    asked: UnderWay,
    from: ReadySide,
    to: ReadySide,
  ): Promise<void> {
    const release = await place;
    try {
      if (this.#deps.now() - asked.askedAt <= forgottenMs) await this.#make(asked, from, to);
    } finally {
      release();
    }
  }

  async #make(asked: UnderWay, from: ReadySide, to: ReadySide): Promise<void> {
    const { db, limits, now, log } = this.#deps;
    const onProgress = (done: number) => (asked.progress = { step: 'comparing', done });
    onProgress(0);
    const begun = performance.now();
    const { compared, megabytes } = await compareInProcess({
      from: { ...(await packedWords(db, from)), file: from.file },
      to: { ...(await packedWords(db, to)), file: to.file },
      shapes: await knownShapes(db),
      readers: this.#readers,
      onProgress,
      signal: this.#ending.signal,
      ...(limits === undefined ? {} : { limits }),
    });
    const hashes = { from_hash: from.side.hash, to_hash: to.side.hash };
    await saveRedline(db, hashes, compared, new Date(now()).toISOString());
    const ms = Math.round(performance.now() - begun);
    log.info({ event: 'redline_made', ms, megabytes, ...hashes }, 'two documents were compared');
  }

  #fail(key: string, error: unknown): void {
    const { log, now } = this.#deps;
    log.error({ err: error, event: 'redline_failed' }, 'comparing two documents failed');
    const shown =
      error instanceof LibraryError
        ? error
        : new LibraryError('busy', 'The comparison failed. Try again.', { cause: error });
    for (const [old, { at }] of this.#failed) if (now() - at >= failureMs) this.#failed.delete(old);
    this.#failed.set(key, { error: shown, at: now() });
  }
}

async function packedWords(db: Db, { side }: ReadySide) {
  const { words, headings } = await db
    .selectFrom('content_words')
    .select(['words', 'headings'])
    .where('hash', '=', side.hash)
    .executeTakeFirstOrThrow();
  return { words, page_sizes: side.page_sizes, headings: readHeadings(headings) };
}

/** The JSON of a redline with its documents; the cached part has only the contents' changes. */
function withSides(sides: { from: RedlineSide; to: RedlineSide }, json: string): string {
  return `${JSON.stringify(sides).slice(0, -1)},${json.slice(1)}`;
}

function identical({ page_sizes }: RedlineSide): string {
  const pages = page_sizes.reduce((sum, run) => sum + run.pages, 0);
  const result: Omit<Redline, 'from' | 'to'> = {
    verdict: 'identical',
    changes: [],
    furniture: [],
    pages_by_picture: 0,
    anchors: [
      [1, 0, 1, 0],
      [pages, 1, pages, 1],
    ],
  };
  return JSON.stringify(result);
}
