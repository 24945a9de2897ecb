import { writeFile } from 'node:fs/promises';
import { Agent, request as send } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { changeLibrary, type Library } from '../../server/changes/change.ts';
import { addUser } from '../../server/auth/accounts.ts';
import { saveEntries } from '../../server/catalogue/entries.ts';
import { entryOf, password } from '../harness.ts';
import { randomFrom } from './drill.ts';
import { signInAt } from './server-process.ts';

const rangeBytes = 64 * 1024;
const customers = 5;
const files = 5;

/** A request that got no good answer: what came instead, and when it was under way. */
export type Failure = { what: string; came: string; from: number; to: number };

export const megabytePdf = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  Buffer.alloc(1024 * 1024, '% filling\n'),
  Buffer.from('%%EOF\n'),
]);

/** Fills a library with what a crowd uses: accounts, customers, entries, and a file for some of them. */
export async function fillForCrowd(library: Library, shareDir: string): Promise<void> {
  const accounts = {
    reader: ['EGD_LIB'],
    leaver: ['EGD_LIB'],
    librarian: ['EGD_LIB', 'EGD_LIB_EDIT'],
  };
  for (const [name, roles] of Object.entries(accounts)) {
    await addUser(library.db, { name, password, roles, display_name: name }, new Date());
  }
  const entries = Array.from({ length: 500 }, (_, at) =>
    entryOf({ customer: `Customer ${at % customers}`, doc_num: `N-${at}` }),
  );
  await changeLibrary(library, { user: 'jsmith' }, (tx, change) =>
    saveEntries(tx, entries, change),
  );
  for (let at = 0; at < files; at++) {
    await writeFile(path.join(shareDir, `N-${at}_EN_1.pdf`), megabytePdf);
  }
}

/** Readers and librarians who work at once until they are stopped, and what became of their requests. */
export class Crowd {
  readonly failed: Failure[] = [];
  /** The numbers whose saving was acknowledged. */
  readonly saved: string[] = [];
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #over = new AbortController();
  #answered = 0;
  #working: Promise<unknown> = Promise.resolve();

  private constructor(url: string) {
    this.#url = url;
  }

  static async start(
    { url }: { url: string },
    { readers, librarians }: { readers: number; librarians: number },
  ): Promise<Crowd> {
    const crowd = new Crowd(url);
    const [reader, librarian] = [await signInAt(url, 'reader'), await signInAt(url, 'librarian')];
    crowd.#working = Promise.all([
      ...Array.from({ length: readers }, (_, at) => crowd.#read(reader, at)),
      ...Array.from({ length: librarians }, (_, at) => crowd.#save(librarian, at)),
    ]);
    return crowd;
  }

  /** Until this many more requests were answered. */
  async untilAnswered(requests: number): Promise<void> {
    const enough = this.#answered + requests;
    while (this.#answered < enough) await pause(20);
  }

  /** Until this many more saves were acknowledged. */
  async untilSaved(saves: number): Promise<void> {
    const enough = this.saved.length + saves;
    while (this.saved.length < enough) await pause(20);
  }

  async end(): Promise<void> {
    this.#over.abort();
    await this.#working;
    this.#agent.destroy();
  }

  async #read(cookie: string, seed: number): Promise<void> {
    const random = randomFrom(seed);
    const get = (url: string, headers: Record<string, string> = {}) =>
      this.#ask('GET', url, { cookie, ...headers });
    while (!this.#over.signal.aborted) {
      await get('/auth/check');
      await get(`/vue-egd-lib/api/documents?customer=Customer%20${random(customers)}`);
      for (let i = 0; i < 5; i++) {
        const from = random(16) * rangeBytes;
        const range = `bytes=${from}-${from + rangeBytes - 1}`;
        await get(`/document/egd-lib/N-${random(files)}_EN_1.pdf`, { range });
        await pause(random(100));
      }
    }
  }

  async #save(cookie: string, librarian: number): Promise<void> {
    for (let at = 0; !this.#over.signal.aborted; at++) {
      const doc_num = `CROWD-${librarian}-${at}-${this.saved.length}`;
      const entry = entryOf({ customer: `Customer ${at % customers}`, doc_num });
      const body = JSON.stringify({ rows: [{ id: null, version: null, ...entry }] });
      const headers = { cookie, 'content-type': 'application/json' };
      const answer = await this.#ask(
        'POST',
        '/vue-egd-lib/api/manage/documents/save',
        headers,
        body,
      );
      if (answer?.includes('"outcome":"saved"') === true) this.saved.push(doc_num);
      await pause(20);
    }
  }

  /** The body of a good answer; null after a failure, which is kept. */
  async #ask(
    method: string,
    url: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<string | null> {
    const from = performance.now();
    try {
      const { status, content } = await this.#send(method, url, headers, body);
      if (status !== 200 && status !== 206) throw new Error(`${status} ${content.slice(0, 200)}`);
      this.#answered += 1;
      return content;
    } catch (error) {
      const came = error instanceof Error ? error.message : String(error);
      this.failed.push({ what: `${method} ${url}`, came, from, to: performance.now() });
      await pause(20);
      return null;
    }
  }

  #send(
    method: string,
    url: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<{ status: number; content: string }> {
    return new Promise((resolve, reject) => {
      send(`${this.#url}${url}`, { agent: this.#agent, method, headers }, (answer) => {
        text(answer).then(
          (content) => resolve({ status: answer.statusCode ?? 0, content }),
          reject,
        );
      })
        .on('error', reject)
        .end(body);
    });
  }
}
