import { type Static, Type } from 'typebox';
import * as calls from './calls.ts';
import { ErrorBody } from './error-body.ts';
import { Exact, Whole } from './exact.ts';
import * as most from './note-words.ts';
import { Box } from './redline.ts';

const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const Uuid = Type.String({ pattern: `^${uuid}$` });
/** Of the PDF, as in its address, not encoded. */
const Name = Type.String({ minLength: 1, maxLength: 1000 });
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Digits = Type.String({ pattern: '^[1-9]\\d{0,9}$' });
const Nullable = <Of extends Type.TSchema>(of: Of) => Type.Union([of, Type.Null()]);

const coordinate = Type.Number({ minimum: -100_000, maximum: 100_000 });
/** Left, top and the pressure of the pen, 0 to 1. */
const Point = Type.Tuple([coordinate, coordinate, Type.Number({ minimum: 0, maximum: 1 })]);

const Strokes = Type.Array(Type.Array(Point, { minItems: 1, maxItems: most.mostPoints }), {
  maxItems: most.mostStrokes,
});

/** What a note looks like. Lengths are in points. */
const NoteLook = Exact({
  colour: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
  style: Type.Optional(Type.Enum([...most.highlightStyles])),
  /** Of the letters, or of the pen. */
  size: Type.Optional(Type.Number({ minimum: 0.1, maximum: 500 })),
  strokes: Type.Optional(Strokes),
  /** Of a stamp or a typed signature. */
  label: Type.Optional(Type.String({ maxLength: most.mostLabelLetters })),
  /** Of a stamp or signature: the id of a picture. */
  picture: Type.Optional(Uuid),
});
export type NoteLook = Static<typeof NoteLook>;

/** Who wrote it: the account, and the name of the person; with the account in it where two people have one name. */
const Author = { author: Type.String(), author_name: Type.String() };

const Rects = Type.Array(Type.Tuple([coordinate, coordinate, coordinate, coordinate]), {
  maxItems: most.mostRects,
});

const OtherPage = Exact({
  page: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  rects: Rects,
});
const WordIndex = Type.Integer({ minimum: 0, maximum: 10_000_000 });

/**
 * Where a note is. Rectangles are left, top, width and height in points, from the upper left of the page as it is shown
 * (cropped, turned by its own /Rotate, not by the reader), as in `GET notes/words`.
 */
const NotePlace = {
  page: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  rects: Rects,
  /** Where a page break cuts it: its parts on further pages. */
  other_pages: Type.Array(OtherPage, { maxItems: 20 }),
  /**
   * Its first and last word, counted from 0 on their pages: the first on `page`, the last on the last page. The
   * server makes the rectangles of a highlight from them. Null: a note that marks no words.
   */
  words: Nullable(Type.Tuple([WordIndex, WordIndex])),
};

const NoteComment = Type.Object({
  id: Type.String(),
  ...Author,
  text: Type.String(),
  at: Type.String(),
});
export type NoteComment = Static<typeof NoteComment>;

export const Note = Type.Object({
  /** A UUID that the browser made. */
  id: Type.String(),
  /** The SHA-256 of the PDF that it was written on, or carried over to. */
  content: Type.String(),
  kind: Type.Enum([...most.noteKinds]),
  /** Only its author sees it; otherwise everyone, or the members of `group`. Its author changes that. */
  is_private: Type.Boolean(),
  group: Nullable(Type.String()),
  ...Author,
  /** The author cannot sign in any more: a librarian may discard what was carried over. */
  is_author_gone: Type.Boolean(),
  /** Of a signature: who signed, by the server, and when. */
  signed: Nullable(Type.Object({ name: Type.String(), account: Type.String(), at: Type.String() })),
  created_at: Type.String(),
  modified_at: Type.String(),
  version: Type.Integer(),
  page: Type.Integer({ minimum: 1 }),
  rects: Type.Array(Box),
  other_pages: Type.Array(Type.Object({ page: Type.Integer(), rects: Type.Array(Box) })),
  words: Nullable(Type.Tuple([Type.Integer(), Type.Integer()])),
  /** The words that it marks or is beside, and the text around them, as the library stores it. */
  quote: Type.String(),
  before: Type.String(),
  after: Type.String(),
  text: Type.String(),
  look: Type.Object({
    ...NoteLook.properties,
    /** In lists: `readDrawings` has its strokes. */
    lacks_strokes: Type.Optional(Type.Boolean()),
  }),
  /** Null for a note that was written on this file. A lost one has no rectangles; `page` is its former page. */
  carried: Nullable(
    Type.Object({
      from_rev: Type.String(),
      state: Type.Enum([...most.carriedStates]),
      /** 0 to 1: how much of its words was found again. */
      score: Type.Number(),
    }),
  ),
  /** A librarian hid it: only its author and librarians still see it. */
  hidden: Nullable(
    Type.Object({ by: Type.String(), by_name: Type.String(), reason: Type.String() }),
  ),
  comments: Type.Array(NoteComment),
});
export type Note = Static<typeof Note>;

/** A stamp or signature stays on the file that it was put on; here that is an earlier one. */
const EarlierMark = Type.Object({
  note: Note,
  /** The revision that it is on: this one, where the file was replaced. */
  rev: Type.String(),
  /** One's own, and no other of its kind by oneself is on this file. */
  is_offered: Type.Boolean(),
});
export type EarlierMark = Static<typeof EarlierMark>;

/** The note was changed meanwhile; `note` is as it is now, null if it was deleted. */
export const NoteConflict = Type.Object({
  ...ErrorBody.properties,
  note: Type.Optional(Nullable(Note)),
});
export type NoteConflict = Static<typeof NoteConflict>;

/** The notes of a PDF that changed since the cursor; without one, all. Strokes are left out. */
export const listNotes = {
  ...calls.listNotes,
  query: Exact({
    name: Name,
    since: Type.Optional(Type.String({ maxLength: 60 })),
  }),
  response: Type.Object({
    data: Type.Array(Note),
    /** Stamps and signatures on earlier files, and one's own on the revision before; left out while none changed. */
    earlier: Type.Optional(Type.Array(EarlierMark)),
    /** Ids of notes that were deleted or hidden since. */
    gone: Type.Array(Type.String()),
    /** For `since` of the next call. */
    cursor: Type.String(),
    /** There are more: ask again at once. */
    more: Type.Boolean(),
    /** Forget the notes of earlier answers: `data` begins from the start. */
    is_whole: Type.Boolean(),
    /** The SHA-256 of the PDF now; null while it is not read. */
    content: Nullable(Type.String()),
    may_write: Type.Boolean(),
    /** Why not, in words. */
    why_not: Nullable(Type.String()),
    /** The groups of the user, for which notes can be written. */
    groups: Type.Array(Type.String()),
    /** Notes of an earlier revision or file are being carried over: they come with a later answer. */
    is_carrying: Type.Boolean(),
  }),
} as const;

/** The strokes of notes, by their ids: as many as fit into an answer, at least one. */
export const readDrawings = {
  ...calls.readDrawings,
  query: Exact({
    ids: Type.String({ pattern: `^${uuid}(,${uuid}){0,${most.mostDrawingsAtOnce - 1}}$` }),
  }),
  response: Type.Object({
    data: Type.Array(
      Type.Object({ id: Type.String(), modified_at: Type.String(), strokes: Strokes }),
    ),
  }),
} as const;

/** Adds a note. Sent again with the same id, it changes nothing and gives the same answer. */
export const addNote = {
  ...calls.addNote,
  body: Exact({
    id: Uuid,
    name: Name,
    content: Hash,
    kind: Type.Enum([...most.noteKinds]),
    is_private: Type.Boolean(),
    group: Nullable(Type.String({ maxLength: 200 })),
    /** Who drew it: refused if someone else is signed in by now. */
    author: Type.Optional(Type.String({ maxLength: 200 })),
    ...NotePlace,
    text: Type.String({ maxLength: most.mostNoteLetters }),
    /** Not of a signature: its look is the one that its owner keeps. */
    look: Type.Optional(NoteLook),
    /** Restores one's own deleted note: the version that its deletion gave. */
    version: Type.Optional(Whole),
  }),
  response: Note,
  conflict: NoteConflict,
} as const;

const Id = Type.Object({ id: Uuid });
const idStart = '[0-9a-f]{8}';

/** Only the author; refused with the present note if it is not of this version any more. */
export const saveNote = {
  ...calls.saveNote,
  params: Id,
  body: Exact({
    version: Whole,
    ...NotePlace,
    text: Type.String({ maxLength: most.mostNoteLetters }),
    /** Left out: as it is. That of a signature never changes. */
    look: Type.Optional(NoteLook),
    /** Left out: as it is. Fewer readers are refused once others commented. */
    is_private: Type.Optional(Type.Boolean()),
    group: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
    /** Accepts the place of a note that was carried over; or undoes that. */
    carried_state: Type.Optional(Type.Enum(['placed', 'check', 'accepted'])),
  }),
  response: Note,
  conflict: NoteConflict,
} as const;

/** Only the author. Its comments stay for as long as it can be restored, unseen. */
export const deleteNote = {
  ...calls.deleteNote,
  params: Id,
  query: Exact({
    version: Digits,
    /** The first eight digits of the ids of comments; refused with the present note if others wrote one that is not here. */
    comments: Type.Optional(
      Type.String({ pattern: `^(${idStart}(,${idStart}){0,${most.mostCommentsOnNote - 1}})?$` }),
    ),
  }),
  /** With this version, its author may restore it. */
  response: Type.Object({ version: Type.Integer() }),
  conflict: NoteConflict,
} as const;

/** Anyone who sees the note. The id is made by the browser, as a note's. */
export const addNoteComment = {
  ...calls.addNoteComment,
  params: Id,
  body: Exact({
    id: Uuid,
    text: Type.String({ minLength: 1, maxLength: most.mostNoteLetters }),
  }),
  response: Note,
} as const;

/** Only the author of the comment. */
export const deleteNoteComment = {
  ...calls.deleteNoteComment,
  params: Type.Object({ id: Uuid, comment: Uuid }),
  response: Note,
} as const;

/** Hides a note for others, with a reason; null shows it again. Only librarians, also of groups that they are not in. */
export const hideNote = {
  ...calls.hideNote,
  params: Id,
  body: Exact({
    reason: Nullable(Type.String({ minLength: 1, maxLength: most.mostReasonLetters })),
  }),
  /** Null if it is of a group that one is not in. */
  response: Type.Object({ note: Nullable(Note) }),
} as const;

/** The author accepts the place of a note that was carried over, or discards it there; a librarian, where the author is gone. */
export const decideCarriedNote = {
  ...calls.decideCarriedNote,
  params: Id,
  body: Exact({
    verdict: Type.Enum(['accept', 'discard']),
    /** As in `deleteNote`. */
    comments: Type.Optional(Type.Array(Uuid, { maxItems: most.mostCommentsOnNote })),
  }),
  /** Null if it was discarded. */
  response: Type.Object({ note: Nullable(Note) }),
  conflict: NoteConflict,
} as const;

/** A word with its left, top, width and height in points. */
const PageWord = Type.Tuple([
  Type.String(),
  Type.Number(),
  Type.Number(),
  Type.Number(),
  Type.Number(),
]);
export type PageWord = Static<typeof PageWord>;

/** The words of a page as the library stores them, in reading order; what `words` of a note counts. */
export const readPageWords = {
  ...calls.readPageWords,
  query: Exact({ name: Name, page: Digits }),
  response: Type.Object({ content: Nullable(Type.String()), data: Type.Array(PageWord) }),
} as const;

/** A PNG, base64, of a stamp or signature. Sent again with the same id, it changes nothing. */
export const addNotePicture = {
  ...calls.addNotePicture,
  body: Exact({
    id: Uuid,
    png: Type.String({ minLength: 1, maxLength: Math.ceil(most.mostPictureBytes / 3) * 4 }),
  }),
  response: Type.Object({ id: Type.String(), width: Type.Integer(), height: Type.Integer() }),
} as const;

/** For its owner, and anyone who sees a note with it. */
export const readNotePicture = { ...calls.readNotePicture, params: Id } as const;

/** The signature that a user keeps for the next time; only for oneself. */
export const readSignature = {
  ...calls.readSignature,
  response: Type.Object({ signature: Nullable(NoteLook) }),
} as const;
export const saveSignature = {
  ...calls.saveSignature,
  body: Exact({ signature: NoteLook }),
  response: Type.Object({}),
} as const;
export const deleteSignature = { ...calls.deleteSignature, response: Type.Object({}) } as const;

const FoundNote = Type.Object({
  customer: Type.String(),
  doc_num: Type.String(),
  doc_desc: Type.String(),
  language: Nullable(Type.String()),
  doc_rev: Type.String(),
  ...Type.Pick(Note, ['id', 'page', 'kind', 'is_private', 'group', 'quote', 'text']).properties,
  ...Author,
  modified_at: Type.String(),
});
export type FoundNote = Static<typeof FoundNote>;

/** Notes that the user sees, in which every word occurs; the last changed first. */
export const searchNotes = {
  ...calls.searchNotes,
  query: Exact({
    q: Type.String({ minLength: 1, maxLength: calls.mostQueryLetters }),
    limit: Type.Optional(Type.String({ pattern: '^([1-9]|[1-4][0-9]|50)$' })),
  }),
  response: Type.Object({ data: Type.Array(FoundNote), more: Type.Boolean() }),
} as const;

/**
 * The notes that the user sees: W3C Web Annotations, a sheet, or a copy of the PDF with annotations. `print`: a copy for
 * the printer, with `words` on every page.
 */
export const exportNotes = {
  ...calls.exportNotes,
  query: Exact({
    name: Name,
    as: Type.Enum([...most.noteExports]),
    words: Type.Optional(Type.String({ minLength: 1, maxLength: most.mostPrintedLetters })),
    notes: Type.Optional(Type.Enum(['all', 'none'])),
  }),
} as const;

/** Deletes all notes, comments, pictures and the signature of the user, for good. */
export const forgetNotes = {
  ...calls.forgetNotes,
  response: Type.Object({ notes: Type.Integer(), comments: Type.Integer() }),
} as const;
