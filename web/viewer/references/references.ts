import type { Box } from '#contract/redline.ts';
import type { Cited, CitedBy } from '#contract/references.ts';

/** An entry that can be opened. */
type Entry = Pick<Cited, 'customer' | 'doc_num' | 'language' | 'doc_rev'>;

/** What the document cites and what cites it, as the screen around the viewer gives it. */
export type References = {
  /** `loading` and `failed`: of the question itself; the others are the server's words. */
  state: 'loading' | 'failed' | 'read' | 'waiting' | 'no_text' | 'no_file';
  cites: readonly Cited[];
  cited_by: readonly CitedBy[];
  cited_by_total: number;
  addressOf: (entry: Entry, page?: number) => string;
  open: (address: string) => void;
  retry: () => void;
};

/** A page as pdf.js has drawn it: its size in points as it is shown without being turned, and how far it is. */
export type PageSheet = {
  page: number;
  div: HTMLElement;
  width: number;
  height: number;
  rotation: number;
};

/** Where a box is on a sheet, in shares of the sheet's width and height. */
export function boxOnSheet(
  [left, top, width, height]: Box,
  sheet: Pick<PageSheet, 'width' | 'height' | 'rotation'>,
): Box {
  const [x, y] = [left / sheet.width, top / sheet.height];
  const [w, h] = [width / sheet.width, height / sheet.height];
  switch (((sheet.rotation % 360) + 360) % 360) {
    case 90:
      return [1 - y - h, x, h, w];
    case 180:
      return [1 - x - w, 1 - y - h, w, h];
    case 270:
      return [y, 1 - x - w, h, w];
    default:
      return [x, y, w, h];
  }
}

/** One place of a cited number. */
export type ReferencePlace = { id: string; cited: Cited; boxes: Box[]; doc_rev: string | null };

/** The places of each page, from its top to its end. */
export function placesByPage(cites: readonly Cited[]): Map<number, ReferencePlace[]> {
  const byPage = new Map<number, ReferencePlace[]>();
  for (const [at, cited] of cites.entries()) {
    for (const [which, { page, boxes, doc_rev }] of cited.mentions.entries()) {
      const place = { id: `${at} ${which}`, cited, boxes, doc_rev };
      byPage.set(page, [...(byPage.get(page) ?? []), place]);
    }
  }
  for (const places of byPage.values()) places.sort((a, b) => topOf(a) - topOf(b));
  return byPage;
}

// Words of one line differ by parts of a point; then the left one comes first.
function topOf({ boxes: [first = [0, 0, 0, 0]] }: ReferencePlace): number {
  return Math.round(first[1] / 4) * 10_000 + first[0];
}

export function fileWords({ has_file }: Cited): string {
  return has_file ? 'PDF available' : 'No PDF yet';
}

/** That it is cited in a revision which is not the latest; null if not. */
export function outdatedWords(cited: Cited): string | null {
  if (!cited.is_outdated) return null;
  const named = new Set(cited.mentions.flatMap(({ doc_rev }) => doc_rev ?? []));
  return `Cited as revision ${[...named].join(', ')}, which is not the latest`;
}
