import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/schema.ts';
import type { Slice, Steps } from '../../jobs/steps.ts';
import { identityOf, indexPathsIn, removeIndexFiles, UnusableIndexError } from './index-file.ts';
import type { IndexMessage } from './index-standing.ts';
import { LibraryIndex } from './library-index.ts';
import { WriterLock } from './writer-lock.ts';

const tellEveryMs = 250;

type Deps = { config: Config; db: Db; steps: Steps };

/**
 * Builds the search index and keeps it in step. One that is damaged or of another version is deleted and built again:
 * it answers as far as it is, numbers first.
 */
export class IndexStep {
  readonly name = 'index';
  /** The thread that answers searches found it damaged. */
  isUnusable = false;
  readonly #db: Db;
  readonly #steps: Steps;
  readonly #paths: ReturnType<typeof indexPathsIn>;
  #lock: WriterLock | null = null;
  #index: LibraryIndex | null = null;
  #toldAt = 0;

  constructor({ config, db, steps }: Deps) {
    this.#db = db;
    this.#steps = steps;
    this.#paths = indexPathsIn(config.dataDir);
  }

  readonly work = async (): Promise<Slice> => {
    this.#lock ??= WriterLock.take(this.#paths.lock);
    if (this.#lock === null) {
      this.#tell({ state: 'elsewhere' }); // the command line writes it, or another server
      return {};
    }
    try {
      return await this.#follow();
    } catch (error) {
      if (!(error instanceof UnusableIndexError)) throw error;
      this.#close();
      removeIndexFiles(this.#paths.file);
      this.isUnusable = false;
      this.#tell({ heals: error.reason });
      return {};
    }
  };

  readonly close = async (): Promise<void> => {
    this.#close();
    this.#lock?.release();
  };

  async #follow(): Promise<Slice> {
    if (this.isUnusable) throw new UnusableIndexError('damaged');
    if (this.#index?.isThere === false) this.#close(); // `reindex` deletes it
    this.#index ??= await this.#open();
    const isMore = await this.#index.step();
    if (!isMore || Date.now() - this.#toldAt > tellEveryMs) {
      this.#toldAt = Date.now();
      this.#tell(this.#index.state);
    }
    return { isMore };
  }

  /** What is there, or a new one. */
  #open(): Promise<LibraryIndex> {
    const { file } = this.#paths;
    const isThere = identityOf(file) !== null;
    return isThere ? LibraryIndex.open(file, this.#db) : LibraryIndex.create(file, this.#db);
  }

  #close(): void {
    this.#index?.close();
    this.#index = null;
  }

  #tell(message: IndexMessage): void {
    this.#steps.says('index', message);
  }
}
