import { useEffect, useRef } from 'react';
import { controlKey } from './control-key.ts';
import { isTyping } from './typing.ts';

/**
 * Where a key acts. `everywhere`: in fields, too. `page`: wherever nothing is typed and no control uses the key itself.
 * The others are parts of a page, which `data-keys` names. `sheet`: its own handler reads it there.
 */
type Place = 'everywhere' | 'page' | 'viewer' | 'notes' | 'redline' | 'changes' | 'sheet';
type Keys = Partial<Record<Place, string>>;

/** Every command that has keys. They listen, and toolbars, menus and help show them, by this table alone. */
const table = {
  quickOpen: command('Quick open', { everywhere: 'Ctrl+K', page: '/' }),
  foldForm: command('Hide or show the form', { everywhere: 'Ctrl+B' }),
  dismiss: command('Close', { everywhere: 'Escape' }),

  find: command('Find in document', { everywhere: 'Ctrl+F' }),
  findNext: command('Next match', { everywhere: 'F3 Ctrl+G' }),
  findPrevious: command('Previous match', { everywhere: 'Shift+F3 Ctrl+Shift+G' }),
  print: command('Print', { everywhere: 'Ctrl+P' }),
  fullscreen: command('Fullscreen', { viewer: 'F' }),
  zoomIn: command('Zoom in', { viewer: '+ =', page: 'Ctrl++ Ctrl+=' }),
  zoomOut: command('Zoom out', { viewer: '-', page: 'Ctrl+-' }),
  zoomBack: command('Usual zoom', { page: 'Ctrl+0' }),
  firstPage: command('First page', { page: 'Home Ctrl+Home' }),
  lastPage: command('Last page', { page: 'End Ctrl+End' }),
  left: command('Left, or previous page', { page: 'ArrowLeft' }),
  right: command('Right, or next page', { page: 'ArrowRight' }),
  up: command('Up', { page: 'ArrowUp' }),
  down: command('Down', { page: 'ArrowDown' }),
  screenUp: command('Screen up', { page: 'PageUp Shift+Space' }),
  screenDown: command('Screen down', { page: 'PageDown Space' }),
  selectAll: command('Select the document', { page: 'Ctrl+A' }),

  highlight: command('Highlight', { notes: 'H' }),
  underline: command('Underline selected text', { notes: 'U' }),
  strike: command('Strike through selected text', { notes: 'K' }),
  freetext: command('Text', { notes: 'T' }),
  ink: command('Draw', { notes: 'D' }),
  stamp: command('Stamp', { notes: 'S' }),
  signature: command('Signature', { notes: 'G' }),
  undoNote: command('Undo note', { notes: 'Ctrl+Z' }),
  redoNote: command('Redo note', { notes: 'Ctrl+Y Ctrl+Shift+Z' }),
  leaveNotes: command('Back to reading', { notes: 'Escape' }),
  deleteNote: command('Delete note', { notes: 'Delete Backspace' }),
  moveNote: command('Move note', { notes: 'ArrowLeft ArrowRight ArrowUp ArrowDown' }),
  moveNoteFar: command('Move note far', {
    notes: 'Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown',
  }),

  nextChange: command('Next change', { redline: 'N', page: 'F7' }),
  previousChange: command('Previous change', { redline: 'P', page: 'Shift+F7' }),

  no_impact: command('No impact', { changes: '1' }),
  action: command('Action', { changes: '2' }),
  question: command('Question', { changes: '3' }),
  undoDecision: command('Undo decision', { changes: 'Ctrl+Z' }),

  undo: command('Undo', { page: 'Ctrl+Z' }),
  redo: command('Redo', { page: 'Ctrl+Y Ctrl+Shift+Z' }),
  replace: command('Find and replace…', { everywhere: 'Ctrl+H' }),
  newRevision: command('New revision…', { page: 'Alt+N' }),
  copy: command('Copy', { sheet: 'Ctrl+C' }),
  fillDown: command('Fill down', { sheet: 'Ctrl+D' }),
  clearCells: command('Clear cells', { sheet: 'Delete' }),
};

function command(name: string, keys: Keys) {
  return { name, keys };
}

export type CommandId = keyof typeof table;

/** False where it did nothing: then the key is left to others. */
type Handler = (event: KeyboardEvent) => boolean | void;
export type CommandHandlers = Partial<Record<CommandId, Handler>>;

const ids = Object.keys(table) as CommandId[];
const bound = new Set<CommandHandlers>();
let hasSingleKeys = true;

/** Without them letters, digits and signs do nothing by themselves (WCAG 2.1.4). */
export function setSingleKeys(isOn: boolean): void {
  hasSingleKeys = isOn;
}

/** Listens until the returned function is called. Of two that take the same key, the later one is asked first. */
export function bindCommands(handlers: CommandHandlers): () => void {
  bound.add(handlers);
  document.addEventListener('keydown', handleEarly, { capture: true });
  document.addEventListener('keydown', handleLate);
  return () => void bound.delete(handlers);
}

/** Listens while the component is there, and `isOn`. The handlers may be others at each render. */
export function useCommands(handlers: CommandHandlers, isOn = true): void {
  const latest = useRef(handlers);
  useEffect(function keepLatest() {
    latest.current = handlers;
  });
  useEffect(
    function bind() {
      if (!isOn) return;
      const later = (id: string) => [
        id,
        (event: KeyboardEvent) => latest.current[id as CommandId]?.(event),
      ];
      return bindCommands(Object.fromEntries(Object.keys(latest.current).map(later)));
    },
    [isOn],
  );
}

// Before the parts of the page: a grid would begin a text with the letter, and the page scroll by the arrows.
const handleEarly = (event: KeyboardEvent) => handle(event, true);
const handleLate = (event: KeyboardEvent) => handle(event, false);

function handle(event: KeyboardEvent, isEarly: boolean): void {
  if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
  const key = pressedKey(event);
  const at = event.target instanceof Element ? event.target : document.body;
  const isMeant = (id: CommandId) =>
    placesOf(id, key).some(
      (place) => (place === 'notes' || event.altKey) === isEarly && isAt(place, at, key),
    );
  const meant = ids.filter(isMeant);
  for (const handlers of [...bound].toReversed()) {
    if (!meant.some((id) => handlers[id] !== undefined && handlers[id](event) !== false)) continue;
    event.preventDefault();
    event.stopPropagation();
    return;
  }
}

/** For the part of a page that reads its keys itself. */
export function isKeyOf(id: CommandId, event: PressedKey): boolean {
  return placesOf(id, pressedKey(event)).length > 0;
}

type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'
>;

/** As the table writes it. With ⌘ it is the key with Ctrl. */
function pressedKey({ key, code, ctrlKey, metaKey, altKey, shiftKey }: PressedKey): string {
  const bare = altKey ? code.replace('Key', '') : key.length === 1 ? key.toUpperCase() : key;
  const name = bare === ' ' ? 'Space' : bare;
  // Some keyboards have signs and digits with Shift alone.
  const isShifted = shiftKey && !/^[^A-Z]$/.test(name);
  const control = ctrlKey || metaKey ? 'Ctrl+' : '';
  return `${control}${altKey ? 'Alt+' : ''}${isShifted ? 'Shift+' : ''}${name}`;
}

function placesOf(id: CommandId, key: string): Place[] {
  const places = Object.entries(table[id].keys) as [Place, string][];
  return places.flatMap(([place, keys]) => (keys.split(' ').includes(key) ? [place] : []));
}

/** What has keys of its own, whatever they are. */
const others = '[role="dialog"], [role="menu"], [role="listbox"]';
/** What uses some keys itself; the rest belongs to the page. */
const users: [controls: string, keys: RegExp][] = [
  ['aside', /^(Shift\+)?(Arrow.*|Page.*|Home|End|Space)$/], // the side panel scrolls
  [
    '[role="toolbar"], [role="tablist"], [role="radiogroup"], input',
    /^(Shift\+)?(Arrow.*|Home|End|Space)$/,
  ],
  ['button, summary, [role="button"]', /Space$/],
  ['[role="grid"]', /^(.|Space|(Shift\+)?(Arrow.*|Page.*|Home|End))$/],
];

function isAt(place: Place, at: Element, key: string): boolean {
  if (place === 'everywhere') return true;
  if (place === 'sheet' || (key.length === 1 && !hasSingleKeys)) return false;
  if (isTyping(at) && key !== 'Escape') return false;
  const isNotes = place === 'notes';
  if (at.closest(isNotes ? `search, ${others.replace(']', ']:not([data-note-card])')}` : others)) {
    return false;
  }
  if (users.some(([controls, keys]) => keys.test(key) && at.closest(controls) !== null))
    return false;
  if (place === 'page') return true;
  const part = `[data-keys="${isNotes ? 'viewer' : place}"]`;
  if (at.closest(part) !== null) return true;
  // The focus of what is around it, or of the heading of a new screen, is nobody's; it does not do to change what is saved.
  return place !== 'changes' && (at.matches('h1') || at.querySelector(part) !== null);
}

/** The commands that have keys now. */
export function listedCommands(): { id: CommandId; name: string }[] {
  return ids.filter((id) => keysOf(id).length > 0).map((id) => ({ id, name: table[id].name }));
}

/** The keys of a command, as they are shown; without those that are switched off. */
export function shownKeys(id: CommandId): string[] {
  return keysOf(id).map((key) =>
    key
      .replace('Ctrl', controlKey)
      .replace(/(?<=^|\+)-$/, '−')
      .replace(/Arrow.*|Escape/, (name) => signs[name] ?? name),
  );
}

/** What `aria-keyshortcuts` has. */
export function ariaKeys(id: CommandId): string | undefined {
  const control = controlKey === 'Ctrl' ? 'Control' : 'Meta';
  return keysOf(id).join(' ').replaceAll('Ctrl', control) || undefined;
}

function keysOf(id: CommandId): string[] {
  const keys = Object.values(table[id].keys).flatMap((some) => some.split(' '));
  return keys.filter((key) => hasSingleKeys || key.length > 1);
}

const signs: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
};
