import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/schema.ts';
import { forkScript } from '../processes/child.ts';
import { Supervised } from '../processes/supervised.ts';
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

/** The process that scans, and what the log says of it. */
export class ScanProcess implements ScanTrigger {
  readonly #deps: Deps;
  readonly #holder = `${os.hostname()} ${randomUUID()}`;
  readonly #process: Supervised<ScanOrder, ScanMessage>;
  #fault: string | null = null;
  #warning: string | null = null;
  #waitsFor: string | null = null;

  constructor(deps: Deps) {
    const { config, log, silentMs = silentMsByDefault } = deps;
    this.#deps = deps;
    this.#process = new Supervised<ScanOrder, ScanMessage>({
      log,
      name: 'scan',
      start: () => forkScript(child),
      order: { config, holder: this.#holder },
      onMessage: (message) => this.#receive(message),
      onEnd: () => this.#releaseLease(),
      silentMs,
      onSilent: () => this.#recordSilence(),
    });
  }

  scanNow(): void {
    this.#process.send('scan_now');
  }

  close(): Promise<void> {
    return this.#process.close();
  }

  #receive(message: ScanMessage): void {
    if (message === 'alive') return;
    if ('failed' in message) {
      this.#deps.log.error({ event: 'scan_failed', reason: message.failed }, 'the scan failed');
    } else if ('waits' in message) {
      this.#logWait(message.waits);
    } else {
      this.#process.worked();
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

  #recordSilence(): void {
    const fault = 'The shared folder does not answer.';
    this.#logFault(fault);
    recordFault(this.#deps.db, fault, Date.now()).catch((error: unknown) =>
      this.#deps.log.error({ err: error }, 'the fault was not recorded'),
    );
  }

  /** The next process need not wait until the lease runs out. */
  #releaseLease(): void {
    releaseLease(this.#deps.db, this.#holder).catch((error: unknown) =>
      this.#deps.log.error({ err: error }, 'the lease was not released'),
    );
  }
}
