// A document's row in the index counts down from here, so that the newest documents come first in
// the order in which SQLite reads; page rows of a document follow each other in the same order.
const firstRow = 2 ** 31;
const pagesOfADocument = 2 ** 14; // more than are ever read of a PDF

export function rowOf(document_id: number): number {
  return firstRow - document_id;
}

export function documentOf(row: number): number {
  return firstRow - row;
}

/** The row of a page, counted from 1; page 0 is before the first. */
export function pageRowOf(row: number, page: number): number {
  return row * pagesOfADocument + page;
}

export function pageOf(pageRow: number): number {
  return pageRow % pagesOfADocument;
}

export function rowOfPage(pageRow: number): number {
  return Math.floor(pageRow / pagesOfADocument);
}
