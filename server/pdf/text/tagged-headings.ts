import type { Pdfium } from '../pdfium.ts';
import type { WasmMemory } from '../wasm-memory.ts';

// A page's tree may be hostile: deep, or large.
const mostElements = 5000;
const deepest = 40;
const headingType = /^(?:H|H[1-6]|Title)$/;

/** The numbers of a page's marked content that its tags say is a heading. */
export function taggedHeadings(pdfium: Pdfium, memory: WasmMemory, page: number): Set<number> {
  const contents = new Set<number>();
  const tree = pdfium.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return contents;
  let left = mostElements;
  const typeOf = (element: number) =>
    memory.text(20, (at, size) => pdfium.FPDF_StructElement_GetType(element, at, size));
  const add = (element: number, isWithin: boolean, depth: number) => {
    const isHeading = isWithin || headingType.test(typeOf(element));
    const count = pdfium.FPDF_StructElement_CountChildren(element);
    for (let at = 0; at < count && left-- > 0; at++) {
      const child = pdfium.FPDF_StructElement_GetChildAtIndex(element, at);
      if (child !== 0 && depth < deepest) add(child, isHeading, depth + 1);
      const content = pdfium.FPDF_StructElement_GetChildMarkedContentID(element, at);
      if (isHeading && child === 0 && content >= 0) contents.add(content);
    }
  };
  const roots = pdfium.FPDF_StructTree_CountChildren(tree);
  for (let at = 0; at < roots && left-- > 0; at++) {
    const root = pdfium.FPDF_StructTree_GetChildAtIndex(tree, at);
    if (root !== 0) add(root, false, 1);
  }
  pdfium.FPDF_StructTree_Close(tree);
  return contents;
}
