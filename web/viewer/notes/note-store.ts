import type { Static } from 'typebox';
import { boxAround } from '#contract/note-drawing.ts';
import { mostDrawingsAtOnce } from '#contract/note-words.ts';
import type { listNotes, Note, readDrawings } from '#contract/notes.ts';
import { ApiError, isRefusal, isSessionOver } from '../../failures.ts';
import { fitInto } from './note-geometry.ts';
import { failureWords } from './shown-words.ts';
import {
  drawnPart,
  emptyHistory,
  type History,
  type HistoryAction,
  type NoteChange,
  nextHistory,
} from './history.ts';

type Listing = Static<typeof listNotes.response>;
type Drawing = Static<typeof readDrawings.response>['data'][number];

/** A note as the server has it, and as the reader wants it; null where it is not there. */
export type UnsavedNote = {
  id: string;
  /** The PDF that the note is on. */
  name: string;
  saved: Note | null;
  wanted: Note | null;
  /** The version that its deletion gave: with it the note is restored. */
  deleted: number | null;
  /** The comments that its author knew of when deleting it. */
  known?: string[];
};

/** The calls to the server. Each may fail; then the change waits. */
export type NotesApi = {
  list: (name: string, since: string | null) => Promise<Listing>;
  /** Strokes of these notes; maybe not of all. */
  draw: (ids: readonly string[]) => Promise<Drawing[]>;
  add: (name: string, note: Note, restores: number | null) => Promise<Note>;
  save: (note: Note, version: number) => Promise<Note>;
  /** `known`: the comments that the author was asked about. */
  remove: (id: string, version: number, known: readonly string[]) => Promise<{ version: number }>;
};

/** What is not saved yet, kept in the browser. */
type UnsavedNotes = {
  load: () => Promise<UnsavedNote[]>;
  put: (note: UnsavedNote) => void;
  remove: (id: string) => void;
  /** Whether the browser could keep what was put last. */
  isKeeping: () => boolean;
};

export type Saving = 'saved' | 'saving' | 'waiting' | 'signed_out' | 'refused';

export type NotesState = Pick<History, 'notes'> & {
  canUndo: boolean;
  canRedo: boolean;
  saving: Saving;
  /** Whether what is not saved would outlive a reload. */
  isKept: boolean;
  /** What the reader has to know: conflicts and refusals. */
  messages: readonly string[];
  /** The texts of notes that were changed in two places: one's own, and the other. */
  conflicts: readonly { own: string; now: string }[];
  /** What the server said last; null before its first answer. */
  listing: Omit<Listing, 'data' | 'gone' | 'more' | 'cursor' | 'is_whole'> | null;
  /** Every note that the reader sees is here. */
  isLoaded: boolean;
};

type Options = {
  name: string;
  api: NotesApi;
  unsaved: UnsavedNotes;
  newId: () => string;
  /** Runs it after a while; the returned function cancels that. */
  later: (run: () => void, ms: number) => () => void;
  /** Whether someone looks at the notes: only then the server is asked what changed. */
  isWatched: () => boolean;
};

/** Several changes within this time are saved as one. */
const gatherMs = 400;
/** With the time before, others' notes appear within five seconds. */
const pollMs = 4000;
const firstRetryMs = 1000;
const longestRetryMs = 15_000;

/** The notes of one PDF: what the reader does, what the server has, and what is still to be saved. */
export class NoteStore {
  readonly #options: Options;
  readonly #listeners = new Set<() => void>();
  readonly #unsaved = new Map<string, UnsavedNote>();
  /** Not tried again until the reader changes the note. */
  readonly #refused = new Set<string>();
  readonly #deleted = new Map<string, number>();
  /** What was sent of a note without an answer: the server may have each of them. None was sent: no entry. */
  readonly #sent = new Map<string, UnsavedNote[]>();
  #history = emptyHistory;
  #state: NotesState;
  #cursor: string | null = null;
  #shownPages: readonly number[] = [];
  #drawing: Promise<void> = Promise.resolve();
  #listing: NotesState['listing'] = null;
  #messages: readonly string[] = [];
  #conflicts: NotesState['conflicts'] = [];
  #saving: Saving = 'saved';
  #savingAll: Promise<void> | null = null;
  #isClosed = false;
  #isLoaded = false;
  #retryMs = firstRetryMs;
  #cancelSave: (() => void) | null = null;
  #cancelPoll: (() => void) | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#state = this.#newState();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): NotesState => this.#state;

  /** Brings back what was not saved before the page was closed, and saves it. */
  async open(): Promise<void> {
    const kept = await this.#options.unsaved.load();
    for (const note of kept) if (!this.#unsaved.has(note.id)) this.#unsaved.set(note.id, note);
    this.#showUnsaved();
    if (kept.length > 0) this.#saveLater(0);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelSave?.();
    this.#cancelPoll?.();
    void this.saveAll(); // what is not saved by it is kept
  }

  /** Asks the server what changed. */
  async refresh(): Promise<void> {
    const { name, api } = this.#options;
    let more = true;
    while (more && !this.#isClosed) {
      const answer = await api.list(name, this.#cursor);
      this.#cursor = answer.cursor;
      this.#isLoaded ||= !answer.more;
      this.#receive(answer);
      more = answer.more;
    }
    await this.drawPages(this.#shownPages);
  }

  /** Drawings of other pages are not loaded. */
  showPages(pages: readonly number[]): void {
    this.#shownPages = pages;
    this.drawPages(pages).catch(() => {}); // the next poll asks again
  }

  /** Loads what is still missing of the drawings on these pages. */
  drawPages(pages: readonly number[]): Promise<void> {
    this.#drawing = this.#drawing.catch(() => {}).then(() => this.#drawPages(new Set(pages)));
    return this.#drawing;
  }

  async #drawPages(pages: ReadonlySet<number>): Promise<void> {
    for (let before = Infinity; !this.#isClosed;) {
      const notes = [...this.#history.notes.values()];
      const missing = notes.filter(({ page, look }) => look.lacks_strokes && pages.has(page));
      if (missing.length === 0 || missing.length === before) return; // the rest changed meanwhile
      before = missing.length;
      const ids = missing.slice(0, mostDrawingsAtOnce).map(({ id }) => id);
      const drawings = await this.#options.api.draw(ids);
      this.#apply({ type: 'receive', notes: drawings.flatMap(this.#drawn), gone: [] });
    }
  }

  readonly #drawn = ({ id, modified_at, strokes }: Drawing): Note[] => {
    const note = this.#history.notes.get(id);
    if (note?.look.lacks_strokes !== true || note.modified_at !== modified_at) return [];
    const { lacks_strokes: _, ...look } = note.look;
    return [{ ...note, look: { ...look, strokes } }];
  };

  /** Asks the server now, and again every few seconds. */
  readonly poll = (): void => this.#pollLater(0);

  #pollLater(ms: number): void {
    this.#cancelPoll?.();
    if (this.#isClosed) return;
    this.#cancelPoll = this.#options.later(async () => {
      // If it fails, the next one asks again; what could not be saved says so.
      if (this.#options.isWatched()) await this.refresh().catch(() => {});
      this.#pollLater(pollMs);
    }, ms);
  }

  change(changes: readonly NoteChange[], merge?: string): void {
    this.#act({ type: 'change', changes, ...(merge === undefined ? {} : { merge }) });
  }

  /** The notes that undo or redo would delete. */
  goneBy(type: 'undo' | 'redo'): Note[] {
    const { notes } = nextHistory(this.#history, { type });
    return [...this.#history.notes.values()].filter(({ id }) => !notes.has(id));
  }

  readonly undo = (): void => this.#act({ type: 'undo' });
  readonly redo = (): void => this.#act({ type: 'redo' });

  /** A note as the server has it now, after a comment, for example. */
  showSaved(note: Note | null, id: string): void {
    const unsaved = this.#unsaved.get(id);
    if (unsaved !== undefined && note !== null) this.#keep({ ...unsaved, saved: note });
    if (note === null) this.#forget(id);
    this.#apply({
      type: 'receive',
      notes: note === null ? [] : [unsaved?.wanted ? withDrawn(note, unsaved.wanted) : note],
      gone: note === null ? [id] : [],
    });
  }

  /** Shows a message until the reader closes it. */
  readonly tell = (message: string): void => {
    if (!this.#messages.includes(message)) this.#messages = [...this.#messages, message];
    this.#notify();
  };

  readonly clearMessages = (): void => {
    this.#messages = [];
    this.#conflicts = [];
    this.#notify();
  };

  #act(action: HistoryAction): void {
    const before = this.#history.notes;
    this.#history = nextHistory(this.#history, action);
    for (const id of changedIds(before, this.#history.notes)) {
      this.#want(id, before.get(id) ?? null, this.#history.notes.get(id) ?? null);
    }
    this.#saveLater(gatherMs);
    this.#notify();
  }

  #want(id: string, before: Note | null, wanted: Note | null): void {
    const now = this.#unsaved.get(id);
    const saved = now === undefined ? savedOrNull(before) : now.saved;
    const deleted = now?.deleted ?? this.#deleted.get(id) ?? null;
    this.#refused.delete(id);
    if (saved === null && wanted === null && !this.#sent.has(id)) return this.#forget(id);
    const known = before?.comments.map((comment) => comment.id) ?? [];
    this.#keep({ id, name: this.#options.name, saved, wanted, deleted, known });
  }

  #keep(note: UnsavedNote): void {
    this.#unsaved.set(note.id, note);
    this.#options.unsaved.put(note);
  }

  #forget(id: string): void {
    this.#unsaved.delete(id);
    this.#refused.delete(id);
    this.#options.unsaved.remove(id);
  }

  #receive({ data, gone, more: _more, cursor: _cursor, is_whole, ...listing }: Listing): void {
    const { earlier = this.#listing?.earlier } = listing;
    this.#listing = { ...listing, ...(earlier === undefined ? {} : { earlier }) };
    const isFree = (id: string) => !this.#unsaved.has(id);
    const isNews = ({ id, version }: Note) =>
      isFree(id) && version >= (this.#history.notes.get(id)?.version ?? 0);
    const all = is_whole ? [...this.#history.notes.keys()] : gone;
    const notes = data
      .filter(isNews)
      .map((note) => withStrokes(note, this.#history.notes.get(note.id)));
    this.#apply({ type: 'receive', notes, gone: all.filter(isFree) });
  }

  #showUnsaved(): void {
    const own = [...this.#unsaved.values()].filter(({ name }) => name === this.#options.name);
    this.#apply({
      type: 'receive',
      notes: own.flatMap(({ wanted }) => wanted ?? []),
      gone: own.flatMap(({ id, wanted }) => (wanted === null ? [id] : [])),
    });
  }

  #apply(action: HistoryAction): void {
    this.#history = nextHistory(this.#history, action);
    this.#notify();
  }

  #saveLater(ms: number): void {
    if (this.#isClosed) return;
    this.#cancelSave?.();
    this.#cancelSave = this.#options.later(() => void this.saveAll(), ms);
  }

  /** How many notes of this document are not saved. */
  readonly unsavedCount = (): number =>
    [...this.#unsaved.values()].filter(({ name }) => name === this.#options.name).length;

  /** Saves what it can, now. */
  readonly saveAll = (): Promise<void> => {
    this.#savingAll ??= this.#saveEach().finally(() => (this.#savingAll = null));
    return this.#savingAll;
  };

  async #saveEach(): Promise<void> {
    try {
      for (let next = this.#nextUnsaved(); next !== undefined; next = this.#nextUnsaved()) {
        this.#saving = 'saving';
        this.#notify();
        await this.#saveOne(next);
        this.#retryMs = firstRetryMs;
      }
      this.#saving = this.#refused.size > 0 ? 'refused' : 'saved';
    } catch (error) {
      this.#saving = isSessionOver(error) ? 'signed_out' : 'waiting';
      this.#saveLater(this.#retryMs);
      this.#retryMs = Math.min(longestRetryMs, this.#retryMs * 2);
    }
    this.#notify();
  }

  #nextUnsaved(): UnsavedNote | undefined {
    return [...this.#unsaved.values()].find(({ id }) => !this.#refused.has(id));
  }

  /** Fails where it should be tried again. */
  async #saveOne(sent: UnsavedNote): Promise<void> {
    try {
      const saved = await this.#send(sent);
      if (saved !== null && isOther(sent, saved)) this.#resolve(sent, saved, '');
      else this.#settle(sent, saved);
    } catch (error) {
      const conflict = conflictIn(error, sent);
      const own = conflict !== undefined && this.#sent.get(sent.id)?.find(isMade(conflict));
      if (own) this.#settleOwn(own, conflict);
      else if (conflict !== undefined) this.#resolve(sent, conflict, failureWords(error));
      else if (isRefusal(error)) this.#refuse(sent, error);
      else {
        this.#sent.get(sent.id)?.push(sent);
        throw error;
      }
    }
  }

  /** The note as it is on the server then; null if it is deleted. */
  async #send({ id, name, saved, wanted, deleted, known = [] }: UnsavedNote): Promise<Note | null> {
    const { api } = this.#options;
    if (!this.#sent.has(id)) this.#sent.set(id, []);
    if (wanted === null) {
      const { version } = await api.remove(id, saved?.version ?? firstVersion, known);
      this.#deleted.set(id, version);
      return null;
    }
    return saved === null ? api.add(name, wanted, deleted) : api.save(wanted, saved.version);
  }

  /** What this reader changed before is no conflict, although the answer was lost. */
  #settleOwn(made: UnsavedNote, now: Note | null): void {
    if (now === null) this.#deleted.set(made.id, versionAfter(made));
    this.#sent.set(made.id, []);
    this.#settle(made, now);
  }

  /** The server has what was sent; the reader may have changed the note meanwhile. */
  #settle({ id, saved: before, wanted: sent }: UnsavedNote, saved: Note | null): void {
    const now = this.#unsaved.get(id);
    const deleted = this.#deleted.get(id) ?? null;
    // It was added before and the answer was lost: then the server has the note as it was then.
    const isOlder = before === null && saved !== null && sent !== null && !isSame(saved, sent);
    const isSaved = now?.wanted === sent && !isOlder;
    if (now === undefined || isSaved) this.#forget(id);
    else this.#keep({ ...now, saved, deleted });
    if (now?.name !== this.#options.name || saved === null) return;
    const wanted = isSaved ? saved : now.wanted && withDrawn(saved, now.wanted);
    if (wanted !== null) this.#apply({ type: 'receive', notes: [wanted], gone: [] });
  }

  /** Someone changed or deleted the note since: both versions are kept. */
  #resolve(sent: UnsavedNote, now: Note | null, why: string): void {
    const { id, name, wanted } = this.#unsaved.get(sent.id) ?? sent;
    this.#forget(id);
    const isHere = name === this.#options.name;
    if (isHere) {
      const gone = now === null ? [id] : [];
      this.#apply({ type: 'receive', notes: now === null ? [] : [now], gone });
    }
    if (wanted === null) {
      if (now !== null) this.tell(`Couldn’t delete a note. ${why}`);
      return;
    }
    const hasOtherReaders = now?.is_private !== wanted.is_private || now.group !== wanted.group;
    if (now !== null && now.version === sent.saved?.version && hasOtherReaders) {
      // Its new readers are refused, the rest is not.
      const rest = { ...wanted, is_private: now.is_private, group: now.group };
      if (!isSame(rest, now)) this.#keep({ id, name, saved: now, wanted: rest, deleted: null });
      if (isHere) this.#apply({ type: 'receive', notes: [withDrawn(now, rest)], gone: [] });
      return this.tell(why);
    }
    if (now !== null && isSameDrawing(now, wanted)) {
      if (!isSame(now, wanted)) this.tell(why); // its readers are as they were
      return;
    }
    const copy = { ...below(wanted), id: this.#options.newId(), version: 0, comments: [] };
    if (now !== null) this.#conflicts = [...this.#conflicts, { own: wanted.text, now: now.text }];
    this.#keep({ id: copy.id, name, saved: null, wanted: copy, deleted: null });
    if (isHere) this.#apply({ type: 'receive', notes: [copy], gone: [] });
    const what = now === null ? 'deleted' : 'changed';
    this.tell(`A note was ${what} in another window. Your version is now a separate note.`);
  }

  #refuse({ id, name, wanted }: UnsavedNote, error: unknown): void {
    if (this.#unsaved.get(id)?.wanted !== wanted) return; // changed meanwhile: that is sent next
    this.#refused.add(id);
    const why = error instanceof Error ? error.message : '';
    const isHere = name === this.#options.name;
    this.tell(
      isHere
        ? `Couldn’t save a note: ${why} Change it or delete it.`
        : `Couldn’t save a note on ${name}: ${why}`,
    );
  }

  #newState(): NotesState {
    const { notes, past, future } = this.#history;
    return {
      notes,
      canUndo: past.length > 0,
      canRedo: future.length > 0,
      saving: this.#saving,
      isKept: this.#options.unsaved.isKeeping(),
      messages: this.#messages,
      conflicts: this.#conflicts,
      listing: this.#listing,
      isLoaded: this.#isLoaded,
    };
  }

  #notify(): void {
    this.#state = this.#newState();
    for (const listener of this.#listeners) listener();
  }
}

/** Not over the note that it is a copy of; marked words stay where they are. */
function below(note: Note): Note {
  if (note.kind === 'highlight' || note.rects.length === 0) return note;
  const [x, y, width, height] = boxAround(note.rects);
  return fitInto(note, [x, y + height + 8, width, height]);
}

/** Whether it became this on the server; null where it was deleted. */
const isMade = (now: Note | null) => (sent: UnsavedNote) =>
  now === null || sent.wanted === null
    ? now === sent.wanted
    : now.version === versionAfter(sent) && isSame(now, sent.wanted);

function versionAfter({ saved }: UnsavedNote): number {
  return (saved?.version ?? 0) + 1;
}

/** The version that a note gets when it is added. */
const firstVersion = 1;

/** A note that is not saved yet has no version. */
function savedOrNull(note: Note | null): Note | null {
  return note === null || note.version === 0 ? null : note;
}

function changedIds(a: ReadonlyMap<string, Note>, b: ReadonlyMap<string, Note>): string[] {
  const ids = new Set([...a.keys(), ...b.keys()]);
  return [...ids].filter((id) => a.get(id) !== b.get(id));
}

function withDrawn(saved: Note, wanted: Note): Note {
  return { ...saved, ...drawnPart(wanted) };
}

/** A listed note with the strokes that are here; they change only with what its author did last. */
function withStrokes(note: Note, here: Note | undefined): Note {
  const strokes = here?.look.strokes;
  if (note.look.lacks_strokes !== true || strokes === undefined) return note;
  const { lacks_strokes: _, ...look } = note.look;
  const isSame = here?.look.lacks_strokes !== true && here?.modified_at === note.modified_at;
  return { ...note, look: { ...(isSame ? look : note.look), strokes } };
}

function isSameDrawing(a: Note, b: Note): boolean {
  const drawing = ({ page, rects, words, text, look }: Note) => {
    const own = a.kind === 'signature' ? null : look; // the server's
    return JSON.stringify([page, a.kind === 'highlight' ? words : rects, text, own]);
  };
  return drawing(a) === drawing(b);
}

/** The same drawing for the same readers. */
function isSame(a: Note, b: Note): boolean {
  const isForSame = a.is_private === b.is_private && a.group === b.group;
  return isForSame && a.carried?.state === b.carried?.state && isSameDrawing(a, b);
}

export function commentsOfOthers({ author, comments }: Note): number {
  return comments.filter((comment) => comment.author !== author).length;
}

/** What was added is there already, and was changed in another window since. */
function isOther({ saved, wanted, deleted }: UnsavedNote, { version }: Note): boolean {
  return saved === null && wanted !== null && version !== (deleted ?? 0) + firstVersion;
}

/** The note that another window left; null if it deleted it; undefined where the fault is another one. */
function conflictIn(error: unknown, { saved, wanted }: UnsavedNote): Note | null | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const isAdded = saved === null && wanted !== null;
  if (error.status === 404) return isAdded ? undefined : null; // there, it is the document that is gone
  if (error.status !== 409 || typeof error.body !== 'object') return undefined;
  // A 409 of these calls has this body, by the contract.
  return (error.body as { note?: Note | null }).note;
}
