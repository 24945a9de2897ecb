import { recall, remember } from '../remembered.ts';
import { boundZoom } from './page/zoom.ts';
import {
  type StartView,
  type ViewAction,
  type ViewMode,
  type ViewState,
  viewModes,
} from './view-state.ts';

const modeSetting = 'view-mode';
const fitSetting = 'view-fit';

/**
 * What stays set from one document to the next: the mode, and whether pages are fitted, for a user;
 * the zoom of a document for the session.
 */
export class ViewMemory {
  readonly #user: string;
  readonly #zoomKey: string;

  constructor(user: string, address: string) {
    this.#user = user;
    this.#zoomKey = `zoom ${address}`;
  }

  startView(): StartView {
    const mode = recall(this.#user, modeSetting);
    const zoom = this.#sessionZoom();
    return {
      ...(isViewMode(mode) ? { mode } : {}),
      ...(zoom === null
        ? { fitsPage: recall(this.#user, fitSetting) === 'page' }
        : { zoomTenths: zoom }),
    };
  }

  /** To be called after every change of the view. */
  keep(action: ViewAction, before: ViewState, after: ViewState): void {
    if (after.mode !== before.mode) remember(this.#user, modeSetting, after.mode);
    if (action.type === 'fitWidth') this.#keepFit('width', after.zoomTenths);
    else if (after.fitsPage && !before.fitsPage) this.#keepFit('page', null);
    else if (!after.fitsPage && after.zoomTenths !== before.zoomTenths) {
      this.#keepSessionZoom(after.zoomTenths);
    }
  }

  #keepFit(fit: 'width' | 'page', zoomTenths: number | null): void {
    remember(this.#user, fitSetting, fit);
    this.#keepSessionZoom(zoomTenths);
  }

  // Storage may be switched off, or full. Then the zoom is not kept.
  #sessionZoom(): number | null {
    try {
      const kept = Number(sessionStorage.getItem(this.#zoomKey));
      return kept > 0 ? boundZoom(kept) : null;
    } catch {
      return null;
    }
  }

  #keepSessionZoom(zoomTenths: number | null): void {
    try {
      if (zoomTenths === null) sessionStorage.removeItem(this.#zoomKey);
      else sessionStorage.setItem(this.#zoomKey, String(zoomTenths));
    } catch {
      // See above.
    }
  }
}

function isViewMode(text: string | null): text is ViewMode {
  return viewModes.some((mode) => mode === text);
}
