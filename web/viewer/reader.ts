import type { PdfSource } from './bytes/pdf-source.ts';
import type { FindRequest } from './find/find-state.ts';
import { OpenDocument } from './open-document.ts';
import { afterFrame } from './page/after-frame.ts';
import type { ReadOcr } from './page/ocr-text.ts';
import type { ZoomAnchor } from './page/page-scale.ts';
import type { PageFacts } from './page/server-pictures.ts';
import { type ReaderState, type ViewControl, initialReaderState } from './reader-state.ts';
import type { PageSheet } from './references/references.ts';
import type { ViewMemory } from './view-memory.ts';
import { type ViewAction, nextView } from './view-state.ts';

/** One document on the screen: the state that React subscribes to, and the commands that change it. */
export class Reader implements ViewControl {
  readonly source: PdfSource;
  readonly #memory: ViewMemory;
  readonly #onRefused: () => Promise<boolean>;
  readonly #readOcr: ReadOcr | null;
  readonly #listeners = new Set<() => void>();
  readonly #sheetWatchers = new Set<(sheet: PageSheet) => void>();
  #state: ReaderState;
  #open: OpenDocument | null = null;
  #facts: PageFacts | null = null;
  #lastFind: FindRequest | null = null;
  #cancelNotify: (() => void) | null = null;

  constructor(
    source: PdfSource,
    memory: ViewMemory,
    firstPage: number,
    onRefused: () => Promise<boolean>,
    readOcr: ReadOcr | null = null,
  ) {
    this.source = source;
    this.#memory = memory;
    this.#onRefused = onRefused;
    this.#readOcr = readOcr;
    this.#state = initialReaderState(firstPage, memory.startView());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): ReaderState => this.#state;

  /** Opens the document inside an element; the returned function closes it. */
  open(parent: HTMLElement): () => void {
    this.#change({ phase: { state: 'opening' } });
    const opened = new OpenDocument(parent, this.source, {
      state: this.state,
      change: (change) => this.#change(change),
      changeAfterFrame: (change) => this.#changeAfterFrame(change),
      act: this.act,
      onRefused: this.#onRefused,
      readOcr: this.#readOcr,
      onSheet: (sheet) => this.#sheetWatchers.forEach((watch) => watch(sheet)),
    });
    this.#open = opened;
    opened.setFacts(this.#facts);
    if (this.#lastFind !== null) opened.find(this.#lastFind);
    return () => {
      this.#open = null;
      opened.close();
    };
  }

  /** What the library knows of the file; null where it is not sure that it is the same file. */
  readonly setFacts = (facts: PageFacts | null): void => {
    this.#facts = facts;
    this.#change({ knownTotal: facts?.total ?? null });
    this.#open?.setFacts(facts);
  };

  readonly act = (action: ViewAction, anchor?: ZoomAnchor): void => {
    const before = this.#state.view;
    const view = nextView(before, action);
    if (view !== before) {
      this.#changeAfterFrame({ view });
      this.#open?.show(view, anchor);
    } else if (asksForPage(action)) {
      this.#open?.showTopOfPage();
    }
    this.#memory.keep(action, before, view);
  };

  /** Calls back for every page that is drawn, and at once for those that are drawn already; drawing removes what was put on a page. */
  readonly watchSheets = (watch: (sheet: PageSheet) => void): (() => void) => {
    this.#sheetWatchers.add(watch);
    this.#open?.sheets().forEach(watch);
    return () => this.#sheetWatchers.delete(watch);
  };

  readonly fitWidth = (): void => this.#open?.fitWidth();
  readonly fitPage = (): void => this.#open?.fitPage();
  /** Notes the place that coming back from another document leads to. */
  readonly keepPlace = (): void => this.#open?.linkHistory.keepPlace();
  readonly goBack = (): void => this.#open?.linkHistory.goBack();
  readonly goForward = (): void => this.#open?.linkHistory.goForward();
  readonly follow = (destination: string | unknown[]): void => this.#open?.follow(destination);
  readonly setRead = (): void => this.#open?.setRead();
  readonly retry = (): void => this.#open?.retry();
  readonly unlock = (password: string): void => this.#open?.unlock(password);
  readonly find = (request: FindRequest): void => {
    this.#lastFind = request;
    this.#open?.find(request);
  };
  /** Goes to another match of what was looked for last, if anything was. */
  readonly findAgain = (step: 'next' | 'previous'): void => {
    if (this.#lastFind?.query.length) this.find({ ...this.#lastFind, step });
  };
  readonly endFind = (): void => this.#open?.endFind();
  readonly focus = (): void => this.#open?.focus();

  #change(change: Partial<ReaderState>): void {
    this.#state = { ...this.#state, ...change };
    this.#notify();
  }

  // The page is shown first: rendering the toolbars takes up to a fifth of a frame.
  #changeAfterFrame(change: Partial<ReaderState>): void {
    this.#state = { ...this.#state, ...change };
    this.#cancelNotify ??= afterFrame(() => this.#notify());
  }

  #notify(): void {
    this.#cancelNotify?.();
    this.#cancelNotify = null;
    for (const listener of this.#listeners) listener();
  }
}

/** Whether a reader asks for a page that may be on the screen already, scrolled somewhere else. */
function asksForPage({ type }: ViewAction): boolean {
  return type === 'goToPage' || type === 'firstPage' || type === 'lastPage';
}
