import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { OverPage } from '../printing/print-stamped.ts';
import { DrawnNote } from './drawn-note.tsx';
import { indexByPage } from './notes-by-page.ts';
import type { NotesControl } from './notes-control.ts';

/** What is printed over each page: its notes, in points, but for hidden ones. */
export function notesOver(control: NotesControl): OverPage {
  const byPage = indexByPage(control.store.state().notes);
  return (page) => {
    const notes = byPage.get(page)?.filter(({ hidden }) => hidden === null) ?? [];
    if (notes.length === 0) return null;
    const group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
    const drawn = notes.map((note) => (
      <DrawnNote key={note.id} note={note} page={page} isSelected={false} isMarkApart={false} />
    ));
    flushSync(() => createRoot(group).render(drawn));
    return group;
  };
}
