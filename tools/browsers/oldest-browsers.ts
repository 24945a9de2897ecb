/**
 * The oldest browsers that the library supports. Said to people in README.md, docs/operations/install.md and
 * web/index.html; the build writes no newer syntax, and tools/browsers/check-scripts.ts finds newer functions.
 */
export const oldestBrowsers = {
  chrome: '125',
  edge: '125',
  firefox: '128',
  safari: '16.4',
  safari_ios: '16.4',
} as const;

/**
 * The first browsers with all that pdf.js's build for the newest ones uses. Older ones get another
 * build: web/viewer/platform.ts checks for the two newest functions.
 */
export const newestBrowsers: BrowserVersions = {
  chrome: '147',
  edge: '147',
  firefox: '144',
  safari: '26.2',
  safari_ios: '26.2',
};

export type BrowserVersions = Record<keyof typeof oldestBrowsers, string>;

/** The same, as the build wants them. */
export const buildTarget = Object.entries(oldestBrowsers).map(
  ([name, version]) => `${name.replace('safari_ios', 'ios')}${version}`,
);
