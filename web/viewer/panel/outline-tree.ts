import type { PDFDocumentProxy } from '../pdf-js/pdf-js.ts';

export type OutlineEntry = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number];

/** An entry of the outline, with the page that it leads to; null until that is known, or if none. */
export type OutlineSection = {
  id: number;
  title: string;
  page: number | null;
  isFolded: boolean;
  item: OutlineEntry;
  sections: OutlineSection[];
};

/** The entries as sections, numbered in reading order. Those that the PDF wants closed are folded. */
export function sectionsOf(items: OutlineEntry[]): OutlineSection[] {
  let id = 0;
  const convert = (item: OutlineEntry): OutlineSection => ({
    id: id++,
    title: item.title,
    page: null,
    isFolded: (item.count ?? 0) < 0,
    item,
    sections: item.items.map(convert),
  });
  return items.map(convert);
}

/** All sections in reading order. */
export function flatten(sections: OutlineSection[]): OutlineSection[] {
  return sections.flatMap((section) => [section, ...flatten(section.sections)]);
}

/** Sections whose title has the text, with those they are in, and what is in them. */
export function filterSections(sections: OutlineSection[], text: string): OutlineSection[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return sections;
  return sections.flatMap((section) => {
    if (section.title.toLowerCase().includes(wanted)) return [section];
    const inside = filterSections(section.sections, wanted);
    return inside.length === 0 ? [] : [{ ...section, isFolded: false, sections: inside }];
  });
}

/**
 * The section that a page belongs to: the first that begins on it, else the last that begins before
 * it. `followed` was gone to last; it is the one if it begins on this page.
 */
export function currentSection(
  sections: OutlineSection[],
  page: number,
  followed: number | null,
): number | null {
  const all = flatten(sections);
  const here = all.filter((section) => section.page === page);
  const chosen = here.find(({ id }) => id === followed) ?? here[0];
  if (chosen !== undefined) return chosen.id;
  const before = all.filter((section) => section.page !== null && section.page < page);
  const lastPage = Math.max(...before.map((section) => section.page ?? 0));
  return before.findLast((section) => section.page === lastPage)?.id ?? null;
}
