import { globSync, readFileSync } from 'node:fs';
import { isAllowed, newerUses } from './newer-uses.ts';
import { newerFunctions } from './newer-functions.ts';

// Refuses a built script that uses what the oldest supported browsers (oldest-browsers.ts) lack.

const newer = newerFunctions();
const files = globSync('dist/{*.js,*.mjs,assets/*.js}');
const faults = files.flatMap((file) =>
  newerUses(readFileSync(file, 'utf8'), newer)
    .filter(({ what }) => !isAllowed(what, file))
    .map(({ what, lackedBy }) => `${file}: ${what}, which ${lackedBy.join(', ')} lack`),
);
for (const fault of faults) console.error(fault);
console.log(`${files.length} scripts, ${faults.length} uses of newer functions`);
if (faults.length > 0 || files.length === 0) process.exitCode = 1;
