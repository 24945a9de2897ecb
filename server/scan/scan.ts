import { LibraryError } from '#contract/errors.ts';
import {
  type FolderScan,
  type FolderScanDeps,
  FolderScanner,
  type ScanOptions,
} from './folder-scan.ts';
import { recordEnd, recordFault, recordStart } from './scan-state.ts';

/** How one scan went: what it found, or in words why it stopped; then it changed nothing. */
export type ScanResult = ({ state: 'done' } & FolderScan) | { state: 'stopped'; fault: string };

/** Scans the folder, one scan after the other, and records in the database how each went. */
export class Scanner {
  readonly #deps: FolderScanDeps;
  readonly #folder: FolderScanner;

  constructor(deps: FolderScanDeps) {
    this.#deps = deps;
    this.#folder = new FolderScanner(deps);
  }

  async scan(options: ScanOptions = {}): Promise<ScanResult> {
    const { db, now = Date.now } = this.#deps;
    await recordStart(db, now());
    try {
      const scanned = await this.#folder.scan(options);
      await recordEnd(db, scanned.warning, now());
      return { state: 'done', ...scanned };
    } catch (error) {
      if (!(error instanceof LibraryError && error.code === 'share_unreachable')) throw error;
      await recordFault(db, error.message, now());
      return { state: 'stopped', fault: error.message };
    }
  }
}
