import { isNewest } from './platform.ts';
import type * as ViewerCode from './viewer.tsx';

/** The viewer's code, and pdf.js before it, which it finds on the global object (pdf-js/pdf-js.ts). */
export async function importViewer(): Promise<typeof ViewerCode> {
  await (isNewest() ? import('./pdf-js/pdfjs-newest.ts') : import('./pdf-js/pdfjs-older.ts'));
  return import('./viewer.tsx');
}
