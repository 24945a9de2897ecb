import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import { findTesseract } from './tesseract.ts';

export type OcrOrder = { config: Config; languages: readonly string[] };
/** `read`: how many contents, whenever none is left. `waits`: why it does not go on. */
export type OcrMessage = { read: number } | { waits: string };

type Deps = { config: Config; log: FastifyBaseLogger };

const child = path.join(import.meta.dirname, 'ocr-child.ts');
const firstPauseMs = 1000;
const longestPauseMs = 60_000;
const endWithinMs = 5000;

/** Starts what reads scans, where that is switched on and tesseract is there; else says why not. */
export function startOcr({ config, log }: Deps): OcrProcess | null {
  if (config.ocr === 'off') return null;
  const { fault, languages, missing } = findTesseract(config.ocrLanguages);
  if (fault !== null) {
    log.error({ event: 'ocr_missing', fault }, 'scans are not read: tesseract is missing');
    return null;
  }
  if (missing.length > 0)
    log.warn({ event: 'ocr_languages', missing }, 'tesseract lacks languages');
  return new OcrProcess({ config, log }, languages);
}

/** The process that reads scans: started, started again when it dies, and ended with the server. */
export class OcrProcess {
  readonly #deps: Deps;
  readonly #languages: readonly string[];
  #child: ChildProcess | null = null;
  #pauseMs = firstPauseMs;
  #startAgain: NodeJS.Timeout | undefined;
  #waits: string | null = null;
  #isClosed = false;

  constructor(deps: Deps, languages: readonly string[]) {
    this.#deps = deps;
    this.#languages = languages;
    this.#start();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#startAgain);
    const running = this.#child;
    if (running === null) return;
    const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()));
    if (running.connected) running.disconnect();
    const tooLong = setTimeout(() => running.kill('SIGKILL'), endWithinMs);
    await ended;
    clearTimeout(tooLong);
  }

  #start(): void {
    this.#child = fork(child, {
      execArgv: ['--max-old-space-size=256'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child.on('message', (message: OcrMessage) => this.#receive(message));
    this.#child.once('error', (error) => this.#deps.log.error({ err: error }, 'no OCR'));
    this.#child.once('exit', (code, signal) => this.#died(code, signal));
    const order: OcrOrder = { config: this.#deps.config, languages: this.#languages };
    this.#child.send(order, () => {}); // one that is gone is started again
  }

  #receive(message: OcrMessage): void {
    const { log } = this.#deps;
    const waits = 'waits' in message ? message.waits : null;
    if (waits !== null && waits !== this.#waits) {
      log.warn({ event: 'ocr_waits', reason: waits }, 'the reading of scans waits');
    }
    this.#waits = waits;
    if (!('read' in message)) return;
    this.#pauseMs = firstPauseMs;
    if (message.read > 0) log.info({ event: 'ocr_read', scans: message.read }, 'scans were read');
  }

  #died(code: number | null, signal: string | null): void {
    this.#child = null;
    if (this.#isClosed) return;
    const pause = this.#pauseMs;
    this.#pauseMs = Math.min(pause * 2, longestPauseMs);
    this.#deps.log.warn({ event: 'ocr_died', code, signal, pause }, 'the reading starts again');
    this.#startAgain = setTimeout(() => this.#start(), pause).unref();
  }
}
