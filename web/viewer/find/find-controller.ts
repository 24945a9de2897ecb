import { type EventBus, PDFFindController, type PDFLinkService } from '../pdf-js/pdf-js.ts';

/**
 * pdf.js's finding, which also says whether it still counts, and whether there is any text at all, and
 * which can mark hits without turning to them.
 */
export class FindController extends PDFFindController {
  readonly #onCounted: () => void;

  /** Hits are marked, and the page that is shown stays, also where it has none. */
  staysOnPage = false;

  constructor(eventBus: EventBus, links: PDFLinkService, onCounted: () => void) {
    const turns = {
      get pagesCount() {
        return links.pagesCount;
      },
      get page() {
        return links.page;
      },
      set page(page: number) {
        turn(page);
      },
    };
    // Of its links, pdf.js's finding uses no more than these two.
    super({ eventBus, linkService: turns as PDFLinkService });
    const turn = (page: number) => {
      if (!this.staysOnPage || page === links.page) links.page = page;
      // oxlint-disable-next-line no-underscore-dangle -- pdf.js calls it so
      else this._scrollMatches = false;
    };
    this.#onCounted = onCounted;
  }

  /** Pages remain that were not searched yet. */
  get isCounting(): boolean {
    // oxlint-disable-next-line no-underscore-dangle -- pdf.js calls it so
    return (this._pendingFindMatches?.size ?? 0) > 0;
  }

  /** Whether the pages that were searched so far have text. */
  get hasText(): boolean {
    // oxlint-disable-next-line no-underscore-dangle -- pdf.js calls it so
    const texts: (string | undefined)[] = this._pageContents ?? [];
    return texts.some((text) => text !== undefined && text.trim() !== '');
  }

  // pdf.js calls it for every page, and sends no event for pages without hits, not even for the last one.
  override match(...page: Parameters<PDFFindController['match']>) {
    const matches = super.match(...page);
    if (!this.isCounting) queueMicrotask(this.#onCounted);
    return matches;
  }
}
