import type { Pdfium } from '../pdfium.ts';
import type { WasmMemory } from '../wasm-memory.ts';

/** An item of a document's outline; `y` is in PDFium's coordinates, null if it only names the page. */
export type OutlineItem = { title: string; y: number | null };

// An outline may have cycles, or a million items that lead nowhere.
const mostItems = 3000;
const mostOnPage = 200;
const deepest = 10;
const longestTitle = 300;

/** The items of the outline by page, from 0, each in the order of the outline. */
export function readOutline(
  pdfium: Pdfium,
  memory: WasmMemory,
  doc: number,
): Map<number, OutlineItem[]> {
  const items = new Map<number, OutlineItem[]>();
  const seen = new Set<number>();
  const addFrom = (first: number, depth: number) => {
    for (let item = first; item !== 0; item = pdfium.FPDFBookmark_GetNextSibling(doc, item)) {
      if (seen.has(item) || seen.size >= mostItems) return;
      seen.add(item);
      const page = addItem(item);
      const others = page === null ? [] : (items.get(page.at) ?? []);
      if (page !== null && others.length < mostOnPage) items.set(page.at, [...others, page.item]);
      if (depth < deepest) addFrom(pdfium.FPDFBookmark_GetFirstChild(doc, item), depth + 1);
    }
  };
  const addItem = (item: number) => {
    const dest =
      pdfium.FPDFBookmark_GetDest(doc, item) ||
      pdfium.FPDFAction_GetDest(doc, pdfium.FPDFBookmark_GetAction(item));
    const at = dest === 0 ? -1 : pdfium.FPDFDest_GetDestPageIndex(doc, dest);
    if (at < 0) return null;
    const title = memory.text(longestTitle, (into, size) =>
      pdfium.FPDFBookmark_GetTitle(item, into, size),
    );
    return title === '' ? null : { at, item: { title, y: heightOf(dest) } };
  };
  const heightOf = (dest: number) =>
    memory.with(24, (into) => {
      const [hasX, hasY, hasZoom] = [into, into + 4, into + 8];
      const [x, y, zoom] = [into + 12, into + 16, into + 20];
      memory.setIntegers(into, [0, 0, 0]);
      pdfium.FPDFDest_GetLocationInPage(dest, hasX, hasY, hasZoom, x, y, zoom);
      return memory.integer(hasY) === 0 ? null : memory.float(y);
    });
  addFrom(pdfium.FPDFBookmark_GetFirstChild(doc, 0), 1);
  return items;
}
