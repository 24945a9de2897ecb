import { LibraryError } from '#contract/errors.ts';
import { judgeAfterChange } from '../matching/judge.ts';
import { FolderLooks, type Looking, type LookOptions } from './folder-scan.ts';
import { recordEnd, recordFault, recordStart } from './scan-state.ts';

/** How one scan went: what it found, or in words why it stopped; then it changed nothing. */
export type Scan =
  | { state: 'done'; files: number; unsettled: number }
  | { state: 'stopped'; fault: string };

/** Scans of the folder, one after the other, told in the database for all who ask. */
export class Intake {
  readonly #looking: Looking;
  readonly #looks: FolderLooks;

  constructor(looking: Looking) {
    this.#looking = looking;
    this.#looks = new FolderLooks(looking);
  }

  async scan(options: LookOptions = {}): Promise<Scan> {
    const { db, now = Date.now } = this.#looking;
    await recordStart(db, now());
    try {
      await judgeAfterChange(db);
      const looked = await this.#looks.look(options);
      await recordEnd(db, now());
      return { state: 'done', ...looked };
    } catch (error) {
      if (!(error instanceof LibraryError && error.code === 'share_unreachable')) throw error;
      await recordFault(db, error.message, now());
      return { state: 'stopped', fault: error.message };
    }
  }
}
