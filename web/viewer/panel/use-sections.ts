import { useEffect, useState } from 'react';
import type { PDFDocumentProxy } from '../pdf-js/pdf-js.ts';
import { type OutlineEntry, type OutlineSection, flatten, sectionsOf } from './outline-tree.ts';

/** The outline of a document; null while it is read. The pages of its sections come after it. */
export function useSections(pdf: PDFDocumentProxy): OutlineSection[] | null {
  const [sections, setSections] = useState<OutlineSection[] | null>(null);
  useEffect(
    function readOutline() {
      let cancelled = false;
      async function read() {
        // Null for a document without an outline, which pdf.js's types leave out.
        const items: OutlineEntry[] | null = await pdf.getOutline();
        const read = sectionsOf(items ?? []);
        if (cancelled) return;
        setSections(read);
        for (const section of flatten(read)) {
          if (cancelled) return;
          section.page = await pageOf(pdf, section.item.dest).catch(() => null);
        }
        if (!cancelled) setSections([...read]);
      }
      read().catch((error: unknown) => {
        if (cancelled) return;
        console.error('Failed to read the outline', error);
        setSections([]);
      });
      return () => {
        cancelled = true;
      };
    },
    [pdf],
  );
  return sections;
}

/** The page that an entry leads to; null when it leads nowhere. */
async function pageOf(pdf: PDFDocumentProxy, dest: OutlineEntry['dest']): Promise<number | null> {
  const explicit = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
  const target: unknown = explicit?.[0];
  if (typeof target === 'number') return target + 1;
  if (typeof target !== 'object' || target === null) return null;
  // A reference to a page, by the PDF specification; pdf.js rejects any other.
  return (await pdf.getPageIndex(target as Parameters<typeof pdf.getPageIndex>[0])) + 1;
}
