import nodeFs, { type BigIntStats } from 'node:fs';
import path from 'node:path';
import type { Config } from '../server/config/config.ts';
import { explainError } from '../server/config/explain-error.ts';
import { placeOf } from '../server/scan/place.ts';
import type { WalkFs } from '../server/scan/walk.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

const futureMs = 120_000;

/** The shared folder: mounted, readable, its files as open as their folders, and no clock ahead of ours. */
export async function* shareFindings(config: Config): AsyncGenerator<Finding> {
  const seen = new Modes();
  try {
    const place = placeOf(config, seen.fs);
    await place.mount?.require();
    const unreadable: string[] = [];
    const onUnreadable = (_: string, { message }: Error) => unreadable.push(message);
    let files = 0;
    for (const portion of place.walk(new Map(), onUnreadable)) files += portion.length;
    yield ok(`the shared folder holds ${files} PDFs`);
    for (const fault of unreadable) yield wrong(fault, 'let the server read this folder.');
  } catch (error) {
    yield wrong(`the shared folder ${config.shareDir}: ${explainError(error)}`, mendingOf(config));
    return;
  }
  yield* seen.findings();
  const canWrite = await nodeFs.promises.access(config.shareDir, nodeFs.constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!canWrite) yield note('the shared folder is not writable: uploads in the console fail');
}

function mendingOf({ shareIsOurs }: Config): string {
  return shareIsOurs
    ? 'start the server: it creates this folder.'
    : 'mount it or correct SHARE_DIR; the server must be able to read it.';
}

const readBits = 0o444n;

/** What a walk sees besides: files that fewer may read than their folder, and times that are still to come. */
class Modes {
  #closed: string[] = [];
  #newest = { at: '', ms: 0 };
  readonly #folders = new Map<string, bigint>();

  readonly fs: WalkFs = {
    ...nodeFs,
    lstatSync: ((at: string, options: { bigint: true }) => {
      const facts = nodeFs.lstatSync(at, options);
      if (facts.isFile()) this.#see(at, facts);
      return facts;
    }) as typeof nodeFs.lstatSync,
  };

  #see(at: string, { mode, mtimeMs }: BigIntStats): void {
    const dir = path.dirname(at);
    const folder = this.#folders.getOrInsertComputed(
      dir,
      () => nodeFs.statSync(dir, { bigint: true }).mode,
    );
    if ((folder & readBits & ~mode) !== 0n) this.#closed.push(at);
    if (Number(mtimeMs) > this.#newest.ms) this.#newest = { at, ms: Number(mtimeMs) };
  }

  *findings(): Generator<Finding> {
    const [first] = this.#closed;
    if (first !== undefined) {
      yield wrong(
        `${this.#closed.length} files have narrower permissions than their folder, such as ${first}: a web server that sends them may answer 403`,
        `chmod --reference, or: find ${path.dirname(first)} -name "*.pdf" -exec chmod a+r {} +`,
      );
    }
    const aheadMs = this.#newest.ms - Date.now();
    if (aheadMs > futureMs) {
      yield wrong(
        `${this.#newest.at} has the time ${new Date(this.#newest.ms).toISOString()}, which is in the future`,
        'correct the clock of this machine, or of the one that wrote the file.',
      );
    }
  }
}
