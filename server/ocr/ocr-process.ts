import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import { forkScript } from '../processes/child.ts';
import { Supervised } from '../processes/supervised.ts';
import { findTesseract } from './tesseract.ts';

export type OcrOrder = { config: Config; languages: readonly string[] };
/** `read`: how many contents, whenever none is left. `waits`: why it does not go on. */
export type OcrMessage = { read: number } | { waits: string };

type Deps = { config: Config; log: FastifyBaseLogger };

const child = path.join(import.meta.dirname, 'ocr-child.ts');

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

/** The process that reads scans, and what the log says of it. */
export class OcrProcess {
  readonly #log: FastifyBaseLogger;
  readonly #process: Supervised<OcrOrder, OcrMessage>;
  #waits: string | null = null;

  constructor({ config, log }: Deps, languages: readonly string[]) {
    this.#log = log;
    this.#process = new Supervised<OcrOrder, OcrMessage>({
      log,
      name: 'ocr',
      start: () => forkScript(child, { flags: ['--max-old-space-size=256'] }),
      order: { config, languages },
      onMessage: (message) => this.#receive(message),
    });
  }

  close(): Promise<void> {
    return this.#process.close();
  }

  #receive(message: OcrMessage): void {
    const log = this.#log;
    const waits = 'waits' in message ? message.waits : null;
    if (waits !== null && waits !== this.#waits) {
      log.warn({ event: 'ocr_waits', reason: waits }, 'the reading of scans waits');
    }
    this.#waits = waits;
    if (!('read' in message)) return;
    this.#process.worked();
    if (message.read > 0) log.info({ event: 'ocr_read', scans: message.read }, 'scans were read');
  }
}
