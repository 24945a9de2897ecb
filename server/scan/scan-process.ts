import { randomUUID } from 'node:crypto';
import os from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/schema.ts';
import type { Workers } from '../jobs/workers.ts';
import type { Supervised } from '../processes/supervised.ts';
import type { ScanResult } from './scan.ts';
import { releaseLease } from './lease.ts';
import { recordFault } from './scan-state.ts';

/** `holder`: the name under which it holds the lease. */
export type ScanOrder = { config: Config; holder: string };
/** `read`: what was new has been read; `drawn`: its first pages have been drawn. */
export type ScanMessage = { scanned: ScanResult } | { read: 'all' } | { drawn: 'all' };

/** Scans the folder now, after a change to it, instead of at the next interval. */
export type ScanTrigger = { scanNow: () => void };

type Deps = {
  config: Config;
  db: Db;
  log: FastifyBaseLogger;
  workers: Workers;
  silentMs?: number;
};

/** The process that scans, and what the log says of it. */
export class ScanProcess implements ScanTrigger {
  readonly #deps: Deps;
  readonly #holder = `${os.hostname()} ${randomUUID()}`;
  readonly #process: Supervised<ScanOrder, ScanMessage>;
  #fault: string | null = null;
  #warning: string | null = null;
  readonly #references: Supervised<ScanOrder, never>;

  constructor(deps: Deps) {
    const { config, workers, silentMs } = deps;
    this.#deps = deps;
    const order: ScanOrder = { config, holder: this.#holder };
    this.#process = workers.supervise<ScanOrder, ScanMessage>('scan', {
      order,
      onMessage: (message) => this.#receive(message),
      onEnd: () => this.#releaseLease(),
      ...(silentMs === undefined ? {} : { silentMs }),
      onSilent: () => this.#recordSilence(),
    });
    // The server that scans also finds references in what was read.
    this.#references = workers.supervise<ScanOrder, never>('references', { order });
  }

  scanNow(): void {
    this.#process.send('scan_now');
  }

  async close(): Promise<void> {
    await Promise.all([this.#process.close(), this.#references.close()]);
  }

  #receive(message: ScanMessage): void {
    if ('read' in message) return this.#deps.workers.succeeded('reading');
    if ('drawn' in message) return this.#deps.workers.succeeded('pictures');
    const { scanned } = message;
    this.#logFault(scanned.state === 'stopped' ? scanned.fault : null);
    if (scanned.state === 'done') this.#logWarning(scanned.warning);
  }

  /** One line when scans stop, and one when they succeed again. */
  #logFault(fault: string | null): void {
    const { log } = this.#deps;
    if (fault === this.#fault) return;
    this.#fault = fault;
    if (fault !== null) this.#deps.workers.failed('scan', fault);
    if (fault === null) log.info({ event: 'scan_resumed' }, 'scans succeed again');
    else log.error({ event: 'scan_stopped', fault }, 'the scan stopped; nothing was changed');
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
