const second = 1000;
const minute = 60 * second;

/** What is known of a worker before it runs. */
export type WorkerRules = {
  /** A process for as long as the server runs, for each piece of work, or none of its own. */
  process: 'lasting' | 'each' | 'of scan';
  /** How many may run at once, on a server or of all servers of the library. */
  atOnce: number;
  on: 'server' | 'library';
  /** A lasting process that says nothing for so long is killed. */
  silentMs?: number;
  /** Between two looks for work. */
  pauseMs?: number;
  flags?: string[];
};

/** Every kind of background work. A server does not start where one has no handler (`server/job-handlers.ts`). */
export const workers = {
  /** Lists the shared folder. One folder of 100,000 names can take a slow share a minute. The pause is SCAN_EVERY_SECONDS. */
  scan: { process: 'lasting', atOnce: 1, on: 'library', silentMs: 2 * minute },
  /** Reads new PDFs in confined processes. */
  reading: { process: 'of scan', atOnce: 1, on: 'library' },
  /** Draws the first page of what was read, at the lowest priority. */
  pictures: { process: 'of scan', atOnce: 1, on: 'library' },
  /** Finds the numbers that texts cite. */
  references: { process: 'lasting', atOnce: 1, on: 'library', pauseMs: second },
  /** Reads PDFs without text, where OCR=on. */
  ocr: {
    process: 'lasting',
    atOnce: 1,
    on: 'server',
    pauseMs: 30 * second,
    flags: ['--max-old-space-size=256'],
  },
  /** Texts come by the megabyte: a young generation as small as the server's is full at once. */
  index: {
    process: 'lasting',
    atOnce: 1,
    on: 'server',
    pauseMs: second,
    flags: ['--max-semi-space-size=32', '--max-old-space-size=512'],
  },
  /** A large sheet is unpacked again and again: V8 would let its young heap grow by 100 MB. */
  import: { process: 'each', atOnce: 1, on: 'library', flags: ['--max-semi-space-size=4'] },
  undo: { process: 'each', atOnce: 1, on: 'library', flags: ['--max-semi-space-size=4'] },
  delete: { process: 'each', atOnce: 1, on: 'library', flags: ['--max-semi-space-size=4'] },
  /** Compares the revisions of a case in confined processes, a pair at a time. */
  compare: { process: 'each', atOnce: 1, on: 'server' },
  /** Each takes a core and 150 MB. */
  export: { process: 'each', atOnce: 2, on: 'server' },
} as const satisfies Record<string, WorkerRules>;

export type WorkerName = keyof typeof workers;

export const workerNames = Object.keys(workers) as WorkerName[]; // it has no other keys

export function rulesOf(name: WorkerName): WorkerRules {
  return workers[name];
}
