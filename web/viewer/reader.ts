import type { FindRequest } from './find/find-state.ts';
import { OpenDocument } from './open-document.ts';
import type { Anchor } from './page/page-scale.ts';
import type { PdfSource } from './bytes/pdf-source.ts';
import { afterFrame } from './page/picture-first.ts';
import { type ReaderState, type ViewControl, initialReaderState } from './reader-state.ts';
import { type ViewAction, nextView } from './view-state.ts';

/** One document on the screen: pdf.js behind a state that changes and commands that change it. */
export class Reader implements ViewControl {
  readonly source: PdfSource;
  readonly #onRefused: () => Promise<unknown>;
  readonly #listeners = new Set<() => void>();
  #state: ReaderState;
  #open: OpenDocument | null = null;
  /** Calls off what is to be told after the next frame. */
  #callOffTelling: (() => void) | null = null;

  constructor(source: PdfSource, firstPage: number, onRefused: () => Promise<unknown>) {
    this.source = source;
    this.#onRefused = onRefused;
    this.#state = initialReaderState(firstPage);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): ReaderState => this.#state;

  /** Opens the document inside an element; what it returns gives everything back. */
  open(place: HTMLElement): () => void {
    this.#change({ phase: { state: 'opening' } });
    const opened = new OpenDocument(place, this.source, {
      state: this.state,
      change: (change) => this.#change(change),
      act: this.act,
      onRefused: this.#onRefused,
    });
    this.#open = opened;
    return () => {
      this.#open = null;
      opened.close();
    };
  }

  readonly act = (action: ViewAction, anchor?: Anchor): void => {
    const view = nextView(this.#state.view, action);
    if (view === this.#state.view) return;
    this.#state = { ...this.#state, view };
    this.#open?.show(view, anchor);
    // The page comes first: the toolbars take as long as a fifth of a frame to follow.
    this.#callOffTelling ??= afterFrame(() => this.#tell());
  };

  readonly fitPage = (): void => this.#open?.fitPage();
  readonly goBack = (): void => this.#open?.trail.back();
  readonly goForward = (): void => this.#open?.trail.forward();
  readonly follow = (destination: string | unknown[]): void => this.#open?.follow(destination);
  readonly retry = (): void => this.#open?.retry();
  readonly unlock = (password: string): void => this.#open?.unlock(password);
  readonly find = (request: FindRequest): void => this.#open?.find(request);
  readonly endFind = (): void => this.#open?.endFind();
  readonly focus = (): void => this.#open?.focus();

  #change(change: Partial<ReaderState>): void {
    this.#state = { ...this.#state, ...change };
    this.#tell();
  }

  #tell(): void {
    this.#callOffTelling?.();
    this.#callOffTelling = null;
    for (const listener of this.#listeners) listener();
  }
}
