import { boundZoom, initialZoomTenths, maxZoomTenths, minZoomTenths } from './page/zoom.ts';

/** Which page of a document is shown, and how. `total` is null until the document is loaded. */
export type ViewState = {
  page: number;
  total: number | null;
  zoomTenths: number;
  /** The zoom follows the window so that the whole page is seen, until the reader chooses a zoom. */
  fitsPage: boolean;
  /** Clockwise, in degrees: 0, 90, 180 or 270. */
  rotation: number;
};

export type ViewAction =
  | { type: 'loaded'; total: number }
  | { type: 'previousPage' | 'nextPage' | 'firstPage' | 'lastPage' }
  | { type: 'goToPage'; page: number }
  | { type: 'zoomIn' | 'zoomOut' | 'fitWidth' | 'rotate' }
  | { type: 'zoomTo' | 'fitPage'; zoomTenths: number };

export function initialView(firstPage: number): ViewState {
  return {
    page: firstPage,
    total: null,
    zoomTenths: initialZoomTenths,
    fitsPage: false,
    rotation: 0,
  };
}

export function nextView(state: ViewState, action: ViewAction): ViewState {
  switch (action.type) {
    case 'loaded':
      return withPage({ ...state, total: action.total }, state.page);
    case 'previousPage':
      return withPage(state, state.page - 1);
    case 'nextPage':
      return withPage(state, state.page + 1);
    case 'firstPage':
      return withPage(state, 1);
    case 'lastPage':
      return withPage(state, state.total ?? 1);
    case 'goToPage':
      return withPage(state, action.page);
    case 'zoomIn':
      return withZoom(state, state.zoomTenths + 1);
    case 'zoomOut':
      return withZoom(state, state.zoomTenths - 1);
    case 'fitWidth':
      return withZoom(state, initialZoomTenths);
    case 'zoomTo':
      return withZoom(state, action.zoomTenths);
    case 'fitPage':
      return withZoom(state, Math.floor(action.zoomTenths), true);
    case 'rotate':
      return { ...state, rotation: (state.rotation + 90) % 360 };
  }
}

export function hasPreviousPage({ page, total }: ViewState): boolean {
  return total !== null && page > 1;
}

export function hasNextPage({ page, total }: ViewState): boolean {
  return total !== null && page < total;
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
  return withChange(state, { page: Math.max(1, Math.min(state.total, Math.trunc(page))) });
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
    next.zoomTenths === state.zoomTenths &&
    next.fitsPage === state.fitsPage;
  return same ? state : next;
}
