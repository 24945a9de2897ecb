import type { Db, Tx } from '../db/schema.ts';
import { withWriteLock } from '../db/transactions.ts';
import { hashWriter, saveReading, touchFilesWith } from '../matching/files.ts';
import { judgeFiles } from '../matching/judge.ts';
import type { PdfFacts } from '../pdf/facts.ts';
import { type Content, saveFacts } from '../pdf/save-facts.ts';
import type { ToRead } from './read-queue.ts';

/** What was read of a file; without a content when another file had the same bytes. */
export type FileReading = { file: ToRead; hash: string; content: Content | null };

const readingsAtOnce = 100;
const longestWaitMs = 1000;

/**
 * Writes what was read into the database, many files in one transaction: each costs a wait for the
 * disk. What a crash takes with it is read again.
 */
export class KeptReadings {
  readonly #db: Db;
  readonly #now: () => number;
  #waiting: FileReading[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Db, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Fails when this or an earlier one cannot be written. */
  async add(reading: FileReading): Promise<void> {
    this.#waiting.push(reading);
    if (this.#waiting.length >= readingsAtOnce) this.#write();
    else this.#timer ??= setTimeout(() => this.#write(), longestWaitMs);
    await this.#writing;
  }

  /** Writes what still waits. */
  async end(): Promise<void> {
    this.#write();
    await this.#writing;
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const readings = this.#waiting;
    this.#waiting = [];
    if (readings.length === 0) return;
    this.#writing = this.#writing.then(() =>
      withWriteLock(this.#db, (tx) => keep(tx, readings, this.#now())),
    );
    this.#writing.catch(() => {}); // the next `add` or the end throws it
  }
}

async function keep(tx: Tx, readings: readonly FileReading[], nowMs: number): Promise<void> {
  await saveFacts(
    tx,
    readings.flatMap(({ content }) => content ?? []),
  );
  const ids: number[] = [];
  const writeHash = hashWriter(tx);
  for (const { file, hash, content } of readings) {
    if (file.why === 'outdated') {
      await touchFilesWith(tx, hash);
      ids.push(...(await filesWith(tx, hash)));
      continue;
    }
    if (file.why === 'unread') {
      await writeHash(file, hash);
    } else {
      await saveReading(tx, file, { hash, ...opinionOn(content, nowMs) });
    }
    ids.push(file.id);
  }
  await judgeFiles(tx, { ids });
}

async function filesWith(tx: Tx, hash: string): Promise<number[]> {
  const files = await tx.selectFrom('files').select('id').where('hash', '=', hash).execute();
  return files.map(({ id }) => id);
}

/**
 * What becomes of a file without the end or the beginning of a PDF that has not changed for long: it
 * counts when it opens, and all of its pages are there. Otherwise it stays as it is, with the reason.
 */
function opinionOn(content: Content | null, nowMs: number) {
  if (content === null) return {};
  const fault = faultOf(content.facts, content.bytes);
  if (fault !== null) return { fault };
  return { verdict: 'checking' as const, settled_at: new Date(nowMs).toISOString(), fault };
}

function faultOf(facts: PdfFacts, bytes: number): string | null {
  if (bytes === 0) return 'It is empty.';
  if (facts.state === 'broken') return 'It cannot be opened.';
  const isCut = facts.state === 'readable' && !facts.isWhole;
  return isCut ? 'Some of its pages are missing.' : null;
}
