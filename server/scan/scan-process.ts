import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { getCompileCacheDir } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/schema.ts';
import type { ScanResult } from './scan.ts';
import { releaseLease } from './lease.ts';
import { recordFault } from './scan-state.ts';

/** `holder`: the name under which it holds the lease. */
export type ScanOrder = 'scan_now' | { config: Config; holder: string };
/** `waits`: why the database does not let it go on. */
export type ScanMessage =
  | 'alive'
  | { scanned: ScanResult }
  | { waits: string }
  | { failed: string };

/** For whoever changed the folder: scans it now instead of at the next turn. */
export type ScanTrigger = { scanNow: () => void };

type Deps = { config: Config; db: Db; log: FastifyBaseLogger; silentMs?: number };

const child = path.join(import.meta.dirname, 'scan-child.ts');
// One folder of 100,000 names can take a slow share a minute to list.
const silentMsByDefault = 120_000;
const firstPauseMs = 1000;
const longestPauseMs = 60_000;
const endWithinMs = 5000;

/** The process that scans: started, watched, started again when it dies, and ended with the server. */
export class ScanProcess implements ScanTrigger {
  readonly #deps: Deps;
  readonly #holder = `${os.hostname()} ${randomUUID()}`;
  #child: ChildProcess | null = null;
  #pauseMs = firstPauseMs;
  #startAgain: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;
  #fault: string | null = null;
  #warning: string | null = null;
  #waitsFor: string | null = null;
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#start();
  }

  scanNow(): void {
    this.#order('scan_now');
  }

  /** Asks it to end, and kills it when a share that hangs keeps it from answering. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#startAgain);
    clearTimeout(this.#silence);
    const running = this.#child;
    if (running === null) return;
    const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()));
    running.disconnect();
    const tooLong = setTimeout(() => running.kill('SIGKILL'), endWithinMs);
    await ended;
    clearTimeout(tooLong);
  }

  #start(): void {
    const cache = getCompileCacheDir();
    this.#child = fork(child, {
      execArgv: [],
      env: { ...process.env, ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }) },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child.on('message', (message: ScanMessage) => this.#receive(message));
    this.#child.once('error', (error) => this.#deps.log.error({ err: error }, 'no scans'));
    this.#child.once('exit', (code, signal) => this.#died(code, signal));
    this.#order({ config: this.#deps.config, holder: this.#holder });
    this.#expectMessage();
  }

  #order(order: ScanOrder): void {
    if (this.#child?.connected) this.#child.send(order, () => {}); // a process that is gone is started again
  }

  #receive(message: ScanMessage): void {
    this.#expectMessage();
    if (message === 'alive') return;
    if ('failed' in message) {
      this.#deps.log.error({ event: 'scan_failed', reason: message.failed }, 'the scan failed');
    } else if ('waits' in message) {
      this.#logWait(message.waits);
    } else {
      this.#pauseMs = firstPauseMs;
      this.#logWait(null);
      this.#logFault(message.scanned.state === 'stopped' ? message.scanned.fault : null);
      if (message.scanned.state === 'done') this.#logWarning(message.scanned.warning);
    }
  }

  /** One line when scans stop, and one when they succeed again. */
  #logFault(fault: string | null): void {
    const { log } = this.#deps;
    if (fault === this.#fault) return;
    this.#fault = fault;
    if (fault === null) log.info({ event: 'scan_resumed' }, 'scans succeed again');
    else log.error({ event: 'scan_stopped', fault }, 'the scan stopped; nothing was changed');
  }

  #logWait(reason: string | null): void {
    if (reason === this.#waitsFor) return;
    this.#waitsFor = reason;
    if (reason !== null) this.#deps.log.warn({ event: 'scan_waits', reason }, 'the scan waits');
  }

  #logWarning(warning: string | null): void {
    if (warning === this.#warning) return;
    this.#warning = warning;
    if (warning !== null) this.#deps.log.warn({ event: 'scan_incomplete', warning }, warning);
  }

  #expectMessage(): void {
    clearTimeout(this.#silence);
    if (this.#isClosed) return;
    this.#silence = setTimeout(() => {
      const fault = 'The shared folder does not answer.';
      this.#logFault(fault);
      recordFault(this.#deps.db, fault, Date.now()).catch((error: unknown) =>
        this.#deps.log.error({ err: error }, 'the fault was not recorded'),
      );
      this.#child?.kill('SIGKILL');
    }, this.#deps.silentMs ?? silentMsByDefault).unref();
  }

  // Only now, not when it was killed: a process that hangs in a dead share may take a while to go.
  #died(code: number | null, signal: string | null): void {
    this.#child = null;
    clearTimeout(this.#silence);
    if (this.#isClosed) return;
    const pause = this.#pauseMs;
    this.#pauseMs = Math.min(pause * 2, longestPauseMs);
    this.#deps.log.warn({ event: 'scan_died', code, signal, pause }, 'scans start again');
    // The next one need not wait until the dead one's lease runs out.
    releaseLease(this.#deps.db, this.#holder).catch((error: unknown) =>
      this.#deps.log.error({ err: error }, 'the lease was not released'),
    );
    this.#startAgain = setTimeout(() => this.#start(), pause).unref();
  }
}
