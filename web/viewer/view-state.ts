/** Where the reader is in a document, and how it is shown. `total` is null until it is loaded. */
export type ViewState = {
  page: number;
  total: number | null;
  zoomTenths: number;
  /** The zoom follows the window so that the whole page is seen, until it is chosen by hand. */
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

// Kept in whole tenths: 3 plus twenty times 0.1 is 4.999999999999997, which would let the viewer
// step past its maximum of 5 (specification, section 9).
const minZoomTenths = 5;
const maxZoomTenths = 50;

/** At this zoom the page is as wide as the viewer (design, section 3). */
export const initialZoomTenths = 30;

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
      return turnedTo(state.page, { ...state, total: action.total });
    case 'previousPage':
      return turnedTo(state.page - 1, state);
    case 'nextPage':
      return turnedTo(state.page + 1, state);
    case 'firstPage':
      return turnedTo(1, state);
    case 'lastPage':
      return turnedTo(state.total ?? 1, state);
    case 'goToPage':
      return turnedTo(action.page, state);
    case 'zoomIn':
      return zoomedTo(state.zoomTenths + 1, state);
    case 'zoomOut':
      return zoomedTo(state.zoomTenths - 1, state);
    case 'fitWidth':
      return zoomedTo(initialZoomTenths, state);
    case 'zoomTo':
      return zoomedTo(action.zoomTenths, state);
    case 'fitPage':
      return zoomedTo(Math.floor(action.zoomTenths), state, true);
    case 'rotate':
      return { ...state, rotation: (state.rotation + 90) % 360 };
  }
}

export function canGoBack({ page, total }: ViewState): boolean {
  return total !== null && page > 1;
}

export function canGoOn({ page, total }: ViewState): boolean {
  return total !== null && page < total;
}

export function canZoomIn({ zoomTenths }: ViewState): boolean {
  return zoomTenths < maxZoomTenths;
}

export function canZoomOut({ zoomTenths }: ViewState): boolean {
  return zoomTenths > minZoomTenths;
}

// Moves are ignored until the document is loaded (specification, section 4), and stay in bounds.
function turnedTo(page: number, state: ViewState): ViewState {
  if (state.total === null || !Number.isFinite(page)) return state;
  return changed(state, { page: Math.max(1, Math.min(state.total, Math.trunc(page))) });
}

function zoomedTo(zoomTenths: number, state: ViewState, fitsPage = false): ViewState {
  if (!Number.isFinite(zoomTenths)) return state;
  const bounded = Math.max(minZoomTenths, Math.min(maxZoomTenths, Math.round(zoomTenths)));
  return changed(state, { zoomTenths: bounded, fitsPage });
}

// The same object when nothing changes, so that nothing is drawn again.
function changed(state: ViewState, change: Partial<ViewState>): ViewState {
  const next = { ...state, ...change };
  const same =
    next.page === state.page &&
    next.total === state.total &&
    next.zoomTenths === state.zoomTenths &&
    next.fitsPage === state.fitsPage;
  return same ? state : next;
}
