/** Where the reader is in a document. `total` is null until it is loaded. */
export type ViewState = { page: number; total: number | null; zoomTenths: number };

export type ViewAction =
  | { type: 'loaded'; total: number }
  | { type: 'previousPage' }
  | { type: 'nextPage' }
  | { type: 'zoomIn' }
  | { type: 'zoomOut' };

// Kept in whole tenths: 3 plus twenty times 0.1 is 4.999999999999997, which would let the viewer
// step past its maximum of 5 (specification, section 9).
const minZoomTenths = 5;
const maxZoomTenths = 50;
export const initialZoomTenths = 30;

export function initialView(firstPage: number): ViewState {
  return { page: firstPage, total: null, zoomTenths: initialZoomTenths };
}

export function nextView(state: ViewState, action: ViewAction): ViewState {
  switch (action.type) {
    case 'loaded':
      return { ...state, total: action.total, page: Math.min(state.page, action.total) };
    case 'previousPage':
      return canGoBack(state) ? { ...state, page: state.page - 1 } : state;
    case 'nextPage':
      return canGoOn(state) ? { ...state, page: state.page + 1 } : state;
    case 'zoomIn':
      return canZoomIn(state) ? { ...state, zoomTenths: state.zoomTenths + 1 } : state;
    case 'zoomOut':
      return canZoomOut(state) ? { ...state, zoomTenths: state.zoomTenths - 1 } : state;
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
