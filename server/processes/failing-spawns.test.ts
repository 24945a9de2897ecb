import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { textPdf } from '../../test/pdfs.ts';
import { failSpawns, type SpawnFault } from '../../test/failing-spawns.ts';
import { isSkipped as hasNoTesseract, tesseract } from '../../test/scanned-library.ts';
import { patiently, startSearching, type Searching } from '../../test/searching.ts';
import { readPicture } from '../ocr/tesseract.ts';
import { WorkerProcess } from '../jobs/worker-process.ts';
import { PdfReaders } from '../pdf/reader/reader-processes.ts';

// One test for everything that starts a process or a thread: a machine that could not start it is asked
// again, and the server ends even while nothing can be started.

type Case = {
  /** How many processes and threads it starts. */
  starts?: number;
  before?: (library: Searching) => Promise<void>;
  work: (library: Searching) => Promise<unknown>;
  gives: unknown;
};

const two = [{ doc_rev: '1' }, { doc_rev: '2' }];
const sides = { from: 'AM-1_EN_1.pdf', to: 'AM-1_EN_2.pdf' };

async function readBoth(library: Searching): Promise<void> {
  await library.write('AM-1_EN_1.pdf', await textPdf('zinc'));
  await library.write('AM-1_EN_2.pdf', await textPdf('cadmium'));
  await library.scan();
}

async function compared(library: Searching): Promise<void> {
  const ask = async () => {
    const headers = { cookie: library.cookie };
    const url = '/vue-egd-lib/api/redline';
    return (await library.app.inject({ method: 'POST', url, headers, payload: sides })).statusCode;
  };
  await expect.poll(ask, patiently).toBe(200);
}

async function importRows(library: Searching, rows: number) {
  const header = 'customer,doc_num,doc_desc,doc_rev,language';
  const lines = Array.from(
    { length: rows },
    (_, at) => `Cobalt,C-${at},Zinc plating of parts,1,EN`,
  );
  const answer = await library.app.inject({
    method: 'POST',
    url: '/vue-egd-lib/api/manage/import?format=csv&name=list.csv',
    headers: { cookie: library.cookie, 'content-type': 'application/octet-stream' },
    payload: Buffer.from([header, ...lines].join('\n')),
  });
  const { id } = answer.json<{ job: { id: string } }>().job;
  const state = async () =>
    (await library.read<{ job: { state: string } }>(`import/job?id=${id}`)).job.state;
  await expect.poll(state, patiently).toMatch(/^(done|failed)$/);
  return state();
}

/** One that scans; the server's own has only the index. */
function startWorker({ config, app: { log, workers } }: Searching): WorkerProcess {
  const order = { config, holder: 'a test', steps: ['scan'] as const };
  const worker = new WorkerProcess({ order, log, workers, onSilent() {}, onEnd() {} });
  worker.start();
  return worker;
}

const cases: Record<string, Case> = {
  'the worker': {
    async work(library) {
      const { config, db } = library;
      await writeFile(path.join(config.shareDir, 'AM-1_EN_1.pdf'), await textPdf('zinc'));
      const worker = startWorker(library);
      onTestFinished(() => worker.close());
      const files = () => db.selectFrom('files').select('path').execute();
      await expect.poll(files, patiently).toHaveLength(1);
      await worker.close();
      return files();
    },
    gives: [{ path: 'AM-1_EN_1.pdf' }],
  },
  'the index and the thread that answers searches': {
    starts: 2,
    work: async (library) => (await library.quickOpen('am')).data.length,
    gives: 1,
  },
  'a redline': {
    before: readBoth,
    work: compared,
    gives: undefined,
  },
  'an export': {
    async work(library) {
      const answer = await library.ask('manage/export?format=csv');
      return [answer.statusCode, answer.body.split('\n').length];
    },
    gives: [200, 4],
  },
  'an import in a process of its own': {
    work: (library) => importRows(library, 5000),
    gives: 'done',
  },
  'the reading of a spreadsheet': { work: (library) => importRows(library, 2), gives: 'done' },
  'the readers of PDFs': {
    async work({ config, write }) {
      await write('AM-1_EN_1.pdf', await textPdf('zinc'));
      const readers = new PdfReaders({ processes: 1 });
      onTestFinished(() => readers.close());
      const file = await readers.open(path.join(config.shareDir, 'AM-1_EN_1.pdf'));
      const read = file && (await readers.read(file));
      file?.close();
      await readers.close();
      return read?.facts.state;
    },
    gives: 'readable',
  },
  ...(hasNoTesseract || tesseract.fault !== null
    ? {}
    : {
        tesseract: {
          work: () =>
            readPicture({ width: 100, height: 100, pixels: new Uint8Array(1e4).fill(255) }, [
              'eng',
            ]),
          gives: { text: '', lines: [] },
        },
      }),
};

describe.each(Object.entries(cases))('%s', (_name, { starts = 1, before, work, gives }) => {
  test.each<SpawnFault>(['EAGAIN', 'EMFILE'])('recovers after %s, and ends', async (fault) => {
    const library = await startSearching(onTestFinished, { entries: two });
    await before?.(library);
    const failed = failSpawns(onTestFinished, fault, starts);
    expect(await work(library)).toEqual(gives);
    expect(failed()).toBe(starts);
    await library.close();
  });
});

test.each<SpawnFault>(['EAGAIN', 'EMFILE'])(
  'a server ends while all fails with %s',
  async (fault) => {
    const library = await startSearching(onTestFinished, { entries: two });
    await readBoth(library);
    failSpawns(onTestFinished, fault, Infinity);
    const worker = startWorker(library);
    const refused = await library.ask('manage/export?format=csv');
    expect([refused.statusCode, refused.json()]).toMatchObject([503, { code: 'busy' }]);
    expect((await library.ask('quick-open?q=am')).statusCode).toBe(503);
    await Promise.all([worker.close(), library.close()]);
  },
);
