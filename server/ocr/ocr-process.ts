import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Workers } from '../jobs/workers.ts';
import type { Supervised } from '../processes/supervised.ts';
import { findTesseract } from './tesseract.ts';

export type OcrOrder = { config: Config; languages: readonly string[] };
/** How many contents it has read, whenever none is left. */
export type OcrMessage = { read: number };

type Deps = { config: Config; log: FastifyBaseLogger; workers: Workers };

/** Starts what reads scans, where that is switched on and tesseract is there; else logs why not. */
export function startOcr(deps: Deps): Supervised<OcrOrder, OcrMessage> | null {
  const { config, log } = deps;
  if (config.ocr === 'off') return null;
  const { fault, languages, missing } = findTesseract(config.ocrLanguages);
  if (fault !== null) {
    log.error({ event: 'ocr_missing', fault }, 'scans are not read: tesseract is missing');
    return null;
  }
  if (missing.length > 0)
    log.warn({ event: 'ocr_languages', missing }, 'tesseract lacks languages');
  return superviseOcr(deps, languages);
}

export function superviseOcr({ config, log, workers }: Deps, languages: readonly string[]) {
  return workers.supervise<OcrOrder, OcrMessage>('ocr', {
    order: { config, languages },
    onMessage({ read }) {
      if (read > 0) log.info({ event: 'ocr_read', scans: read }, 'scans were read');
    },
  });
}
