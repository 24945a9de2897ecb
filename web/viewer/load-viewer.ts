import type * as StripCode from './strip/pdf-strip.tsx';
import type * as ViewerCode from './viewer.tsx';

/**
 * Whether the browser has all that pdf.js's build for the newest browsers uses: these two functions came
 * last in each of them (tools/browsers/check-scripts.ts). The build for older browsers is a sixth larger.
 * Decided before either build is loaded, as the older one adds both functions.
 */
const isNewest = 'sumPrecise' in Math && 'getOrInsertComputed' in Map.prototype;

/** The viewer's code, and pdf.js before it, which it finds on the global object (pdf-js/pdf-js.ts). */
export async function importViewer(): Promise<typeof ViewerCode> {
  await loadPdfJs();
  return import('./viewer.tsx');
}

/** The same for pages below each other, without the viewer's tools. */
export async function importStrip(): Promise<typeof StripCode> {
  await loadPdfJs();
  return import('./strip/pdf-strip.tsx');
}

function loadPdfJs(): Promise<unknown> {
  return isNewest ? import('./pdf-js/pdfjs-newest.ts') : import('./pdf-js/pdfjs-older.ts');
}
