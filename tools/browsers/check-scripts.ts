import { globSync, readFileSync } from 'node:fs';
import { isAllowed, newerUses } from './newer-uses.ts';
import { newerFunctions } from './newer-functions.ts';
import { newestBrowsers } from './oldest-browsers.ts';

// Refuses a built script that uses what its browsers lack: the oldest supported ones, or for pdf.js's
// build for the newest browsers, those (oldest-browsers.ts).

const newer = { oldest: newerFunctions(), newest: newerFunctions(newestBrowsers) };
const forNewest = /assets.pdfjs-newest-|dist.pdf\.worker\.min\.mjs/;
const files = globSync('dist/{*.js,*.mjs,older-browsers/*.mjs,assets/*.js}');
const faults = files.flatMap((file) =>
  newerUses(readFileSync(file, 'utf8'), newer[forNewest.test(file) ? 'newest' : 'oldest'])
    .filter(({ what }) => !isAllowed(what, file))
    .map(({ what, lackedBy }) => `${file}: ${what}, which ${lackedBy.join(', ')} lack`),
);
for (const fault of faults) console.error(fault);
console.log(`${files.length} scripts, ${faults.length} uses of newer functions`);
if (faults.length > 0 || files.length === 0) process.exitCode = 1;
