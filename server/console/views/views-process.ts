import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { LibraryError } from '#contract/errors.ts';
import type { Config } from '../../config/config.ts';
import {
  type Answered,
  type Asked,
  processAnswerer,
  QuestionQueue,
} from '../../processes/asked.ts';
import { forkScript, startChild } from '../../processes/child.ts';
import type { SheetName, ViewRequest, ViewWindow } from './views.ts';

export type ViewsOrder = { config: Config } | { prepare: SheetName } | Asked<ViewRequest>;
export type ViewsMessage = { prepared: SheetName } | Answered<ViewWindow, string>;

const child = path.join(import.meta.dirname, 'views-child.ts');
// Rows are read by the million: a young generation as small as the server's is full at once.
const flags = ['--max-semi-space-size=64'];
/** To read a million rows takes a slow machine a minute. */
const answerWithinMs = 5 * 60_000;
const mostWaiting = 200;
/** A sheet of a million rows takes 250 MB, which nobody needs at night. */
const idleMs = 15 * 60_000;

/** The process that arranges large sheets: started when a console needs it, ended when none does. */
export class ViewsProcess {
  readonly #config: Config;
  readonly #log: FastifyBaseLogger;
  readonly #questions: QuestionQueue<ViewRequest, ViewWindow, string>;
  readonly #prepared = new Set<SheetName>();

  constructor(config: Config, log: FastifyBaseLogger) {
    this.#config = config;
    this.#log = log;
    this.#questions = new QuestionQueue({
      start: () => this.#start(),
      answerWithinMs,
      startWithinMs: answerWithinMs,
      mostWaiting,
      idleMs,
      refuse: (_why, cause) => {
        const message = 'The sheet cannot be arranged just now. Try again in a moment.';
        return new LibraryError('busy', message, { cause });
      },
      fail: (fault) => {
        log.error({ event: 'view_failed', fault }, 'a view was not arranged');
        return new Error(fault);
      },
      // It sends no other note.
      onNote: (note) => this.#prepared.add((note as { prepared: SheetName }).prepared),
      onEnd: (why) => this.#ended(why),
    });
  }

  /** Whether the sheet is in memory, so that a view is a matter of milliseconds. */
  isPrepared(sheet: SheetName): boolean {
    return this.#prepared.has(sheet);
  }

  /** Reads the sheet into memory before someone asks for views of it. */
  prepare(sheet: SheetName): void {
    if (!this.isPrepared(sheet)) this.#questions.tell({ prepare: sheet } satisfies ViewsOrder);
  }

  window(request: ViewRequest): Promise<ViewWindow> {
    return this.#questions.ask(request);
  }

  close(): Promise<void> {
    return this.#questions.close();
  }

  async #start() {
    const started = await startChild('the process of views', () => forkScript(child, { flags }));
    started.send({ config: this.#config } satisfies ViewsOrder, () => {}); // one that has gone has ended
    return processAnswerer(started);
  }

  #ended(why: object | null): void {
    this.#prepared.clear();
    if (why === null) return;
    this.#log.error({ event: 'views_ended', ...why }, 'the process of views has ended');
  }
}
