import { globSync, readFileSync } from 'node:fs';
import { isAllowed, newerUses } from './newer-uses.ts';
import { newerFunctions } from './newer-functions.ts';
import { newerStyles } from './newer-styles.ts';
import { newestBrowsers } from './oldest-browsers.ts';

// Refuses built scripts and styles that use what their browsers lack: the oldest supported ones, or for
// pdf.js's build for the newest browsers, those (oldest-browsers.ts). TypeScript refuses the newer parts of
// the language in our own sources (web/tsconfig.json); this also knows the browser's own objects and CSS, and
// reads the libraries. eslint-plugin-compat knows no methods, and doiuse no values such as `safe`.

const newer = { oldest: newerFunctions(), newest: newerFunctions(newestBrowsers) };
const forNewest = /assets.pdfjs-newest-|dist.pdf\.worker\.min\.mjs/;
const scripts = globSync('dist/{*.js,*.mjs,older-browsers/*.mjs,assets/*.js}');
const styles = globSync('dist/assets/*.css');
const faults = [
  ...scripts.flatMap((file) =>
    newerUses(readFileSync(file, 'utf8'), newer[forNewest.test(file) ? 'newest' : 'oldest'])
      .filter(({ what }) => !isAllowed(what, file))
      .map((use) => ({ file, ...use })),
  ),
  ...styles.flatMap((file) =>
    newerStyles(readFileSync(file, 'utf8')).map((use) => ({ file, ...use })),
  ),
];
for (const { file, what, lackedBy } of faults) {
  console.error(`${file}: ${what}, which ${lackedBy.join(', ')} lack`);
}
const [scriptCount, styleCount] = [scripts.length, styles.length];
console.log(`${scriptCount} scripts, ${styleCount} stylesheets, ${faults.length} newer uses`);
if (faults.length > 0 || scriptCount === 0 || styleCount === 0) process.exitCode = 1;
