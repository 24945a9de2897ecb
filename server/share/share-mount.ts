import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LibraryError } from '#contract/errors.ts';
import { libraryCommand } from '../config/build.ts';
import { cannotRead } from './errors.ts';

type Options = {
  root: string;
  /** Of this node: another one may have it mounted while we have not. */
  dataDir: string;
  /** The device of a folder. A process that scans asks in a way that blocks, a server in one that does not. */
  deviceOf: (at: string) => number | Promise<number>;
};

/**
 * Whether the shared folder is mounted: an empty mount point looks like a folder without PDFs. DATA_DIR keeps which
 * folder was a mount point, by the device of its parent; not the device, whose number may change with each boot.
 */
export class ShareMount {
  readonly #options: Options;
  readonly #file: string;

  constructor(options: Options) {
    this.#options = options;
    this.#file = path.join(options.dataDir, 'share-mount');
  }

  /** Fails if the folder was mounted, and is no more. */
  async require(): Promise<void> {
    const at = await this.#kept();
    if (at === null) return;
    const isMounted = await this.#isMountPoint(at).catch((error: unknown) => {
      throw error instanceof LibraryError ? error : cannotRead('The shared folder', error);
    });
    if (isMounted) return;
    throw new LibraryError(
      'share_unreachable',
      `The shared folder cannot be reached: ${at} is not mounted. See "findmnt ${at}" and mount it. Nothing else is needed. ` +
        `Only if the PDFs are in the folder itself from now on: ${libraryCommand()} scan --accept-loss`,
    );
  }

  /** Keeps where the folder is mounted. */
  async keep(): Promise<void> {
    const [kept, at] = [await this.#kept(), await this.#mountPoint()];
    // The inner one of two counts, which may be mounted later.
    if (at === null || (kept !== null && kept.length >= at.length)) return;
    await writeFile(this.#file, `${this.#options.root}\n${at}`, { mode: 0o600 });
  }

  async forget(): Promise<void> {
    await rm(this.#file, { force: true });
  }

  /** Null also if SHARE_DIR was another one. */
  async #kept(): Promise<string | null> {
    const [root, at] = (await readFile(this.#file, 'utf8').catch(() => '')).split('\n');
    return root === this.#options.root ? (at ?? null) : null;
  }

  async #mountPoint(): Promise<string | null> {
    for (let at = this.#options.root; at !== path.dirname(at); at = path.dirname(at))
      if (await this.#isMountPoint(at)) return at;
    return null;
  }

  async #isMountPoint(at: string): Promise<boolean> {
    const { deviceOf } = this.#options;
    return (await deviceOf(at)) !== (await deviceOf(path.dirname(at)));
  }
}
