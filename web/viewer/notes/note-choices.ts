import type { NoteKind } from '#contract/note-words.ts';
import type { Note } from '#contract/notes.ts';

type Colour = { name: string; value: string };

export const highlightColours: [Colour, ...Colour[]] = [
  { name: 'Yellow', value: '#ffd400' },
  { name: 'Green', value: '#4cd964' },
  { name: 'Blue', value: '#4aa8ff' },
  { name: 'Pink', value: '#ff6fb1' },
];

/** Dark enough to be read on paper. */
export const inkColours: [Colour, ...Colour[]] = [
  { name: 'Blue', value: '#1d4ed8' },
  { name: 'Red', value: '#c81e1e' },
  { name: 'Green', value: '#15803d' },
  { name: 'Black', value: '#111827' },
];

export const textSizes = [8, 10, 12, 14, 18, 24];
export const penWidths = [1, 2, 4, 8];

export const stampLabels = ['Approved', 'For information', 'Superseded'] as const;

export const styleNames = {
  highlight: 'Highlight',
  underline: 'Underline',
  strike: 'Strike through',
};

export const kindNames: Record<NoteKind, string> = {
  highlight: 'Highlight',
  freetext: 'Text',
  ink: 'Drawing',
  stamp: 'Stamp',
  signature: 'Signature',
};

/** Who sees the note, in words. */
export function visibilityWords({ is_private, group }: Pick<Note, 'is_private' | 'group'>): string {
  if (is_private) return 'Private';
  return group === null ? 'Everyone' : `Group ${group}`;
}

/** The same, for the colour of its frame. */
export function frameOf({ is_private, group }: Pick<Note, 'is_private' | 'group'>) {
  if (is_private) return 'private';
  return group === null ? 'everyone' : 'group';
}

/** What a note says, in one line. */
export function contentWords({ kind, text, quote, look }: Note): string {
  const said = text.trim() || (kind === 'highlight' ? quote : (look.label ?? ''));
  return said.replaceAll(/\s+/g, ' ').trim();
}

const mostLetters = 80;

/** The name of a note for screen readers. */
export function noteName(note: Note): string {
  const words = contentWords(note);
  const said = words.length > mostLetters ? `${words.slice(0, mostLetters)}…` : words;
  const parts = [
    `${kindNames[note.kind]} by ${note.author_name}, page ${note.page}, ${visibilityWords(note)}`,
    said,
    note.comments.length > 0 ? `${note.comments.length} comments` : '',
    carriedWords(note) ?? '',
    note.hidden === null ? '' : 'hidden',
  ];
  return parts.filter(Boolean).join('. ');
}

/** For `title`: the account of a person. */
export function accountOf({ author }: { author: string }): string {
  return `Account ${author}`;
}

/** Where a note was carried over from, and how sure its place is; null for one that was written here. */
export function carriedWords({ carried }: Note): string | null {
  if (carried === null) return null;
  const from = `Carried from Rev. ${carried.from_rev}`;
  if (carried.state === 'check') return `${from}: please check its place`;
  return carried.state === 'lost' ? `${from}: no place found` : from;
}
