import { randomUUID } from 'node:crypto';
import nodeFs from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { retryHeader } from '#contract/calls.ts';
import type { EntryFields } from '#contract/entry.ts';
import { type AppDeps, buildApp } from '../server/app.ts';
import { nameKey } from '../server/auth/name-key.ts';
import { saveEntries } from '../server/catalogue/entries.ts';
import { changeLibrary } from '../server/changes/change.ts';
import { readConfig } from '../server/config/config.ts';
import { openLibrary } from '../server/library.ts';
import type { CleanUp } from './clean-up.ts';
import { sharedCompilers } from './shared-compilers.ts';
import { copyMigrated, newDatabaseEnv } from './databases.ts';
import { PdfReaders, type ReaderLimits } from '../server/pdf/reader/reader-processes.ts';
import { placeOf, type ScannedPlace } from '../server/scan/place.ts';
import { Scanner } from '../server/scan/scan.ts';
import { FolderScanner } from '../server/scan/folder-scan.ts';
import { readFiles } from '../server/scan/read-files.ts';

export type LibraryOptions = {
  env?: Record<string, string>;
  entries?: Partial<EntryFields>[];
  /** Files of the shared folder, by name. */
  files?: Record<string, string | Uint8Array>;
} & Partial<
  Pick<AppDeps, 'webDir' | 'shareFs' | 'logger' | 'scans' | 'steps' | 'silentMs' | 'bodyLimits'>
>;

export const password = 'correct horse battery';
/** The password's hash at the least cost that Argon2id has: with the real one, each sign-in takes 100 ms. */
const passwordHash =
  '$argon2id$v=19$m=8,t=1,p=1$YSBzYWx0IGZvciB0ZXN0cw$MlFQP5pWrc/k0mn24kiaChL9CmQ2yl/EQKiVVUIY4R8';

/** A reader takes a second of a processor to start: the libraries of a test process have one between them. */
const sharedReaders = new PdfReaders({ processes: 1, idleMs: 600_000 });

export type TestLibrary = Awaited<ReturnType<typeof startLibrary>>;

/** A whole library of its own: real server, real database, real folder, a clock that can be moved. */
export async function startLibrary(cleanUp: CleanUp, options: LibraryOptions = {}) {
  const dir = await temporaryFolder(cleanUp);
  const config = readConfig({
    DATA_DIR: dir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...(await newDatabaseEnv(cleanUp)),
    ...options.env,
  });
  await mkdir(config.shareDir, { recursive: true });
  if (config.database.kind === 'sqlite') await copyMigrated(config.database.file);
  let ahead = 0;
  const library = await openLibrary(config, () => Date.now() + ahead);
  const { db } = library;
  const { webDir = null, shareFs, logger = false, scans, steps, silentMs, bodyLimits } = options;
  const app = await buildApp({
    config,
    library,
    webDir,
    logger,
    compilers: sharedCompilers,
    ...(shareFs === undefined ? {} : { shareFs }),
    ...(scans === undefined ? {} : { scans }),
    ...(steps === undefined ? {} : { steps }),
    ...(silentMs === undefined ? {} : { silentMs }),
    ...(bodyLimits === undefined ? {} : { bodyLimits }),
  });
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    await app.close();
    await db.destroy();
  };
  cleanUp(close);

  async function add(...entries: Partial<EntryFields>[]): Promise<void> {
    await changeLibrary(library, { user: 'jsmith' }, async (tx, change) => {
      const outcomes = await saveEntries(tx, entries.map(entryOf), change);
      for (const outcome of outcomes) if (outcome instanceof Error) throw outcome;
    });
  }
  const place = placeOf(config);
  const deps = { db, place, now: library.now };
  // Most tests need no PDF but its name.
  const asWhole: ScannedPlace = { ...place, inspect: (files) => files.map(() => 'whole') };
  const folder = new FolderScanner({ ...deps, place: asWhole });
  const scanNames = async () => void (await folder.scan({ settleAtOnce: true }));
  const scanner = new Scanner(deps);
  const write = (name: string, content: string | Uint8Array) =>
    writeFile(path.join(config.shareDir, name), content);

  await add(...(options.entries ?? []));
  const files = Object.entries(options.files ?? {});
  for (const [name, content] of files) await write(name, content);
  if (files.length > 0) await scanNames();

  return {
    app,
    library,
    db,
    config,
    add,
    /** Puts a file into the folder, as anyone does: it counts once it was scanned. */
    write,
    /** Puts a file into the folder, where it counts at once: no request sees it half there. */
    async put(name: string, content: string | Uint8Array): Promise<void> {
      const part = path.join(path.dirname(name), `.${path.basename(name)}.part`);
      await write(part, content);
      nodeFs.renameSync(path.join(config.shareDir, part), path.join(config.shareDir, name));
      await scanNames();
    },
    /** One scan after which everything in the folder counts, PDF or not. */
    scanNames,
    /** A whole scan: what is new counts once it is whole, and is read. Gives the last scan's result. */
    async scan(limits?: Partial<ReaderLimits>) {
      await scanner.scan();
      const scanned = await scanner.scan();
      const own = limits === undefined ? null : new PdfReaders(limits); // other tests share a process
      const readers = own ?? sharedReaders;
      await readFiles({ ...deps, root: config.shareDir, readers }).finally(() => own?.close());
      return scanned;
    },
    close,
    /** Moves the library's clock ahead. */
    pass: (ms: number) => void (ahead += ms),
    /** All have the same password. */
    async addUser(name: string, ...roles: string[]): Promise<void> {
      const display_name = `${name} the tester`;
      const { id: user_id } = await db
        .insertInto('users')
        .values({
          name,
          name_key: nameKey(name),
          display_name,
          password_hash: passwordHash,
          created_at: new Date().toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const held = roles.map((role_name) => ({ user_id, role_name }));
      if (held.length > 0) await db.insertInto('user_roles').values(held).execute();
    },
    /** Signs in through the call itself and gives the cookie. */
    async signIn(name: string): Promise<string> {
      const answer = await app.inject({
        method: 'POST',
        url: '/auth',
        payload: { username: name, password },
      });
      const cookie = answer.cookies[0];
      if (cookie === undefined) throw new Error(`${name} cannot sign in: ${answer.body}`);
      return `${cookie.name}=${cookie.value}`;
    },
    /** Listens on a free port of this machine, or that of the settings, and gives the address. */
    listen: () => app.listen({ host: '127.0.0.1', port: config.port }),
  };
}

/** A library with one reader already signed in. */
export async function startReading(cleanUp: CleanUp, options: LibraryOptions = {}) {
  const library = await startLibrary(cleanUp, options);
  await library.addUser('reader', 'EGD_LIB');
  const cookie = await library.signIn('reader');
  return {
    ...library,
    cookie,
    get: (url: string, headers: Record<string, string> = {}) =>
      library.app.inject({ method: 'GET', url, headers: { cookie, ...headers } }),
  };
}

/** A library with one librarian already signed in. */
export async function startManaging(cleanUp: CleanUp, options: LibraryOptions = {}) {
  const library = await startLibrary(cleanUp, options);
  await library.addUser('librarian', 'EGD_LIB', 'EGD_LIB_EDIT');
  const cookie = await library.signIn('librarian');
  const manage = (path: string) => `/vue-egd-lib/api/manage/${path}`;
  return {
    ...library,
    cookie,
    /** Reads from the console's calls. */
    async read<T>(path: string): Promise<T> {
      const answer = await library.app.inject({ url: manage(path), headers: { cookie } });
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`);
      return answer.json<T>();
    },
    /**
     * Sends JSON to one of the console's calls; of a row that was read, what the call takes, as the console does. A
     * retry has the `key` of the first try.
     */
    post: (path: string, payload: object, key: string = randomUUID()) =>
      library.app.inject({
        method: 'POST',
        url: manage(path),
        headers: { cookie, [retryHeader]: key },
        payload: sentOf(path, payload),
      }),
  };
}

const sentFields: Record<string, string> = {
  'customers/save': 'id version customer',
  'documents/delete': 'id version',
  'documents/find': 'customer doc_num language doc_rev',
  'documents/save': 'id version customer doc_num doc_desc language doc_rev issued_on rename_file',
};

function sentOf(path: string, payload: object): object {
  const fields = sentFields[path]?.split(' ');
  if (fields === undefined || !('rows' in payload) || !Array.isArray(payload.rows)) return payload;
  const rows = payload.rows.map((row: object) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name))),
  );
  return { ...payload, rows };
}

export async function temporaryFolder(cleanUp: CleanUp): Promise<string> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'egd-library-'));
  cleanUp(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

export function entryOf(entry: Partial<EntryFields>): EntryFields {
  return {
    customer: 'Aurora Motors',
    doc_num: 'AM-1',
    doc_desc: 'Zinc plating of steel parts',
    language: 'EN',
    doc_rev: '1',
    ...entry,
  };
}

/** Sends a request line as it is, which an HTTP client would tidy up, and gives the answer. */
export function sendRaw(url: string, requestLine: string, headers: string[] = []): Promise<string> {
  const { port, hostname, host } = new URL(url);
  const lines = [requestLine, `Host: ${host}`, 'Connection: close', ...headers, '', ''];
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = createConnection(Number(port), hostname, () => socket.write(lines.join('\r\n')));
    socket.on('data', (bytes) => (answer += bytes.toString('latin1')));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}
