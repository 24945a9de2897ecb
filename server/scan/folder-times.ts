/** How a folder was when it was listed: by `stamp` it is known again. */
type Listed = { stamp: string; sinceMs: number; isOld: boolean; subfolders: readonly string[] };

/**
 * A change within the same tick of the file server's clock leaves the time as it is. So a time counts only once a
 * folder was listed again, with the same time, after this long.
 */
const oldAfterMs = 5000;

/**
 * The times of folders, by which a quick scan knows that no file in them was added, removed or renamed. A file that is
 * rewritten in place does not change its folder's time: full scans find that.
 */
export class FolderTimes {
  #before = new Map<string, Listed>();
  #now = new Map<string, Listed>();

  begin(): void {
    this.#now = new Map();
  }

  /** The subfolders of a folder that need not be listed; null where it must be. */
  subfoldersOfUnchanged(at: string, stamp: string): readonly string[] | null {
    const before = this.#before.get(at);
    if (before === undefined || !before.isOld || before.stamp !== stamp) return null;
    this.#now.set(at, before);
    return before.subfolders;
  }

  listed(at: string, stamp: string, subfolders: readonly string[], nowMs: number): void {
    const before = this.#before.get(at);
    const sinceMs = before?.stamp === stamp ? before.sinceMs : nowMs;
    this.#now.set(at, { stamp, sinceMs, isOld: nowMs - sinceMs >= oldAfterMs, subfolders });
  }

  /** After a scan was recorded. Folders in which something differed are listed again. */
  keep(different: Iterable<string>): void {
    for (const at of different) this.#now.delete(at);
    this.#before = this.#now;
  }

  /** After a scan that was not recorded. */
  forget(): void {
    this.#before = new Map();
  }
}
