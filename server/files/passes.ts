import { createHmac, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rm,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Session } from '../auth/sessions.ts';
import type { Config } from '../config/config.ts';
import type { Versions } from '../db/versions.ts';
import { currentPasses, passesBeside, slotMs } from '../db/withdraw-passes.ts';

type Deps = {
  readVersions: () => Promise<Versions>;
  /** Until when a session stands, if nothing is written about it. */
  standsUntilMs: (session: Session) => number;
  now: () => number;
  log: FastifyBaseLogger;
};

/** Where nginx looks; the rest of its path is in deploy/nginx. */
const entrance = 'library';
// Whoever is in our group, as nginx is, may go through folders and not list them.
const folderMode = 0o710;
const ours = /^[0-9a-f]{32}$/;

/**
 * Passes, by which nginx sends further parts of a PDF without asking (ADR 0030). A pass is a link in a folder, which
 * nginx looks up for every part:
 *
 *   ACCEL_PASSES/library/now/TENS OF SECONDS/PASS OF THE SESSION/NAME OF THE FILE -> its folder in the share
 *
 * `library` is a link to the home of this process, to which the link beside the database leads, too. `now` is a link to
 * the passes that were given since the last change of the library; every commit, of any process, takes it away.
 */
export class Passes {
  readonly #deps: Deps;
  readonly #folder: string;
  readonly #besideDatabase: string;
  readonly #home: string;
  /** The id of a session never gets to the disk. */
  readonly #secret = randomBytes(32);
  #hasFailed = false;

  private constructor(deps: Deps, folder: string, databaseFile: string) {
    this.#deps = deps;
    this.#folder = folder;
    this.#besideDatabase = passesBeside(databaseFile);
    this.#home = path.join(folder, newName());
  }

  /** Null where the settings want none. What another process gave has ended by then. */
  static of(
    { accelPasses, database }: Pick<Config, 'accelPasses' | 'database'>,
    deps: Deps,
  ): Passes | null {
    if (database.kind !== 'sqlite') return null;
    endOthers(passesBeside(database.file));
    return accelPasses === null ? null : new Passes(deps, accelPasses, database.file);
  }

  begin(): void {
    try {
      mkdirSync(this.#folder, { recursive: true });
      for (const name of readdirSync(this.#folder)) {
        if (ours.test(name)) rmSync(path.join(this.#folder, name), { recursive: true });
      }
      makeFolder(this.#home);
      const link = path.join(this.#folder, newName());
      symlinkSync(path.basename(this.#home), link);
      renameSync(link, path.join(this.#folder, entrance));
      symlinkSync(this.#home, this.#besideDatabase);
    } catch (error) {
      this.#tell(error);
    }
  }

  end(): void {
    rmSync(this.#home, { recursive: true, force: true });
    if (this.#isAllowed()) rmSync(this.#besideDatabase);
  }

  /**
   * Lets nginx send further parts of a file to whoever shows the pass of this session, which may read it, as was
   * found at these counts. Null, for whatever reason: nginx asks.
   *
   * The passes that are current are named before the counts are read again. Where a role was taken away since it
   * was checked, either the counts tell so, or those passes are no longer current: what is added to them leads nowhere.
   */
  async grant(session: Session, versions: Versions, file: string): Promise<string | null> {
    try {
      const slot = Math.floor(this.#deps.now() / slotMs);
      if (this.#deps.standsUntilMs(session) < (slot + 1) * slotMs) return null;
      if (!this.#isAllowed()) return null;
      const current = this.#current();
      if (!isSame(await this.#deps.readVersions(), versions)) return null;
      const pass = createHmac('sha256', this.#secret).update(session.idHash).digest('base64url');
      addTo(current, String(slot), pass, file);
      return pass;
    } catch (error) {
      this.#tell(error);
      return null;
    }
  }

  /** Not when a process that cannot withdraw passes has forbidden them, or another server gives its own. */
  #isAllowed(): boolean {
    return linkedFrom(this.#besideDatabase) === this.#home;
  }

  /** The folder of the passes that nginx finds now; a new one after a change of the library. */
  #current(): string {
    const link = path.join(this.#home, currentPasses);
    const known = path.join(this.#home, linkedFrom(link) ?? 'none');
    if (existsSync(known)) return known;
    rmSync(link, { force: true });
    const old = readdirSync(this.#home);
    const made = path.join(this.#home, newName());
    makeFolder(made);
    symlinkSync(path.basename(made), link);
    for (const name of old) removeAtLeisure(path.join(this.#home, name));
    return made;
  }

  #tell(error: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#deps.log.error(
      { err: error, event: 'no_pass' },
      'a pass cannot be given (ACCEL_PASSES), so nginx asks about every part; this is told once',
    );
  }
}

/** Ends what a server gave that was killed, or is about to end. */
function endOthers(besideDatabase: string): void {
  const home = linkedFrom(besideDatabase);
  if (home === null) return;
  if (ours.test(path.basename(home))) rmSync(home, { recursive: true, force: true });
  rmSync(besideDatabase, { force: true });
}

function addTo(current: string, slot: string, pass: string, file: string): void {
  const ofSlot = path.join(current, slot);
  const ofSession = path.join(ofSlot, pass);
  const link = path.join(ofSession, path.basename(file));
  if (isThere(link)) return;
  try {
    if (makeFolder(ofSlot)) {
      const over = readdirSync(current).filter((name) => name < slot); // of as many digits
      for (const name of over) removeAtLeisure(path.join(current, name));
    }
    makeFolder(ofSession);
    symlinkSync(path.dirname(file), link);
  } catch (error) {
    // Withdrawn since, and others are current: these are being removed.
    if (existsSync(current)) throw error;
  }
}

/** False when it was there. */
function makeFolder(at: string): boolean {
  if (isThere(at)) return false;
  mkdirSync(at);
  chmodSync(at, folderMode); // whatever the umask left of it
  return true;
}

function isThere(at: string): boolean {
  return lstatSync(at, { throwIfNoEntry: false }) !== undefined;
}

/** Null where there is no link: another process may take it away at any time. */
function linkedFrom(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch {
    return null;
  }
}

// What cannot be removed now is tried again with the next.
function removeAtLeisure(at: string): void {
  rm(at, { recursive: true, force: true }, () => {});
}

function isSame(some: Versions, others: Versions): boolean {
  return (
    some.auth === others.auth && some.catalogue === others.catalogue && some.files === others.files
  );
}

function newName(): string {
  return randomBytes(16).toString('hex');
}
