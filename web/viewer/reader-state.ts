import type { PDFDocumentProxy } from './pdf-js/pdf-js.ts';
import type { Trouble } from './bytes/file-bytes.ts';
import type { LoadFailure } from './bytes/load-document.ts';
import { type FindResult, nothingFound } from './find/find-state.ts';
import type { ZoomAnchor } from './page/page-scale.ts';
import { type StartView, type ViewAction, type ViewState, initialView } from './view-state.ts';

export type Phase =
  | { state: 'opening' }
  | { state: 'locked'; wrongPassword: boolean }
  | { state: 'ready'; pdf: PDFDocumentProxy }
  | { state: 'failed'; why: Failure };

/** Why a document is not loaded, or that its first page cannot be read, without which pdf.js shows none. */
export type Failure = LoadFailure | 'first_page';

/** All that React shows of a document. A new object whenever anything in it changes. */
export type ReaderState = {
  phase: Phase;
  view: ViewState;
  /** How many pages the library says there are; pdf.js may not know yet. */
  knownTotal: number | null;
  /** How large the current page is, in percent of its size on paper; null until it is shown. */
  percentOfTrueSize: number | null;
  found: FindResult;
  /** Its text was recognised by OCR. */
  isOcr: boolean;
  /** Why bytes do not come; what is on the screen stays. */
  trouble: Trouble | null;
  /** The current page is not drawn yet, and the reader waits for it. */
  isPageSlow: boolean;
  /** In place of a page that is not drawn yet, a picture is shown that the server made. */
  hasPicture: boolean;
  /** The pages that failed to be drawn so far. */
  faultyPages: ReadonlySet<number>;
  /** Whether there is a place before, or after, a link that was followed. */
  canGoBack: boolean;
  canGoForward: boolean;
};

/** Reads and changes which page is shown, and how: all that keys, wheel and fingers need. */
export type ViewControl = {
  state: () => ReaderState;
  /** The page stays in place at the anchor when it is zoomed. */
  act: (action: ViewAction, anchor?: ZoomAnchor) => void;
};

/** The same, for what knows by how much the page should grow, but not which zoom that is. */
export type ZoomControl = ViewControl & {
  /** The zoom at which the page is `factor` times as wide as at another; in tenths, not rounded. */
  zoomTimes: (zoomTenths: number, factor: number) => number;
};

export function initialReaderState(firstPage: number, start: StartView): ReaderState {
  return {
    phase: { state: 'opening' },
    view: initialView(firstPage, start),
    knownTotal: null,
    percentOfTrueSize: null,
    found: nothingFound,
    isOcr: false,
    trouble: null,
    isPageSlow: false,
    hasPicture: false,
    faultyPages: new Set(),
    canGoBack: false,
    canGoForward: false,
  };
}
