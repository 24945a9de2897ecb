import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { LibraryError } from '#contract/errors.ts';
import type { Config } from '../../config/config.ts';
import type { SheetName, ViewRequest, ViewWindow } from './views.ts';

export type ViewsOrder =
  | { config: Config }
  | { prepare: SheetName }
  | { number: number; request: ViewRequest };
export type ViewsMessage =
  | { prepared: SheetName }
  | { number: number; window: ViewWindow }
  /** `number` is null where nobody waits for an answer. */
  | { number: number | null; failed: string };

type Waiting = { resolve: (window: ViewWindow) => void; reject: (error: Error) => void };

const child = path.join(import.meta.dirname, 'views-child.ts');
/** A sheet of a million rows takes 250 MB, which nobody needs at night. */
const endAfterMs = 15 * 60_000;

/** The process that arranges large sheets: started when a console needs it, ended when none does. */
export class ViewsProcess {
  readonly #config: Config;
  readonly #log: FastifyBaseLogger;
  #child: ChildProcess | null = null;
  #prepared = new Set<SheetName>();
  #waiting = new Map<number, Waiting>();
  #number = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(config: Config, log: FastifyBaseLogger) {
    this.#config = config;
    this.#log = log;
  }

  /** Whether the sheet is in memory, so that a view is a matter of milliseconds. */
  isPrepared(sheet: SheetName): boolean {
    return this.#prepared.has(sheet);
  }

  /** Reads the sheet into memory, for whoever will soon ask for views of it. */
  prepare(sheet: SheetName): void {
    if (!this.isPrepared(sheet)) this.#order({ prepare: sheet });
  }

  window(request: ViewRequest): Promise<ViewWindow> {
    const number = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#order({ number, request });
    });
  }

  close(): void {
    clearTimeout(this.#idle);
    this.#child?.removeAllListeners();
    this.#child?.kill();
    this.#ended('The server ends.');
  }

  #order(order: ViewsOrder): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.close(), endAfterMs).unref();
    this.#child ??= this.#start();
    this.#child.send(order, () => {}); // its end is told below
  }

  #start(): ChildProcess {
    const cache = getCompileCacheDir();
    const started = fork(child, {
      // Rows are read by the million: a young generation as small as the server's is full at once.
      execArgv: ['--max-semi-space-size=64'],
      env: { ...process.env, ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }) },
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    started.on('message', (message) => this.#take(message as ViewsMessage)); // it sends nothing else
    started.once('exit', (code, signal) => {
      this.#log.error({ event: 'views_ended', code, signal }, 'the process of views has ended');
      this.#ended('Try again in a moment.');
    });
    started.once('error', (error) => {
      this.#log.error({ event: 'views_failed', err: error }, 'the process of views cannot start');
      this.#ended('Try again in a moment.');
    });
    started.send({ config: this.#config } satisfies ViewsOrder, () => {});
    return started;
  }

  #take(message: ViewsMessage): void {
    if ('prepared' in message) {
      this.#prepared.add(message.prepared);
      return;
    }
    const waiting = this.#waiting.get(message.number ?? 0);
    this.#waiting.delete(message.number ?? 0);
    if ('window' in message) return waiting?.resolve(message.window);
    this.#log.error({ event: 'view_failed', fault: message.failed }, 'a view was not arranged');
    waiting?.reject(new Error(message.failed));
  }

  #ended(what: string): void {
    this.#child = null;
    this.#prepared.clear();
    const error = new LibraryError('busy', `The sheet cannot be arranged just now. ${what}`);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
