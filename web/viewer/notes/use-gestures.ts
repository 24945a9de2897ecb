import { boxAround, evenPressure, inkPaths, type Point } from '#contract/note-drawing.ts';
import {
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { mostStrokes } from '#contract/note-words.ts';
import type { Note } from '#contract/notes.ts';
import type { Box } from '#contract/redline.ts';
import type { PageSheet } from '../references/references.ts';
import type { NoteChange } from './history.ts';
import { fitInto, movedBox, noteAt, pointAt, resizedBox, roundedBox } from './note-geometry.ts';
import type { NotesControl } from './notes-control.ts';
import { placeAt, strokePart, textPart, withStrokes } from './placing.ts';
import { bytesOf, erased, mostDrawnBytes } from './strokes.ts';

/** What the pointer does from when it is put down until it is lifted. */
type Gesture = {
  move: (event: PointerEvent) => void;
  end: () => void;
  /** The page stays where it is. */
  isHeld?: true;
};

type Begun = Gesture & Pick<PointerEvent, 'pointerId' | 'pointerType'>;

type Page = {
  control: NotesControl;
  sheet: PageSheet;
  notes: readonly Note[];
  /** Where the stroke is drawn while the pen is down. */
  live: RefObject<SVGGElement | null>;
};

// A hand that trembles while it clicks does not drag.
const minDragPixels = 4;
const eraserPixels = 8;
/** Strokes within this time are one drawing. */
const sameDrawingMs = 3000;

/** Draws, places, moves and erases on one page. `preview` has the notes as they are while the pointer is down. */
export function useGestures(page: Page) {
  const gesture = useRef<Begun | null>(null);
  const lastInk = useRef<{ id: string; at: number } | null>(null);
  const [preview, setPreview] = useState<readonly NoteChange[] | null>(null);

  const point = (event: { clientX: number; clientY: number }): Point =>
    pointAt(
      { x: event.clientX, y: event.clientY },
      page.sheet.div.getBoundingClientRect(),
      page.sheet,
    );
  const pointsPerPixel = () => {
    const { width } = page.sheet.div.getBoundingClientRect();
    const isTurned = page.sheet.rotation % 180 !== 0;
    return (isTurned ? page.sheet.height : page.sheet.width) / width;
  };

  function begin(event: ReactPointerEvent<SVGSVGElement>): Gesture | null {
    const { control, sheet } = page;
    const { mode, options } = control.screen.view();
    const target = event.target instanceof Element ? event.target : null;
    const held = target?.closest<SVGElement>('[data-hold]')?.dataset['hold'];
    const note = page.notes.find(({ id }) => id === control.screen.view().selected);
    if (held !== undefined && note !== undefined) return drag(event, note, held === 'resize');
    if (mode === 'none') return grab(event, target);
    if (mode === 'ink') {
      if (event.pointerType === 'touch' && !options.isLocked) return pan(event);
      return options.isEraser ? erase(event) : draw(event);
    }
    if (mode === 'freetext') return boxed(event);
    if (mode === 'stamp' || mode === 'signature') {
      return click(event, (at) => placeAt(control, sheet, at));
    }
    return null;
  }

  /** What the browser does by itself where nobody draws. */
  function pan(event: ReactPointerEvent): Gesture {
    const container = page.sheet.div.closest('[data-pages] > div');
    let last: { clientX: number; clientY: number } = event;
    return {
      move: (next) => {
        const [left, top] = [last.clientX - next.clientX, last.clientY - next.clientY];
        container?.scrollBy({ left, top, behavior: 'instant' });
        last = next;
      },
      end: () => {},
    };
  }

  /** Selects the note below the pointer, the smallest of several; the mouse takes it along. */
  function grab(event: ReactPointerEvent, target: Element | null): Gesture | null {
    if (!target?.closest('[data-note]')) return null;
    const grabbed = page.notes.filter(({ kind }) => kind !== 'highlight');
    const note = noteAt(grabbed, point(event), 1);
    if (note === null) return null;
    page.control.select(note.id);
    const isMovable = event.pointerType !== 'touch' && page.control.mayEdit(note);
    return isMovable ? drag(event, note, false) : null;
  }

  function drag(event: ReactPointerEvent, note: Note, isResize: boolean): Gesture {
    const start = point(event);
    const from = boxAround(note.rects);
    let moved: Note | null = null;
    return {
      isHeld: true,
      move: (next) => {
        const isFar = Math.hypot(next.clientX - event.clientX, next.clientY - event.clientY);
        if (moved === null && isFar < minDragPixels) return;
        const now = point(next);
        const by = { x: now.x - start.x, y: now.y - start.y };
        const isRigid = note.kind !== 'freetext';
        const box = isResize ? resizedBox(from, by, isRigid) : movedBox(from, by, page.sheet);
        moved = fitInto(note, roundedBox(box));
        setPreview([{ before: note, after: moved }]);
      },
      end: () => {
        if (moved !== null) page.control.replace(note, moved);
      },
    };
  }

  function click(event: ReactPointerEvent, place: (at: Point) => void): Gesture {
    let isClick = true;
    return {
      move: ({ clientX, clientY }) => {
        isClick &&= Math.hypot(clientX - event.clientX, clientY - event.clientY) < minDragPixels;
      },
      end: () => {
        if (isClick) place(point(event));
      },
    };
  }

  /** A box for text, where it was clicked or as large as it was dragged. */
  function boxed(event: ReactPointerEvent): Gesture {
    const start = point(event);
    let box: Box | undefined;
    return {
      move: (next) => {
        const now = point(next);
        const [width, height] = [Math.abs(now.x - start.x), Math.abs(now.y - start.y)];
        box = [Math.min(now.x, start.x), Math.min(now.y, start.y), width, height];
        if (Math.min(width, height) < minDragPixels * 2) box = undefined;
        const { options } = page.control.screen.view();
        const part = box && textPart(options, page.sheet, start, box);
        const draft = part && page.control.draft('freetext', page.sheet.page, part);
        setPreview(draft ? [{ before: null, after: draft }] : null);
      },
      end: () => placeAt(page.control, page.sheet, start, box),
    };
  }

  function draw(event: ReactPointerEvent): Gesture {
    const { control, sheet, live } = page;
    const { options } = control.screen.view();
    const { inkColour, penWidth } = options;
    const stroke: [number, number, number][] = [];
    type Drawn = Pick<PointerEvent, 'clientX' | 'clientY' | 'pressure' | 'pointerType'>;
    const add = (at: Drawn) => {
      const { x, y } = point(at);
      stroke.push([x, y, at.pointerType === 'pen' ? at.pressure : evenPressure]);
    };
    add(event);
    let frame = 0;
    const show = () => drawLive(live.current, inkPaths(stroke, penWidth), inkColour);
    return {
      isHeld: true,
      move: (next) => {
        const passed = next.getCoalescedEvents?.() ?? [];
        for (const one of passed.length > 0 ? passed : [next]) add(one);
        cancelAnimationFrame(frame);
        frame = requestAnimationFrame(show);
      },
      end: () => {
        cancelAnimationFrame(frame);
        live.current?.replaceChildren();
        const before = currentDrawing();
        const part = strokePart(options, stroke, before);
        const note = before ?? control.draft('ink', sheet.page, part);
        if (note === null) return;
        if (before === null) control.add(note);
        else control.replace(before, { ...before, ...part });
        lastInk.current = { id: note.id, at: Date.now() };
      },
    };
  }

  /** The drawing that the next stroke belongs to. */
  function currentDrawing(): Note | null {
    const { control } = page;
    const { inkColour, penWidth } = control.screen.view().options;
    const last = lastInk.current;
    const note = last === null ? undefined : control.store.state().notes.get(last.id);
    if (last === null || note === undefined || Date.now() - last.at > sameDrawingMs) return null;
    if (!control.mayEdit(note)) return null;
    const { colour, size, strokes = [] } = note.look;
    const hasRoom = strokes.length < mostStrokes && bytesOf(strokes) < mostDrawnBytes / 2;
    return hasRoom && colour === inkColour && size === penWidth ? note : null;
  }

  function erase(event: ReactPointerEvent): Gesture {
    const { control } = page;
    const drawings = page.notes.filter((note) => note.kind === 'ink' && control.mayEdit(note));
    const left = new Map(drawings.map((note) => [note.id, note.look.strokes ?? []]));
    const changes = () =>
      drawings.flatMap((note) => {
        const strokes = left.get(note.id) ?? [];
        const isSame = strokes.length === note.look.strokes?.length;
        return isSame ? [] : [{ before: note, after: withStrokes(note, strokes) }];
      });
    const wipe = (at: Point) => {
      const radius = eraserPixels * pointsPerPixel();
      for (const [id, strokes] of left) left.set(id, erased(strokes, at, radius));
      setPreview(changes());
    };
    wipe(point(event));
    return {
      isHeld: true,
      move: (next) => {
        for (const one of next.getCoalescedEvents?.() ?? [next]) wipe(point(one));
      },
      end: () => {
        const erasedNotes = changes();
        if (erasedNotes.length === 0) return;
        const gone = erasedNotes.flatMap(({ before, after }) => (after === null ? before : []));
        control.deleting(gone, () => control.store.change(erasedNotes));
      },
    };
  }

  function cancel() {
    gesture.current = null;
    page.live.current?.replaceChildren();
    setPreview(null);
  }

  const follow = useEffectEvent((event: PointerEvent) => {
    const begun = gesture.current;
    if (begun?.pointerId !== event.pointerId) return;
    if (event.type === 'pointermove') return begun.move(event);
    cancel();
    // A finger may have begun to zoom; what a pen drew was meant.
    if (event.type === 'pointerup' || event.pointerType === 'pen') begun.end();
  });

  useEffect(function followPointer() {
    // On the window: pdf.js empties a page before it draws it again, and the layer loses the pointer.
    const types = ['pointermove', 'pointerup', 'pointercancel'] as const;
    for (const type of types) window.addEventListener(type, follow);
    return () => types.forEach((type) => window.removeEventListener(type, follow));
  }, []);

  function press(event: ReactPointerEvent<SVGSVGElement>) {
    const { pointerId, pointerType, isPrimary } = event;
    // The hand that writes rests on the screen.
    if (gesture.current?.pointerType === 'pen' && pointerType !== 'pen') return;
    if (!isPrimary) return cancel(); // two fingers zoom
    if (event.button !== 0) return;
    const begun = begin(event);
    gesture.current = begun && { ...begun, pointerId, pointerType };
    if (begun === null) return;
    event.preventDefault(); // no text is selected
    event.currentTarget.setPointerCapture(pointerId);
  }

  /** `isHeld`: the finger on the page moves something on it, and not the page. */
  return { preview, isHeld: () => gesture.current?.isHeld === true, press };
}

function drawLive(
  group: SVGGElement | null,
  paths: readonly { d: string; width: number }[],
  colour: string,
): void {
  if (group === null) return;
  group.setAttribute('stroke', colour);
  group.replaceChildren(
    ...paths.map(({ d, width }) => {
      const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      path.setAttribute('d', d);
      path.setAttribute('stroke-width', String(width));
      return path;
    }),
  );
}
