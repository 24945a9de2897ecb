import { boundZoom, initialZoomTenths, maxZoomTenths, minZoomTenths } from './page/zoom.ts';

/** One page at a time (specification, section 2), all pages below each other, or two side by side. */
export const viewModes = ['single-page', 'continuous', 'two-pages'] as const;
export type ViewMode = (typeof viewModes)[number];

/** Which page of a document is shown, and how. `total` is null until the document is loaded. */
export type ViewState = {
  /** Of two pages side by side, the first. */
  page: number;
  total: number | null;
  mode: ViewMode;
  zoomTenths: number;
  /** The zoom follows the window so that the whole page is seen, until the reader chooses a zoom. */
  fitsPage: boolean;
  /** Clockwise, in degrees: 0, 90, 180 or 270. */
  rotation: number;
};

export type ViewAction =
  | { type: 'loaded'; total: number }
  | { type: 'previousPage' | 'nextPage' | 'firstPage' | 'lastPage' }
  /** `reachPage`: the page on the screen has become another one, by scrolling or by a link. */
  | { type: 'goToPage' | 'reachPage'; page: number }
  | { type: 'setMode'; mode: ViewMode }
  | { type: 'zoomIn' | 'zoomOut' | 'rotate' }
  | { type: 'zoomTo' | 'fitWidth' | 'fitPage'; zoomTenths: number };

/** What may be known of a view before its document is opened. */
export type StartView = Partial<Pick<ViewState, 'mode' | 'zoomTenths' | 'fitsPage'>>;

export function initialView(firstPage: number, start: StartView = {}): ViewState {
  return {
    page: firstPage,
    total: null,
    mode: 'single-page',
    zoomTenths: initialZoomTenths,
    fitsPage: false,
    rotation: 0,
    ...start,
  };
}

export function nextView(state: ViewState, action: ViewAction): ViewState {
  switch (action.type) {
    case 'loaded':
      return withPage({ ...state, total: action.total }, state.page);
    case 'previousPage':
      return withPage(state, state.page - pagesAcross(state.mode));
    case 'nextPage':
      return hasNextPage(state) ? withPage(state, state.page + pagesAcross(state.mode)) : state;
    case 'firstPage':
      return withPage(state, 1);
    case 'lastPage':
      return withPage(state, state.total ?? 1);
    case 'goToPage':
    case 'reachPage':
      return withPage(state, action.page);
    case 'setMode':
      return withPage(withChange(state, { mode: action.mode }), state.page);
    case 'zoomIn':
      return withZoom(state, state.zoomTenths + 1);
    case 'zoomOut':
      return withZoom(state, state.zoomTenths - 1);
    case 'fitWidth':
      return withZoom(state, Math.floor(action.zoomTenths));
    case 'zoomTo':
      return withZoom(state, action.zoomTenths);
    case 'fitPage':
      return withZoom(state, Math.floor(action.zoomTenths), true);
    case 'rotate':
      return { ...state, rotation: (state.rotation + 90) % 360 };
  }
}

export function pagesAcross(mode: ViewMode): number {
  return mode === 'two-pages' ? 2 : 1;
}

/** The page that represents this one: of two side by side, the first. */
export function leadingPage(page: number, mode: ViewMode): number {
  return page - ((page - 1) % pagesAcross(mode));
}

export function hasPreviousPage({ page, total }: ViewState): boolean {
  return total !== null && page > 1;
}

export function hasNextPage({ page, total, mode }: ViewState): boolean {
  return total !== null && page + pagesAcross(mode) <= total;
}

export function canZoomIn({ zoomTenths }: ViewState): boolean {
  return zoomTenths < maxZoomTenths;
}

export function canZoomOut({ zoomTenths }: ViewState): boolean {
  return zoomTenths > minZoomTenths;
}

// Moves are ignored until the document is loaded (specification, section 4), and stay in bounds.
function withPage(state: ViewState, page: number): ViewState {
  if (state.total === null || !Number.isFinite(page)) return state;
  const bounded = Math.max(1, Math.min(state.total, Math.trunc(page)));
  return withChange(state, { page: leadingPage(bounded, state.mode) });
}

function withZoom(state: ViewState, zoomTenths: number, fitsPage = false): ViewState {
  if (!Number.isFinite(zoomTenths)) return state;
  return withChange(state, { zoomTenths: boundZoom(zoomTenths), fitsPage });
}

// The same object when nothing changes, so that nothing is drawn again.
function withChange(state: ViewState, change: Partial<ViewState>): ViewState {
  const next = { ...state, ...change };
  const same =
    next.page === state.page &&
    next.total === state.total &&
    next.mode === state.mode &&
    next.zoomTenths === state.zoomTenths &&
    next.fitsPage === state.fitsPage;
  return same ? state : next;
}
