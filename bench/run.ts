import { requireTools, withCleanUp } from './children.ts';

// `run` gives true when every number is as good as wanted. Each is loaded alone: what others need (a browser)
// would have to be tidied up in the time that is measured.
const benches: Record<string, { about: string; run: (dir: string) => Promise<boolean> }> = {
  catalogue: {
    about: 'lists of 10,000 customers and 1,000,000 entries, against nginx; event loop',
    run: async (dir) => (await import('./catalogue.ts')).benchCatalogue(dir),
  },
  beside: {
    about: 'lists and sign-ins beside exports and an import; their memory',
    run: async (dir) => (await import('./beside.ts')).benchBeside(dir),
  },
  files: {
    about: '64 KiB ranges of a 100 MB file, against nginx; memory',
    run: async (dir) => (await import('./files.ts')).benchFiles(dir),
  },
  saves: {
    about: 'processor time of a save with 1,000,000 entries and 5,000 files without one',
    run: async (dir) => (await import('./saves.ts')).benchSaves(dir),
  },
  scan: {
    about: 'pages a second read from PDFs, against pdftotext; an unchanged folder, against ls',
    run: async (dir) => (await import('./scan.ts')).benchScan(dir),
  },
  search: {
    about: 'searches of texts, their index and its making, against FTS5 that ranks by bm25()',
    run: async (dir) => (await import('./search.ts')).benchSearch(dir),
  },
  relevance: {
    about: 'how well questions are answered: a judged collection in RELEVANCE_DIR',
    run: async () => (await import('./relevance.ts')).benchRelevance(),
  },
  redline: {
    about: 'what changed between two documents of 300 pages, against libraries and git',
    run: async (dir) => (await import('./redline.ts')).benchRedline(dir),
  },
  'redline-precision': {
    about: 'how many changed words a redline tells, and truly, of PDFs by Chromium and groff',
    run: async (dir) => (await import('./redline-precision.ts')).benchRedlinePrecision(dir),
  },
  'beside-searches': {
    about: 'lists beside 50 searches a second; event loop and memory (SEARCH_PAGES, 20,000)',
    run: async (dir) =>
      (await import('./search-beside.ts')).benchBesideSearches(
        dir,
        Number(process.env['SEARCH_PAGES'] ?? 20_000),
      ),
  },
  database: {
    about: 'the same work on SQLite and on PostgreSQL, 1,000,000 entries',
    run: async (dir) => (await import('./database.ts')).benchDatabase(dir),
  },
  console: {
    about: 'first rows and filters of 1,000,000 entries, against a plain scan; readers beside it',
    run: async (dir) => (await import('./console.ts')).benchConsole(dir),
  },
  'quick-open': {
    about: 'quick open among 1,000,000 entries, slips included, against LIKE over the same rows',
    run: async (dir) => (await import('./quick-open.ts')).benchQuickOpen(dir),
  },
  references: {
    about: '1,000,000 numbers looked for in a document of 300 pages',
    run: async () => (await import('./references.ts')).benchReferences(),
  },
  dropdown: {
    about: 'a keystroke among 10,000 options, against one in a plain field (needs npm run build)',
    run: async () => (await import('./dropdown.ts')).benchDropdown(),
  },
  viewer: {
    about:
      'opening, turning, zooming and memory, against pdf.js and react-pdf (needs npm run build)',
    run: async (dir) => (await import('./viewer.ts')).benchViewer(dir),
  },
};

const [name = '', ...rest] = process.argv.slice(2);
const bench = Object.hasOwn(benches, name) && rest.length === 0 ? benches[name] : undefined;

if (bench === undefined) {
  console.log('Usage: npm run bench -- NAME\n');
  for (const [name, { about }] of Object.entries(benches))
    console.log(`  ${name.padEnd(16)} ${about}`);
  console.log('\nEach takes up to five minutes, and loads this machine only. The library of the');
  console.log('first run is kept in the temporary folder. Needs Linux, two cores, nginx and wrk.');
  process.exitCode = name === '' ? 0 : 2;
} else {
  requireTools();
  const met = await withCleanUp(bench.run);
  if (!met) process.exitCode = 1;
}
