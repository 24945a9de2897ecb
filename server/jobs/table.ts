const second = 1000;
const minute = 60 * second;

/** What is known of a job before it runs. */
export type JobRules = {
  /** Where it runs: in the server itself, in its worker process, or in a process for each piece of work. */
  in: 'server' | 'worker' | 'own process';
  /** How many may run at once, on a server or of all servers of the library. */
  atOnce: number;
  on: 'server' | 'library';
  /** From the end of one run to the next one. Without it only its trigger starts it. */
  everyMs?: number;
  /** What starts it before its interval is over. */
  trigger?: string;
  /** Does not wait for its first interval when the server starts. */
  startsAtOnce?: true;
  /**
   * A job of the server that takes longer counts as failed; one of the table `jobs` that gives no sign of life for so
   * long is undone. For the steps of the worker, see `workerProcess`.
   */
  timeoutMs?: number;
  flags?: string[];
};

/**
 * The one process beside the server that lasts. One folder of 100,000 names can take a slow share a minute: after two
 * without a sign of life it is killed. Texts come by the megabyte and fill a small young generation at once.
 */
export const workerProcess = { silentMs: 2 * minute, flags: ['--max-semi-space-size=16'] };

/** A large sheet is unpacked again and again: V8 would let its young heap grow by 100 MB. */
const writesRows = {
  in: 'own process',
  trigger: 'a librarian',
  atOnce: 1,
  on: 'library',
  timeoutMs: 30 * second,
  flags: ['--max-semi-space-size=4'],
} satisfies JobRules;

/** Everything that runs by itself. `table.test.ts` looks for a timer or a process that is not here. */
export const jobs = {
  // Steps of the worker (`server/worker.ts`): what becomes of a PDF, from step to step

  /** Lists the shared folder. */
  scan: {
    in: 'worker',
    trigger: 'SCAN_EVERY_SECONDS, an upload, a file found changed',
    atOnce: 1,
    on: 'library',
  },
  /** Reads new PDFs in confined processes, which have limits of their own. */
  reading: { in: 'worker', trigger: 'the end of a scan', atOnce: 1, on: 'library' },
  /** Follows the library; each server has its own. */
  index: { in: 'worker', everyMs: second, trigger: 'a search', atOnce: 1, on: 'server' },
  /** Finds the numbers that texts cite. */
  references: { in: 'worker', everyMs: second, atOnce: 1, on: 'library' },
  /** Draws the first page of what was read, at the lowest priority. */
  pictures: { in: 'worker', trigger: 'the end of reading', atOnce: 1, on: 'library' },
  /** Reads PDFs without text, where OCR=on, a page at a time. */
  ocr: { in: 'worker', everyMs: 30 * second, atOnce: 1, on: 'server' },

  // What follows the catalogue

  /** Opens change cases for new revisions. */
  cases: { in: 'server', everyMs: 5 * second, atOnce: 1, on: 'server', timeoutMs: 10 * minute },
  /** Compares the revisions of a case in confined processes, a pair at a time. */
  compare: {
    in: 'server',
    everyMs: 5 * second,
    trigger: 'a review that begins',
    atOnce: 1,
    on: 'server',
    timeoutMs: 15 * minute,
  },
  /** Carries notes over to the file that readers see now. */
  notes: { in: 'server', everyMs: 5 * second, atOnce: 1, on: 'server', timeoutMs: 60 * minute },

  // Housekeeping

  /** Removes what is old, and what a killed process left. */
  tidying: {
    in: 'server',
    everyMs: 10 * minute,
    startsAtOnce: true,
    atOnce: 1,
    on: 'server',
    timeoutMs: 10 * minute,
  },
  /** Signs out accounts that the directory has closed: within five minutes, even if a run takes one. */
  accounts: { in: 'server', everyMs: minute, atOnce: 1, on: 'server', timeoutMs: 2 * minute },
  /** Writes how the jobs of this server are, for `doctor`. */
  states: {
    in: 'server',
    everyMs: 30 * second,
    startsAtOnce: true,
    atOnce: 1,
    on: 'server',
    timeoutMs: minute,
  },

  // What a person starts

  import: writesRows,
  undo: writesRows,
  delete: writesRows,
  /** Each takes a core and 150 MB, and ends with its download. */
  export: { in: 'own process', trigger: 'a download', atOnce: 2, on: 'server' },
} as const satisfies Record<string, JobRules>;

export type JobName = keyof typeof jobs;
type NamesOf<Place extends JobRules['in']> = {
  [Name in JobName]: (typeof jobs)[Name]['in'] extends Place ? Name : never;
}[JobName];
export type ServerJobName = NamesOf<'server'>;
export type StepName = NamesOf<'worker'>;
export type ProcessName = NamesOf<'own process'> | 'worker';

export const jobNames = Object.keys(jobs) as JobName[]; // it has no other keys

export const stepNames = jobNames.filter((name): name is StepName => jobs[name].in === 'worker');

export function rulesOf(name: JobName): JobRules {
  return jobs[name];
}
