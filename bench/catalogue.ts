import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { listCustomers, listDocuments } from '#contract/catalogue.ts';
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
import { type Corpus, openCorpus, prepareCorpus } from './corpus.ts';
import { corpusSize } from './corpus-entries.ts';
import { randomNumbersFrom } from '../test/random.ts';
import { startNginx } from './load/nginx.ts';
import { type LibraryServer, type LoopReport, startServer } from './load/server.ts';
import { circumstances, keepResults, say, table } from './table.ts';
import { load } from './load/wrk.ts';

// What we want: this share of nginx's requests a second, and the event loop held no longer.
const ofNginx = 0.15;
const longestHoldMs = 20;

const secondsAMeasure = 5;
const requestsInMix = 20_000;
const changes = 5;

type Watched = LoopReport & { name: string };

/** Lists of a large library against nginx sending the same bytes, and how long the event loop is held. */
export async function benchCatalogue(dir: string): Promise<boolean> {
  const about = circumstances();
  const corpus = await prepareCorpus();
  const server = await startServer({ DATA_DIR: corpus.dataDir });
  const mix = skewedMix();
  const watched = await watchMaking(server, corpus);
  const mixRequests = mix.map((index) => ({ path: documentsPath(corpus, index) }));
  const cold = await server.watchLoop(() => load(dir, server, mixRequests, 3));
  watched.push({ name: 'under load: skewed mix, lists not ready', ...cold });
  const pairs = await pairsToCompare(dir, server, corpus, mix);
  const compared: Compared[] = [];
  for (const pair of pairs) compared.push(await compare(dir, pair, secondsAMeasure));
  for (const { name, ours, ourRequests } of pairs) {
    const report = await server.watchLoop(() => load(dir, ours, ourRequests, 3));
    watched.push({ name: `under load: ${name}`, ...report });
  }
  const { peakMb } = memoryOf(server.pid);
  await server.stop();

  const file = await keepResults('catalogue', { circumstances: about, compared, watched, peakMb });
  console.log(
    `\nLists, ${corpusSize.customers} customers, ${corpusSize.entries} entries, 64 connections`,
  );
  console.log(table(comparedColumns, compared.map(asRow)));
  console.log('\nThe event loop, in ms');
  console.log(table(watchedColumns, watched.map(watchedRow)));
  console.log(`\nMemory at its highest: ${peakMb} MB. Kept in ${file}`);
  console.log(caution(compared));
  return compared.every(isMet) && watched.every(({ holdMs }) => holdMs <= longestHoldMs);
}

/** One reader asks for lists that are not ready: first ever, and after a librarian's change. */
async function watchMaking(server: LibraryServer, corpus: Corpus): Promise<Watched[]> {
  const largest = documentsPath(corpus, 0);
  const watch = async (name: string, work: () => Promise<unknown>): Promise<Watched> => ({
    name,
    ...(await server.watchLoop(work)),
  });
  const watched = [
    await watch('first customers list', () => server.get(listCustomers.url)),
    await watch('first largest list', () => server.get(largest)),
  ];
  const again = await watch(`largest list after a change (${changes} times)`, async () => {
    for (let change = 1; change <= changes; change++) {
      await changeLargest(corpus);
      await server.get(largest);
    }
  });
  return [...watched, again];
}

async function changeLargest(corpus: Corpus): Promise<void> {
  const db = await openCorpus(corpus);
  const { doc_num, doc_rev } = corpus.largeFile;
  await db
    .updateTable('documents')
    .set({ modified_at: new Date().toISOString() })
    .where('customer_id', '=', 1)
    .where('doc_num', '=', doc_num)
    .where('doc_rev', '=', doc_rev)
    .execute();
  await db.destroy();
}

/** Writes what our server sends into files for nginx; so every list is made before it is measured. */
async function pairsToCompare(
  dir: string,
  ours: LibraryServer,
  corpus: Corpus,
  mix: readonly number[],
): Promise<Pair[]> {
  const root = path.join(dir, 'lists');
  await mkdir(root);
  const keep = async (name: string, at: string) =>
    writeFile(path.join(root, name), await ours.get(at));
  await keep('customers', listCustomers.url);
  const inMix = [...new Set(mix)].sort((a, b) => a - b);
  const startedMs = Date.now();
  for (const index of inMix) await keep(`documents-${index}`, documentsPath(corpus, index));
  say(`made ${inMix.length} lists in ${((Date.now() - startedMs) / 1000).toFixed(1)} s`);

  const headers = { 'Content-Encoding': 'br', Vary: 'accept-encoding' };
  const peer = await startNginx(dir, { root, contentType: 'application/json', headers });
  const pair = (name: string, indexes: readonly number[]): Pair => ({
    name,
    wanted: ofNginx,
    peer,
    ours,
    peerRequests: indexes.map((index) => ({ path: `/documents-${index}` })),
    ourRequests: indexes.map((index) => ({ path: documentsPath(corpus, index) })),
  });
  return [
    {
      ...pair('customers', []),
      peerRequests: [{ path: '/customers' }],
      ourRequests: [{ path: listCustomers.url }],
    },
    pair('largest list', [0]),
    pair('skewed mix', mix),
  ];
}

/** The customers that are asked for, in order: large ones more often, by Zipf's law. */
function skewedMix(): number[] {
  const random = randomNumbersFrom(1);
  const upTo: number[] = [];
  let total = 0;
  for (let rank = 1; rank <= corpusSize.customers; rank++) upTo.push((total += 1 / rank));
  return Array.from({ length: requestsInMix }, () => {
    const drawn = random() * total;
    return upTo.findIndex((sum) => drawn < sum);
  });
}

function documentsPath(corpus: Corpus, index: number): string {
  return `${listDocuments.url}?customer=${encodeURIComponent(corpus.customers[index] ?? '')}`;
}

const watchedColumns = ['while', 'hold', 'wanted', 'met', 'delay', 'longest collection'];

function watchedRow({ name, holdMs, delayMs, collectionMs }: Watched): string[] {
  const met = holdMs <= longestHoldMs ? 'yes' : 'NO';
  const [hold, ...others] = [holdMs, delayMs, collectionMs].map((ms) => ms.toFixed(1));
  return [name, hold ?? '', `≤ ${longestHoldMs}`, met, ...others];
}
