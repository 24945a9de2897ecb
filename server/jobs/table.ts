const second = 1000;
const minute = 60 * second;

/** What is known of a job before it runs. */
export type JobRules = {
  /**
   * Where it runs: in the server itself; in a process that lasts as long as the server; in the process that scans; or
   * in a process for each piece of work.
   */
  in: 'server' | 'lasting process' | 'process of scan' | 'own process';
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
   * One that takes longer, or gives no sign of life for so long: a process that lasts is killed, a job of the table
   * `jobs` is undone, a job of the server counts as failed.
   */
  timeoutMs?: number;
  flags?: string[];
};

/** Everything that runs by itself. `table.test.ts` looks for a timer or a process that is not here. */
export const jobs = {
  // What becomes of a PDF

  /** Lists the shared folder. One folder of 100,000 names can take a slow share a minute. */
  scan: {
    in: 'lasting process',
    trigger: 'SCAN_EVERY_SECONDS, an upload, a file found changed',
    atOnce: 1,
    on: 'library',
    timeoutMs: 2 * minute,
  },
  /** Reads new PDFs in confined processes, which have limits of their own. */
  reading: { in: 'process of scan', trigger: 'the end of a scan', atOnce: 1, on: 'library' },
  /** Draws the first page of what was read, at the lowest priority. */
  pictures: { in: 'process of scan', trigger: 'the end of reading', atOnce: 1, on: 'library' },
  /** Finds the numbers that texts cite. */
  references: { in: 'lasting process', everyMs: second, atOnce: 1, on: 'library' },
  /** Follows the library; texts come by the megabyte and fill a small young generation at once. */
  index: {
    in: 'lasting process',
    everyMs: second,
    trigger: 'a search',
    atOnce: 1,
    on: 'server',
    flags: ['--max-semi-space-size=32', '--max-old-space-size=512'],
  },
  /** Reads PDFs without text, where OCR=on. */
  ocr: {
    in: 'lasting process',
    everyMs: 30 * second,
    atOnce: 1,
    on: 'server',
    flags: ['--max-old-space-size=256'],
  },

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

  // What a person starts. A large sheet is unpacked again and again: V8 would let its young heap grow by 100 MB.

  import: {
    in: 'own process',
    trigger: 'a librarian',
    atOnce: 1,
    on: 'library',
    timeoutMs: 30 * second,
    flags: ['--max-semi-space-size=4'],
  },
  undo: {
    in: 'own process',
    trigger: 'a librarian',
    atOnce: 1,
    on: 'library',
    timeoutMs: 30 * second,
    flags: ['--max-semi-space-size=4'],
  },
  delete: {
    in: 'own process',
    trigger: 'a librarian',
    atOnce: 1,
    on: 'library',
    timeoutMs: 30 * second,
    flags: ['--max-semi-space-size=4'],
  },
  /** Each takes a core and 150 MB, and ends with its download. */
  export: { in: 'own process', trigger: 'a download', atOnce: 2, on: 'server' },
} as const satisfies Record<string, JobRules>;

export type JobName = keyof typeof jobs;
type NamesOf<Place extends JobRules['in']> = {
  [Name in JobName]: (typeof jobs)[Name]['in'] extends Place ? Name : never;
}[JobName];
export type ServerJobName = NamesOf<'server'>;
export type ProcessJobName = NamesOf<'lasting process' | 'own process'>;

export const jobNames = Object.keys(jobs) as JobName[]; // it has no other keys

export function rulesOf(name: JobName): JobRules {
  return jobs[name];
}
