import { withCleanUp } from './children.ts';

// Each prints one table and gives true when every number is as good as wanted. Each is loaded alone: what others
// need (a browser) would have to be tidied up in the time that is measured.
const benches: Record<string, { about: string; run: (dir: string) => Promise<boolean> }> = {
  load: {
    about: 'lists of 1,000,000 entries and ranges of a PDF under load; memory at rest',
    run: async (dir) => (await import('./load.ts')).benchLoad(dir),
  },
  scan: {
    about: 'PDFs read, against pdftotext; a folder that did not change, against ls',
    run: async (dir) => (await import('./scan.ts')).benchScan(dir),
  },
  search: {
    about: 'searches of texts and their index, against FTS5 that ranks by bm25()',
    run: async (dir) => (await import('./search.ts')).benchSearch(dir),
  },
  relevance: {
    about: 'how well questions are answered: a judged collection in RELEVANCE_DIR',
    run: async () => (await import('./relevance.ts')).benchRelevance(),
  },
  redline: {
    about: 'time and memory of a redline of 300 pages',
    run: async () => (await import('./redline.ts')).benchRedline(),
  },
  'redline-precision': {
    about: 'how many changed words a redline tells, and truly; of texts in REDLINE_DIR, or our own',
    run: async (dir) => (await import('./redline-precision.ts')).benchRedlinePrecision(dir),
  },
  viewer: {
    about: 'opening, jumping and memory, against plain pdf.js (needs npm run build)',
    run: async (dir) => (await import('./viewer.ts')).benchViewer(dir),
  },
};

const [name = '', ...rest] = process.argv.slice(2);
const bench = Object.hasOwn(benches, name) && rest.length === 0 ? benches[name] : undefined;

if (bench === undefined) {
  console.log('Usage: npm run bench -- NAME\n');
  for (const [name, { about }] of Object.entries(benches))
    console.log(`  ${name.padEnd(17)} ${about}`);
  console.log(
    '\nEach takes up to ten minutes, and loads this machine only. Needs Linux and two cores.',
  );
  process.exitCode = name === '' ? 0 : 2;
} else if (!(await withCleanUp(bench.run))) {
  process.exitCode = 1;
}
