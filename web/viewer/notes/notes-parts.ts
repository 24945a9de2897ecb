// All of the notes that is loaded once the first page is painted.
export { NotesBar } from './notes-bar.tsx';
export { NotesControl } from './notes-control.ts';
export { NotesLayer } from './notes-layer.tsx';
export { NotesTab } from './notes-tab.tsx';
export { saveCopy } from './save-copy.ts';
