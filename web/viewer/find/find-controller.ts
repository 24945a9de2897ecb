import { PDFFindController } from '../pdf-js/pdf-js.ts';

type Options = ConstructorParameters<typeof PDFFindController>[0];

/** pdf.js's finding, which also says whether it still counts, and whether there is any text at all. */
export class FindController extends PDFFindController {
  readonly #onCounted: () => void;

  constructor(options: Options, onCounted: () => void) {
    super(options);
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

  // pdf.js calls it for every page, and tells nobody about pages without hits, the last one included.
  override match(...page: Parameters<PDFFindController['match']>) {
    const matches = super.match(...page);
    if (!this.isCounting) queueMicrotask(this.#onCounted);
    return matches;
  }
}
