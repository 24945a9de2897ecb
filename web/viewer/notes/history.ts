import type { Note } from '#contract/notes.ts';

/** Specification, section 9: undo history of the editor. */
export const mostSteps = 128;

/** What became of one note; null where it was not there, or is not there any more. */
export type NoteChange = { before: Note | null; after: Note | null };

type Step = {
  changes: readonly NoteChange[];
  /** Steps of one name that follow each other are one: a note moved by several presses of a key. */
  merge: string | null;
};

export type History = {
  notes: ReadonlyMap<string, Note>;
  past: readonly Step[];
  future: readonly Step[];
};

export type HistoryAction =
  | { type: 'change'; changes: readonly NoteChange[]; merge?: string }
  | { type: 'undo' | 'redo' }
  /** The notes as the server has them; none of these steps can be undone here. */
  | { type: 'receive'; notes: readonly Note[]; gone: readonly string[] };

export const emptyHistory: History = { notes: new Map(), past: [], future: [] };

/** The notes of a document and the steps of the reader. Pure: the same action gives the same notes. */
export function nextHistory(state: History, action: HistoryAction): History {
  switch (action.type) {
    case 'change':
      return withStep(state, { changes: action.changes, merge: action.merge ?? null });
    case 'receive':
      return { ...state, notes: received(state.notes, action.notes, action.gone) };
    case 'undo':
      return undoLast(state);
    case 'redo':
      return turned(undoLast(turned(state)));
  }
}

function withStep(state: History, step: Step): History {
  const notes = new Map(state.notes);
  for (const { before, after } of step.changes) {
    if (after !== null) notes.set(after.id, after);
    else if (before !== null) notes.delete(before.id);
  }
  return { notes, past: withLast(state.past, step), future: [] };
}

function withLast(past: readonly Step[], step: Step): Step[] {
  const last = past.at(-1);
  const merged = last !== undefined && step.merge !== null && last.merge === step.merge;
  if (!merged) return [...past.slice(1 - mostSteps), step];
  const changes = last.changes.map((change, at) => ({
    before: change.before,
    after: step.changes[at]?.after ?? null,
  }));
  return [...past.slice(0, -1), { ...last, changes }];
}

function received(
  before: ReadonlyMap<string, Note>,
  changed: readonly Note[],
  gone: readonly string[],
): ReadonlyMap<string, Note> {
  // Nothing is drawn again for an answer without changes.
  if (changed.length === 0 && gone.length === 0) return before;
  const notes = new Map(before);
  for (const id of gone) notes.delete(id);
  for (const note of changed) notes.set(note.id, note);
  return notes;
}

/** Undoes the last step of which anything is left to undo. */
function undoLast(state: History): History {
  let { past } = state;
  for (let step = past.at(-1); step !== undefined; step = past.at(-1)) {
    past = past.slice(0, -1);
    const notes = new Map(state.notes);
    const changes = step.changes.flatMap((change) => undoChange(notes, change) ?? []);
    if (changes.length === 0) continue; // deleted elsewhere meanwhile
    return { notes, past, future: [...state.future, { changes, merge: null }] };
  }
  return { ...state, past };
}

/** What was undone; null where the note was deleted elsewhere: that cannot be undone from here. */
function undoChange(notes: Map<string, Note>, { before, after }: NoteChange): NoteChange | null {
  if (after === null) {
    if (before === null) return { before, after };
    const there = notes.get(before.id); // its deletion was refused
    notes.set(before.id, there === undefined ? before : { ...there, ...drawnPart(before) });
    return { before, after };
  }
  const now = notes.get(after.id);
  if (now === undefined) return null;
  if (before === null) notes.delete(now.id);
  // What others added meanwhile stays: the version, the comments.
  else notes.set(now.id, { ...now, ...drawnPart(before) });
  return { before, after: now };
}

/** What the author makes of a note; the rest of it is the server's. */
export function drawnPart(note: Note) {
  const { page, rects, other_pages, words, quote, text, look } = note;
  const { is_private, group, carried } = note;
  return { page, rects, other_pages, words, quote, text, look, is_private, group, carried };
}

/** Past and future exchanged, each change the other way round: redo is undo of an undo. */
function turned({ notes, past, future }: History): History {
  const turnStep = (step: Step): Step => ({
    ...step,
    changes: step.changes.map(({ before, after }) => ({ before: after, after: before })),
  });
  return { notes, past: future.map(turnStep), future: past.map(turnStep) };
}
