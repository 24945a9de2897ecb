import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type NoteKind, noteKinds } from '#contract/note-words.ts';
import type { Note } from '#contract/notes.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import panel from '../panel/side-panel.module.css';
import { Choices } from '../../ui/choices.tsx';
import { CarriedOver } from './note-card.tsx';
import { CarriedTools, EarlierMarks } from './earlier-notes.tsx';
import {
  accountOf,
  contentWords,
  frameOf,
  kindNames,
  noteName,
  visibilityWords,
} from './note-choices.ts';
import { arrangeNotes, noFilter, type NoteFilter } from './note-list.ts';
import type { NotesControl } from './notes-control.ts';
import styles from './notes-tab.module.css';
import { attempting } from './shown-words.ts';

type Props = { control: NotesControl; onGoTo: () => void };

const rowPixels = 84;

/** All notes of the document, with search and filters; those that need a look come first. */
export function NotesTab({ control, onGoTo }: Props) {
  const { notes, listing } = useSyncExternalStore(control.store.subscribe, control.store.state);
  const { selected } = useSyncExternalStore(control.screen.subscribe, control.screen.view);
  const [filter, setFilter] = useState<NoteFilter>(noFilter);
  const [fault, setFault] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { shown, authors } = arrangeNotes(notes, filter);
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowPixels,
    getItemKey: (index) => shown[index]?.id ?? index,
    overscan: 2,
  });

  if (listing === null && notes.size === 0) return <div className={panel.text} aria-busy="true" />;
  return (
    <div className={styles.tab}>
      <Filters {...{ filter, setFilter, authors }} />
      <output className={styles.count}>{countWords(shown.length, notes.size)}</output>
      {listing?.is_carrying === true && (
        <p className={styles.count}>Notes of an earlier revision are being carried over…</p>
      )}
      {listing?.may_write === false && <p className={styles.count}>{listing.why_not}</p>}
      <CarriedTools control={control} notes={notes} />
      <EarlierMarks control={control} earlier={listing?.earlier ?? []} />
      {fault !== null && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      <div ref={list} className={styles.list}>
        <ul className={styles.all} style={{ height: rows.getTotalSize() }} aria-label="Notes">
          {rows.getVirtualItems().map(({ index, start }) => {
            const note = shown[index];
            if (note === undefined) return null;
            return (
              <li
                key={note.id}
                ref={rows.measureElement}
                data-index={index}
                className={styles.row}
                style={{ top: start }}
                aria-setsize={shown.length}
                aria-posinset={index + 1}
              >
                <ListedNote
                  note={note}
                  isSelected={note.id === selected}
                  goTo={(byKey) => {
                    control.goTo(note.id, byKey ? 'card' : null);
                    onGoTo();
                  }}
                >
                  <CarriedOver
                    control={control}
                    note={note}
                    attempt={attempting((now) => control.store.showSaved(now, note.id), setFault)}
                  />
                </ListedNote>
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

function countWords(shown: number, all: number): string {
  if (all === 0) return 'No notes yet. Choose one in the Notes menu of the toolbar.';
  const notes = all === 1 ? '1 note' : `${all.toLocaleString('en')} notes`;
  return shown === all ? notes : `${shown.toLocaleString('en')} of ${notes}`;
}

type FiltersProps = {
  filter: NoteFilter;
  setFilter: (filter: NoteFilter) => void;
  authors: readonly string[];
};

function Filters({ filter, setFilter, authors }: FiltersProps) {
  return (
    <div className={styles.filters}>
      <input
        type="search"
        aria-label="Search notes"
        placeholder="Search notes"
        value={filter.words}
        onChange={({ currentTarget }) => setFilter({ ...filter, words: currentTarget.value })}
      />
      <Choices
        label="Author"
        options={[
          { value: '', name: 'All authors' },
          ...authors.map((author) => ({ value: author, name: author })),
        ]}
        value={filter.author}
        choose={(author) => setFilter({ ...filter, author })}
      />
      <Choices<NoteKind | ''>
        label="Kind"
        options={[
          { value: '', name: 'All kinds' },
          ...noteKinds.map((kind) => ({ value: kind, name: kindNames[kind] })),
        ]}
        value={filter.kind}
        choose={(kind) => setFilter({ ...filter, kind })}
      />
    </div>
  );
}

type ListedProps = {
  note: Note;
  isSelected: boolean;
  goTo: (byKey: boolean) => void;
  children: ReactNode;
};

function ListedNote({ note, isSelected, goTo, children }: ListedProps) {
  const { kind, author_name, page, comments, hidden } = note;
  return (
    <div className={styles.item} data-frame={frameOf(note)} data-selected={isSelected || undefined}>
      <button
        type="button"
        className={styles.go}
        // A click by a key counts no click of a pointer.
        onClick={({ detail }) => goTo(detail === 0)}
      >
        <VisuallyHidden>{noteName(note)}</VisuallyHidden>
        <span className={styles.facts} aria-hidden>
          <b>{kindNames[kind]}</b>
          <span>Page {page}</span>
          <span className={styles.visibility}>{visibilityWords(note)}</span>
        </span>
        <span className={styles.words} aria-hidden>
          {contentWords(note)}
        </span>
        <span className={styles.facts} aria-hidden>
          <span title={accountOf(note)}>{author_name}</span>
          {comments.length > 0 && <span>Comments: {comments.length}</span>}
          {hidden !== null && <span>Hidden</span>}
        </span>
      </button>
      {children}
    </div>
  );
}
