// No schema here: the web imports it whole.

export const noteKinds = ['highlight', 'freetext', 'ink', 'stamp', 'signature'] as const;
export type NoteKind = (typeof noteKinds)[number];

/** Kinds that say something of one file: they stay on it, and are not carried over. */
export const marksOfFiles = ['stamp', 'signature'] as const satisfies readonly NoteKind[];

/** How a highlight marks its words. */
export const highlightStyles = ['highlight', 'underline', 'strike'] as const;

/** The files that notes can be exported to; `pdf`: a copy of the PDF with annotations; `print`: one for the printer. */
export const noteExports = ['json', 'xlsx', 'pdf', 'print'] as const;
export type NoteExport = (typeof noteExports)[number];

/**
 * What became of a note that was carried over from an earlier revision or file: its place is sure, is to be checked,
 * or was not found; `accepted` by its author.
 */
export const carriedStates = ['placed', 'check', 'lost', 'accepted'] as const;
export type CarriedState = (typeof carriedStates)[number];

export const mostNoteLetters = 4000;
export const mostPrintedLetters = 300;
export const mostLabelLetters = 200;
export const mostReasonLetters = 500;
export const mostRects = 500;
export const mostStrokes = 500;
/** The points of all strokes of a note. */
export const mostPoints = 10_000;
export const mostCommentsOnNote = 200;
export const mostCommentLettersOnNote = 40_000;
/** What a note has itself: text, look, strokes and place, as JSON. Older notes may be larger. */
export const mostNoteBytes = 32_000;
/** What one person may have on a document, and in all. */
export const mostNotesOnDocument = 5000;
export const mostNoteBytesOnDocument = 4_000_000;
export const mostNotesOfUser = 50_000;
export const mostNoteBytesOfUser = 100_000_000;
export const mostCommentsOfUser = 20_000;
export const mostPictureBytes = 200_000;
export const mostPicturePixels = 1_000_000;
export const mostPicturesOfUser = 100;
/** The most notes that one answer has; `more` says that there are others. */
export const mostNotesAtOnce = 1000;
/** The most drawings that one call names. */
export const mostDrawingsAtOnce = 50;
/** 'from Rev. b' on the page, until the author accepts the place of a note that was carried over; else null. */
export function provisionalWords(note: {
  carried: { from_rev: string; state: CarriedState } | null;
}): string | null {
  const { carried } = note;
  return carried === null || carried.state === 'accepted' ? null : `from Rev. ${carried.from_rev}`;
}

/** How many letters of the text before and after a quote are kept. */
export const lettersAround = 32;
