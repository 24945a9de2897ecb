import type { Note, NoteLook, PageWord } from '#contract/notes.ts';
import type { NoteKind } from '#contract/note-words.ts';
import type { PageSheet } from '../references/references.ts';
import { keptNotes } from './kept-notes.ts';
import { type NotesState, NoteStore } from './note-store.ts';
import { notesApi, readWords } from './notes-api.ts';
import { highlightColours, inkColours, stampLabels } from './note-choices.ts';

/** The modes of the editor; specification, section 4. `none` reads, `disable` where nothing may be written. */
export type EditorMode = 'disable' | 'none' | NoteKind;

/** Whose notes: one's own, everyone's, or those of a group. */
export type Visibility = Pick<Note, 'is_private' | 'group'>;

export type NoteOptions = {
  visibility: Visibility;
  highlightColour: string;
  style: NonNullable<NoteLook['style']>;
  /** Of pen, text and stamps. */
  inkColour: string;
  textSize: number;
  penWidth: number;
  isEraser: boolean;
  /** A finger draws; otherwise it moves the page. */
  isLocked: boolean;
  /** What a click on the page puts there. */
  stamp: Partial<NoteLook>;
  /** Its height by its width. */
  stampRatio: number;
  signature: NoteLook | null;
};

export type NotesAccess = {
  /** The file name of the PDF. */
  name: string;
  /** The user's name, as authors of notes have it. */
  account: string;
  /** The user's full name, as stamps have it. */
  displayName: string;
  isLibrarian: boolean;
  /** The id of a note to show first; null for none. */
  note?: string | null;
};

/** What of a note's card takes the focus: its field for text, the card itself, or nothing. */
export type CardFocus = 'text' | 'card' | null;

/** What is shown of the notes besides themselves. */
export type NotesView = {
  mode: EditorMode;
  selected: string | null;
  /** The page has to show this note; a new object each time. */
  wanted: { id: string; focus: CardFocus } | null;
  /** A link leads to this note, which is not among those that the reader sees. */
  missing: string | null;
  /** Why what the reader tried last was not done. */
  fault: string | null;
  options: NoteOptions;
  /** What is done with the signature that the reader is asked for; null while nobody is. */
  signing: ((look: NoteLook) => void) | null;
};

/** All that the viewer's toolbar knows of the notes. */
export type NotesSummary = Pick<NotesState, 'canUndo' | 'canRedo'> & {
  mode: EditorMode;
  whyNot: string | null;
};

/** A tab that nobody uses should not keep its session alive. */
const mostIdleMs = 15 * 60_000;

/** The notes of the open document, and what the reader does with them. */
export class NotesControl {
  readonly access: NotesAccess;
  readonly store: NoteStore;
  readonly #listeners = new Set<() => void>();
  readonly #words = new Map<number, Promise<readonly PageWord[]>>();
  readonly #closed = new AbortController();
  #sheets: ReadonlyMap<number, PageSheet> = new Map();
  #usedAt = Date.now();
  #view: NotesView = {
    mode: 'none',
    selected: null,
    wanted: null,
    missing: null,
    fault: null,
    options: firstOptions,
    signing: null,
  };
  #summary: NotesSummary = { mode: 'none', canUndo: false, canRedo: false, whyNot: null };

  constructor(access: NotesAccess) {
    this.access = access;
    this.store = new NoteStore({
      name: access.name,
      api: notesApi,
      unsaved: keptNotes(access.account),
      newId,
      later: (run, ms) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      isWatched: () =>
        document.visibilityState === 'visible' && Date.now() - this.#usedAt < mostIdleMs,
    });
    this.store.subscribe(() => this.#notify());
  }

  open(): () => void {
    const { signal } = this.#closed;
    const use = () => (this.#usedAt = Date.now());
    for (const name of ['pointerdown', 'keydown', 'wheel']) {
      document.addEventListener(name, use, { signal, passive: true, capture: true });
    }
    document.addEventListener('visibilitychange', this.store.poll, { signal });
    window.addEventListener('online', this.store.saveNow, { signal });
    void this.store.open();
    this.store.poll();
    return () => {
      this.#closed.abort();
      this.store.close();
      // A request that is under way holds this object, but not the pages.
      this.#sheets = new Map();
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly view = (): NotesView => this.#view;
  readonly summary = (): NotesSummary => this.#summary;

  /** The pages that are drawn now. */
  get sheets(): ReadonlyMap<number, PageSheet> {
    return this.#sheets;
  }

  setSheets(sheets: readonly PageSheet[]): void {
    this.#sheets = new Map(sheets.map((sheet) => [sheet.page, sheet]));
  }

  readonly setMode = (mode: EditorMode): void => {
    const canWrite = this.store.state().listing?.may_write !== false;
    this.#change({ mode: canWrite ? mode : 'disable', selected: null, fault: null });
  };

  readonly select = (id: string | null): void => {
    const left = this.#view.selected;
    // The card that was wanted has had the focus: selected again by a click, it does not take it.
    const { missing, wanted } = this.#view;
    const isSame = left === id && missing === null && wanted === null;
    if (!isSame) this.#change({ selected: id, missing: null, wanted: null });
    if (left !== null && left !== id) this.#dropIfEmpty(left);
  };

  /** Shows the note on its page. */
  readonly goTo = (id: string, focus: CardFocus): void => {
    this.select(id);
    this.#change({ wanted: { id, focus } });
  };

  /** The same, once the notes are there; says so where this one is not among them. */
  readonly goToLater = (id: string): (() => void) => {
    const look = () => {
      const { notes, isLoaded } = this.store.state();
      if (!notes.has(id) && !isLoaded) return;
      stop();
      if (notes.has(id)) this.goTo(id, 'card');
      else this.#change({ selected: null, missing: id });
    };
    const stop = this.store.subscribe(look);
    look();
    return stop;
  };

  readonly setOptions = (options: Partial<NoteOptions>): void => {
    this.#change({ options: { ...this.#view.options, ...options }, fault: null });
  };

  readonly setFault = (fault: string | null): void => this.#change({ fault });

  readonly askForSignature = (place: NotesView['signing']): void =>
    this.#change({ signing: place });

  isOwn = ({ author }: Note): boolean => author === this.access.account;

  /** Whether the reader may change it. */
  mayEdit = (note: Note): boolean =>
    this.isOwn(note) && this.store.state().listing?.may_write === true;

  /** A note that is not there yet; null while the server has not said what the file is. */
  draft(
    kind: NoteKind,
    page: number,
    part: Partial<Note> & Pick<Note, 'rects' | 'look'>,
  ): Note | null {
    const content = this.store.state().listing?.content ?? null;
    if (content === null) {
      this.setFault('The notes of this document are not loaded yet. Try again in a moment.');
      return null;
    }
    const now = new Date().toISOString();
    return {
      id: newId(),
      content,
      kind,
      ...this.#view.options.visibility,
      author: this.access.account,
      created_at: now,
      modified_at: now,
      version: 0,
      page,
      other_pages: [],
      words: null,
      quote: '',
      before: '',
      after: '',
      text: '',
      carried: null,
      hidden: null,
      comments: [],
      ...part,
    };
  }

  readonly add = (...notes: readonly (Note | null)[]): void => {
    const added = notes.filter((note) => note !== null);
    if (added.length === 0) return;
    this.store.change(added.map((after) => ({ before: null, after })));
  };

  readonly replace = (before: Note, after: Note, merge?: string): void =>
    this.store.change([{ before, after }], merge);

  readonly remove = (note: Note): void => {
    this.#change({ selected: null });
    this.store.change([{ before: note, after: null }]);
  };

  readonly undo = (): void => {
    this.store.undo();
    this.#deselectGone();
  };

  readonly redo = (): void => {
    this.store.redo();
    this.#deselectGone();
  };

  /** Our stored words of a page; asked for once. */
  wordsOf(page: number): Promise<readonly PageWord[]> {
    const asked = this.#words.get(page) ?? readWords(this.access.name, page);
    this.#words.set(page, asked);
    asked.catch(() => this.#words.delete(page));
    return asked;
  }

  // A box that was opened and left without a word.
  #dropIfEmpty(id: string): void {
    const note = this.store.state().notes.get(id);
    if (note?.kind === 'freetext' && note.text.trim() === '' && this.isOwn(note)) {
      this.store.change([{ before: note, after: null }]);
    }
  }

  #deselectGone(): void {
    const { selected } = this.#view;
    if (selected !== null && !this.store.state().notes.has(selected)) {
      this.#change({ selected: null });
    }
  }

  #change(change: Partial<NotesView>): void {
    this.#view = { ...this.#view, ...change };
    this.#notify();
  }

  #notify(): void {
    const { canUndo, canRedo, listing } = this.store.state();
    const whyNot = listing?.may_write === false ? (listing.why_not ?? whyNotUnknown) : null;
    const { mode } = this.#view;
    const before = this.#summary;
    const same =
      before.mode === mode &&
      before.canUndo === canUndo &&
      before.canRedo === canRedo &&
      before.whyNot === whyNot;
    if (!same) this.#summary = { mode, canUndo, canRedo, whyNot };
    for (const listener of this.#listeners) listener();
  }
}

const whyNotUnknown = 'No notes can be written on this document.';

/** Of a stamp of one line. */
export const labelRatio = 0.28;

const firstOptions: NoteOptions = {
  visibility: { is_private: true, group: null },
  highlightColour: highlightColours[0].value,
  style: 'highlight',
  inkColour: inkColours[0].value,
  textSize: 12,
  penWidth: 2,
  isEraser: false,
  isLocked: true,
  stamp: { label: stampLabels[0] },
  stampRatio: labelRatio,
  signature: null,
};

/** A UUID. Not crypto.randomUUID: a library on plain http has none. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
