import {
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import type { Note } from '#contract/notes.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Reader } from '../reader.ts';
import type { PageSheet } from '../references/references.ts';
import { useSheets } from '../references/use-sheets.ts';
import { chosenMarking, highlightSelection } from './highlight-selection.ts';
import { rectsOn } from './drawn-note.tsx';
import { isInside, pointAt } from './note-geometry.ts';
import { NoteCard } from './note-card.tsx';
import { MissingNote } from './missing-note.tsx';
import { listenToNoteKeys } from './note-keys.ts';
import type { NotesControl } from './notes-control.ts';
import styles from './notes-layer.module.css';
import type { NotesScreen } from './notes-screen.ts';
import { indexByPage } from './note-list.ts';
import { PageMarks, PageNotes } from './page-notes.tsx';
import { SelectionBubble } from './selection-bubble.tsx';
import { SignatureDialog } from './signature-dialog.tsx';

type Props = {
  reader: Reader;
  control: NotesControl;
  /** What the pages and the card lie in. */
  area: RefObject<HTMLElement | null>;
};

const everyPage = () => true;
const none: readonly Note[] = [];

/** The notes over the pages that are drawn, and the card of the one that is selected. */
export function NotesLayer({ reader, control, area }: Props) {
  const { notes } = useSyncExternalStore(control.store.subscribe, control.store.state);
  const view = useSyncExternalStore(control.screen.subscribe, control.screen.view);
  const overlays = useSheets(reader, everyPage, styles.layer);
  const markOverlays = useSheets(reader, everyPage, styles.marks);
  const [indexed, setIndexed] = useState(() => ({ notes, byPage: indexByPage(notes) }));
  if (indexed.notes !== notes) setIndexed({ notes, byPage: indexByPage(notes, indexed.byPage) });
  const selected = view.selected === null ? undefined : notes.get(view.selected);

  useEffect(
    function tellSheets() {
      control.setSheets([...overlays.values()].map(({ sheet }) => sheet));
    },
    [control, overlays],
  );

  useEffect(
    function followKeys() {
      return listenToNoteKeys(control, reader);
    },
    [control, reader],
  );

  useEffect(
    function selectByClick() {
      const element = area.current;
      if (element === null) return;
      const clicked = (event: MouseEvent) => selectAt(control, event);
      element.addEventListener('click', clicked);
      return () => element.removeEventListener('click', clicked);
    },
    [control, area],
  );

  useEffect(
    function highlightAfterSelecting() {
      if (view.mode !== 'highlight') return;
      // A finger goes on to move the ends of what it selected; the bar has a button then.
      const lifted = ({ pointerType }: PointerEvent) => {
        if (pointerType === 'touch') return;
        setTimeout(() => void highlightSelection(control, chosenMarking(control)).catch(() => {}));
      };
      document.addEventListener('pointerup', lifted);
      return () => document.removeEventListener('pointerup', lifted);
    },
    [control, view.mode],
  );

  useWantedNote(reader, control, overlays);

  return (
    <>
      {portals(overlays, (sheet) => {
        const here = indexed.byPage.get(sheet.page) ?? none;
        const isHere = selected !== undefined && here.includes(selected);
        return (
          <PageNotes
            {...{ control, sheet }}
            notes={here}
            mode={view.mode}
            selected={isHere ? view.selected : null}
          />
        );
      })}
      {portals(markOverlays, (sheet) => (
        <PageMarks sheet={sheet} notes={indexed.byPage.get(sheet.page) ?? none} />
      ))}
      {selected !== undefined && (
        <NoteCard key={selected.id} control={control} note={selected} wanted={view.wanted} />
      )}
      {view.mode === 'none' && <SelectionBubble {...{ control, area }} />}
      {view.missing !== null && (
        <MissingNote key={view.missing} control={control} id={view.missing} />
      )}
      {view.asking !== null && <LosingComments screen={control.screen} {...view.asking} />}
      {view.signing !== null && <SignatureDialog control={control} place={view.signing} />}
    </>
  );
}

function portals(overlays: ReturnType<typeof useSheets>, shown: (sheet: PageSheet) => ReactNode) {
  return [...overlays].map(([page, { sheet, element }]) =>
    createPortal(shown(sheet), element, String(page)),
  );
}

/** Asks before a note goes on which others wrote. */
function LosingComments(props: { screen: NotesScreen; comments: number; yes: () => void }) {
  const { screen, comments, yes } = props;
  const words = comments === 1 ? 'a comment' : `${comments} comments`;
  return (
    <Dialog
      title="Delete what others commented on?"
      onClose={screen.endQuestion}
      actions={
        <>
          <Button onClick={screen.endQuestion}>Keep</Button>
          <Button variant="primary" onClick={yes}>
            Delete
          </Button>
        </>
      }
    >
      <p>Others wrote {words} here. Nobody sees them then; undo brings them back for 30 days.</p>
    </Dialog>
  );
}

/** A click on the text of a page selects the note that lies there, or none. */
function selectAt(control: NotesControl, event: MouseEvent): void {
  const { target } = event;
  if (control.screen.view().mode !== 'none' || !(target instanceof Element)) return;
  if (target.closest('a, button, svg, [data-note-card], [data-notes-bar], dialog')) return;
  const page = target.closest<HTMLElement>('.page');
  const sheet = control.screen.sheets.get(Number(page?.dataset['pageNumber']));
  if (getSelection()?.isCollapsed === false) return;
  if (sheet === undefined) return control.select(null);
  const point = pointAt(
    { x: event.clientX, y: event.clientY },
    sheet.div.getBoundingClientRect(),
    sheet,
  );
  const hit = [...control.store.state().notes.values()].filter(({ kind }) => kind === 'highlight');
  const note = hit.findLast((one) =>
    rectsOn(one, sheet.page).some((rect) => isInside(point, rect, 1)),
  );
  control.select(note?.id ?? null);
}

/** Turns to the page of the note that is asked for, and scrolls to it once it is drawn. */
function useWantedNote(
  reader: Reader,
  control: NotesControl,
  overlays: ReturnType<typeof useSheets>,
): void {
  const { wanted } = useSyncExternalStore(control.screen.subscribe, control.screen.view);
  const shown = useRef<typeof wanted>(null);
  const asked = useRef<typeof wanted>(null);
  useEffect(
    function showWanted() {
      const note = wanted === null ? undefined : control.store.state().notes.get(wanted.id);
      if (note === undefined || shown.current === wanted) return;
      if (asked.current !== wanted) {
        asked.current = wanted;
        const isDrawn = overlays.get(note.page)?.element.isConnected === true;
        if (!isDrawn) reader.act({ type: 'goToPage', page: note.page });
      }
      const element = overlays.get(note.page)?.element;
      // Its box: empty text counts as lying in the corner of the page.
      const drawn = element?.querySelector(`[data-note="${note.id}"] > rect`);
      if (element?.isConnected !== true || !drawn) return;
      shown.current = wanted;
      scrollTo(drawn);
    },
    [reader, control, wanted, overlays],
  );
}

function scrollTo(drawn: Element): void {
  const container = drawn.closest<HTMLElement>('[data-pages] > div');
  if (container === null) return;
  const [inner, outer] = [drawn.getBoundingClientRect(), container.getBoundingClientRect()];
  const isSeen =
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom &&
    inner.left >= outer.left &&
    inner.right <= outer.right;
  if (isSeen) return;
  container.scrollBy({
    top: (inner.top + inner.bottom - outer.top - outer.bottom) / 2,
    left: (inner.left + inner.right - outer.left - outer.right) / 2,
    behavior: 'instant',
  });
}
