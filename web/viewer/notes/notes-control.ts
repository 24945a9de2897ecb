import type { EarlierMark, Note, PageWord } from '#contract/notes.ts';
import type { NoteKind } from '#contract/note-words.ts';
import { recall, remember } from '../../remembered.ts';
import { sendsUnsaved, unsavedOf } from '../../unsaved.ts';
import type { PageSheet } from '../references/references.ts';
import { commentsOfOthers, type NotesState, NoteStore } from './note-store.ts';
import { notesApi, readWords } from './notes-api.ts';
import { failureWords } from './shown-words.ts';
import {
  type CardFocus,
  type EditorMode,
  NotesScreen,
  textOfVisibility,
  type Visibility,
  visibilityOf,
} from './notes-screen.ts';

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

/** All that the viewer's toolbar knows of the notes. */
export type NotesSummary = Pick<NotesState, 'canUndo' | 'canRedo'> & {
  mode: EditorMode;
  canWrite: boolean;
  /** What the reader has to decide: places to check, notes without one, stamps of the revision before. */
  questions: number;
};

/** A tab that nobody uses should not keep its session alive. */
const mostIdleMs = 15 * 60_000;

/** The notes of the open document, and what the reader does with them. */
export class NotesControl {
  readonly access: NotesAccess;
  readonly store: NoteStore;
  readonly screen: NotesScreen;
  readonly #listeners = new Set<() => void>();
  readonly #words = new Map<number, Promise<readonly PageWord[]>>();
  readonly #closed = new AbortController();
  #usedAt = Date.now();
  #declined: readonly string[];
  #summary: NotesSummary;

  constructor(access: NotesAccess) {
    this.access = access;
    this.screen = new NotesScreen(visibilityOf(recall(access.account, visibilitySetting) ?? ''));
    this.store = new NoteStore({
      name: access.name,
      api: notesApi,
      unsaved: unsavedOf(access.account, 'note', ({ id }) => id),
      newId,
      later: (run, ms) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      isWatched: () =>
        document.visibilityState === 'visible' && Date.now() - this.#usedAt < mostIdleMs,
    });
    this.#declined = recall(access.account, declinedSetting)?.split(',') ?? [];
    this.#summary = this.#newSummary();
    this.store.subscribe(this.#summarise);
    this.screen.subscribe(this.#summarise);
  }

  open(): () => void {
    const { signal } = this.#closed;
    const use = () => (this.#usedAt = Date.now());
    for (const name of ['pointerdown', 'keydown', 'wheel']) {
      document.addEventListener(name, use, { signal, passive: true, capture: true });
    }
    document.addEventListener('visibilitychange', this.store.poll, { signal });
    const endSending = sendsUnsaved(this.store.saveAll);
    void this.store.open();
    this.store.poll();
    return () => {
      endSending();
      this.#closed.abort();
      this.store.close();
      // A request that is under way holds this object, but not the pages.
      this.screen.sheets = new Map();
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly summary = (): NotesSummary => this.#summary;

  setSheets(sheets: readonly PageSheet[]): void {
    this.screen.sheets = new Map(sheets.map((sheet) => [sheet.page, sheet]));
    this.store.showPages([...this.screen.sheets.keys()]);
  }

  readonly setMode = (mode: EditorMode): void => {
    const canWrite = this.store.state().listing?.may_write !== false;
    this.screen.change({ mode: canWrite ? mode : 'disable', selected: null, fault: null });
  };

  /** The key or the entry of the menu: chosen again, it goes back to reading. */
  readonly toggleMode = (mode: EditorMode): void =>
    this.setMode(this.screen.view().mode === mode ? 'none' : mode);

  readonly select = (id: string | null): void => {
    // The card that was wanted has had the focus: selected again by a click, it does not take it.
    const { selected: left, missing, wanted } = this.screen.view();
    const isSame = left === id && missing === null && wanted === null;
    if (!isSame) this.screen.change({ selected: id, missing: null, wanted: null });
    if (left !== null && left !== id) this.#dropIfEmpty(left);
  };

  /** Shows the note on its page. */
  readonly goTo = (id: string, focus: CardFocus): void => {
    this.select(id);
    this.screen.change({ wanted: { id, focus } });
  };

  /** The same, once the notes are there; says so where this one is not among them. */
  readonly goToLater = (id: string): (() => void) => {
    const look = () => {
      const { notes, isLoaded } = this.store.state();
      if (!notes.has(id) && !isLoaded) return;
      stop();
      if (notes.has(id)) this.goTo(id, 'card');
      else this.screen.change({ selected: null, missing: id });
    };
    const stop = this.store.subscribe(look);
    look();
    return stop;
  };

  isOwn = ({ author }: Note): boolean => author === this.access.account;

  /** Whether the reader may change it, and all of it is here. */
  mayEdit = (note: Note): boolean =>
    this.isOwn(note) && note.look.lacks_strokes !== true && this.mayWrite();

  mayWrite = (): boolean => this.store.state().listing?.may_write === true;

  /** A note that is not there yet; null while the server has not said what the file is. */
  draft(
    kind: NoteKind,
    page: number,
    part: Partial<Note> & Pick<Note, 'rects' | 'look'>,
  ): Note | null {
    const content = this.store.state().listing?.content ?? null;
    if (content === null) {
      this.screen.setFault('The notes are still loading. Try again in a moment.');
      return null;
    }
    const now = new Date().toISOString();
    return {
      id: newId(),
      content,
      kind,
      ...this.screen.view().options.visibility,
      author: this.access.account,
      author_name: this.access.displayName,
      is_author_gone: false,
      signed: null,
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

  /** Adds a note and selects it: the next key is for it. */
  readonly place = (note: Note | null, focus: CardFocus): void => {
    if (note === null) return;
    this.setMode('none');
    this.add(note);
    this.goTo(note.id, focus);
  };

  readonly replace = (before: Note, after: Note, merge?: string): void =>
    this.store.change([{ before, after: isMoved(before, after) ? accepted(after) : after }], merge);

  /** Gives a note to others or takes it back; the next ones begin so. */
  readonly show = (note: Note, visibility: Visibility): void => {
    this.setVisibility(visibility);
    this.replace(note, { ...note, ...visibility });
  };

  readonly setVisibility = (visibility: Visibility): void => {
    this.screen.setOptions({ visibility });
    remember(this.access.account, visibilitySetting, textOfVisibility(visibility));
  };

  readonly remove = (...notes: readonly Note[]): void =>
    this.deleting(notes, () => this.store.change(notes.map((before) => ({ before, after: null }))));

  readonly undo = (): void => this.deleting(this.store.goneBy('undo'), this.store.undo);
  readonly redo = (): void => this.deleting(this.store.goneBy('redo'), this.store.redo);

  /** Does what deletes these notes; asks first if others wrote on one of them. */
  deleting(notes: readonly Note[], work: () => void): void {
    const comments = notes.reduce((sum, note) => sum + commentsOfOthers(note), 0);
    const yes = () => {
      this.screen.change({ asking: null });
      work();
      this.#deselectGone();
    };
    if (comments === 0) yes();
    else this.screen.change({ asking: { comments, yes } });
  }

  /** Accepts the places of notes that were carried over, as one step. */
  readonly accept = (notes: readonly Note[]): void =>
    this.store.change(notes.map((before) => ({ before, after: accepted(before) })));

  /** Does something with these of one's notes, all of which has to be here. */
  async withDrawings(notes: readonly Note[], work: (notes: Note[]) => void): Promise<void> {
    try {
      await this.store.drawPages(notes.map(({ page }) => page));
      work(notes.flatMap(({ id }) => this.store.state().notes.get(id) ?? []));
    } catch (error) {
      this.screen.setFault(failureWords(error));
    }
  }

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
    const isEmpty = note?.kind === 'freetext' && note.text.trim() === '';
    if (isEmpty && this.isOwn(note) && commentsOfOthers(note) === 0) {
      this.store.change([{ before: note, after: null }]);
    }
  }

  #deselectGone(): void {
    const { selected } = this.screen.view();
    if (selected !== null && !this.store.state().notes.has(selected)) {
      this.screen.change({ selected: null });
    }
  }

  #questions(): number {
    const open = [...this.store.state().notes.values()].filter(
      (note) =>
        (note.carried?.state === 'check' || note.carried?.state === 'lost') && this.isOwn(note),
    );
    return open.length + this.offers().length;
  }

  /** One's own stamps and signatures of the revision before, to be put on this one, too. */
  offers(): EarlierMark[] {
    const earlier = this.store.state().listing?.earlier ?? [];
    return earlier.filter(
      ({ note, is_offered }) => is_offered && !this.#declined.includes(note.id),
    );
  }

  /** For good: the list still has them. */
  readonly declineOffers = (): void => {
    this.#declined = [...this.offers().map(({ note }) => note.id), ...this.#declined];
    const kept = this.#declined.slice(0, mostDeclined); // a cookie is small
    remember(this.access.account, declinedSetting, kept.join());
    this.screen.change({});
  };

  #newSummary(): NotesSummary {
    const { canUndo, canRedo, listing } = this.store.state();
    const canWrite = listing?.may_write !== false;
    const { mode } = this.screen.view();
    return { mode, canUndo, canRedo, canWrite, questions: this.#questions() };
  }

  readonly #summarise = (): void => {
    const summary = this.#newSummary();
    if (JSON.stringify(summary) === JSON.stringify(this.#summary)) return;
    this.#summary = summary;
    for (const listener of this.#listeners) listener();
  };
}

/** Moving a note that was carried over decides about its place. */
function isMoved(before: Note, after: Note): boolean {
  if (before.carried === null) return false;
  const at = ({ kind, page, rects, words }: Note) =>
    JSON.stringify([page, kind === 'highlight' ? words : rects.map(([x, y]) => [x, y])]);
  return after.rects.length > 0 && at(before) !== at(after);
}

function accepted(note: Note): Note {
  return note.carried === null
    ? note
    : { ...note, carried: { ...note.carried, state: 'accepted' } };
}

const visibilitySetting = 'notes-visibility';
const declinedSetting = 'stamps-declined';
const mostDeclined = 20;

/** A UUID. Not crypto.randomUUID: a library on plain http has none. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
