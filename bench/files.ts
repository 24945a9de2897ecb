import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pdfAddress, pdfFileName } from '#contract/file-name.ts';
import { memoryOf } from './children.ts';
import {
  asRow,
  caution,
  compare,
  type Compared,
  comparedColumns,
  isMet,
  type Pair,
} from './load/compare.ts';
import { largeFileBytes, prepareCorpus } from './corpus.ts';
import { randomNumbersFrom } from '../test/random.ts';
import { startNginx, startNginxBefore } from './load/nginx.ts';
import { startServer } from './load/server.ts';
import { circumstances, keepResults, table } from './table.ts';
import { type LoadRequest, load } from './load/wrk.ts';

// What we want: this share of nginx's requests a second, and less memory than this.
const ofNginx = 0.15;
const idleMbWanted = 150;
const peakMbWanted = 300;

const rangeBytes = 64 * 1024;
const secondsAMeasure = 8;

/** Ranges of a large PDF with a check of the session, against nginx without one; and memory. */
export async function benchFiles(dir: string): Promise<boolean> {
  const about = circumstances();
  const corpus = await prepareCorpus();
  const ours = await startServer({ DATA_DIR: corpus.dataDir });
  await pause(3000);
  const { nowMb: idleMb } = memoryOf(ours.pid);
  const root = path.join(corpus.dataDir, 'documents');
  const peer = await startNginx(dir, { root, contentType: 'application/pdf' });
  const pair = {
    name: '64 KiB ranges',
    wanted: ofNginx,
    peer,
    ours,
    peerRequests: randomRanges(`/${encodeURIComponent(pdfFileName(corpus.largeFile))}`),
    ourRequests: randomRanges(pdfAddress(corpus.largeFile)),
  };
  const compared = await compare(dir, pair, secondsAMeasure);
  const loop = await ours.watchLoop(() => load(dir, ours, pair.ourRequests, 3));
  const { peakMb } = memoryOf(ours.pid);
  await ours.stop();
  const byNginx = await compareByNginx(dir, corpus.dataDir, pair);

  const file = await keepResults('files', {
    circumstances: about,
    compared,
    byNginx,
    loop,
    idleMb,
    peakMb,
  });
  console.log(`\nRanges of a file of ${largeFileBytes / 1e6} MB at random places, 64 connections`);
  console.log(table(comparedColumns, [asRow(compared), asRow(byNginx)]));
  console.log('\nMemory of the server, in MB');
  const memory = [memoryRow('idle', idleMb, idleMbWanted), memoryRow('peak', peakMb, peakMbWanted)];
  console.log(table(['when', 'MB', 'wanted', 'met'], memory));
  const [hold, delay] = [loop.holdMs.toFixed(1), loop.delayMs.toFixed(1)];
  console.log(`\nEvent loop under load: hold ${hold} ms, delay ${delay} ms. Kept in ${file}`);
  console.log(caution([compared, byNginx]));
  return isMet(compared) && idleMb < idleMbWanted && peakMb < peakMbWanted;
}

/**
 * The same with ACCEL_REDIRECT: the library checks, nginx sends. Both share the core that bare nginx had alone, so
 * small ranges gain nothing (ADR 0029): this is for information, without a target.
 */
async function compareByNginx(dir: string, dataDir: string, bare: Pair): Promise<Compared> {
  const env = { DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.1', ACCEL_REDIRECT: '/_documents/' };
  const library = await startServer(env);
  const ours = await startNginxBefore(dir, library, path.join(dataDir, 'documents'));
  const pair = { ...bare, name: '64 KiB ranges, sent by nginx', wanted: 0, ours };
  const compared = await compare(dir, pair, secondsAMeasure);
  await library.stop();
  return compared;
}

function randomRanges(path: string): LoadRequest[] {
  const random = randomNumbersFrom(2);
  return Array.from({ length: 10_000 }, () => {
    const first = Math.floor(random() * (largeFileBytes - rangeBytes));
    return { path, range: `bytes=${first}-${first + rangeBytes - 1}` };
  });
}

function memoryRow(when: string, mb: number, wanted: number): string[] {
  return [when, String(mb), `< ${wanted}`, mb < wanted ? 'yes' : 'NO'];
}
