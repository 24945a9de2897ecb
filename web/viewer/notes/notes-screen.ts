import type { Note, NoteLook } from '#contract/notes.ts';
import type { NoteKind } from '#contract/note-words.ts';
import type { PageSheet } from '../references/references.ts';
import { highlightColours, inkColours, stampLabels } from './note-choices.ts';

/** The modes of the editor; specification, section 4. `none` reads, `disable` where nothing may be written. */
export type EditorMode = 'disable' | 'none' | NoteKind;

/** Whose notes: one's own, everyone's, or those of a group. */
export type Visibility = Pick<Note, 'is_private' | 'group'>;

/** 'private', 'everyone' or 'group Welding': in a list, and as it is remembered. */
export function textOfVisibility({ is_private, group }: Visibility): string {
  if (is_private) return 'private';
  return group === null ? 'everyone' : `group ${group}`;
}

export function visibilityOf(text: string): Visibility {
  const group = text.startsWith('group ') ? text.slice('group '.length) : null;
  return { is_private: group === null && text !== 'everyone', group };
}

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
  /** A question before other people's words are deleted; null while there is none. */
  asking: { comments: number; yes: () => void } | null;
  /** What is done with the signature that the reader is asked for; null while nobody is. */
  signing: ((look: NoteLook) => void) | null;
};

/** What the reader sees of the notes besides themselves: the mode, the selected note, questions; and the drawn pages. */
export class NotesScreen {
  /** The pages that are drawn now. */
  sheets: ReadonlyMap<number, PageSheet> = new Map();
  readonly #listeners = new Set<() => void>();
  #view: NotesView;

  constructor(visibility: Visibility) {
    this.#view = { ...firstView, options: { ...firstOptions, visibility } };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly view = (): NotesView => this.#view;

  change(change: Partial<NotesView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }

  readonly setOptions = (options: Partial<NoteOptions>): void =>
    this.change({ options: { ...this.#view.options, ...options }, fault: null });

  readonly setFault = (fault: string | null): void => this.change({ fault });

  readonly askForSignature = (signing: NotesView['signing']): void => this.change({ signing });

  readonly endQuestion = (): void => this.change({ asking: null });
}

/** Of a stamp of one line. */
export const labelRatio = 0.28;

const firstOptions: Omit<NoteOptions, 'visibility'> = {
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

const firstView: Omit<NotesView, 'options'> = {
  mode: 'none',
  selected: null,
  wanted: null,
  missing: null,
  fault: null,
  signing: null,
  asking: null,
};
