import {
  boxAround,
  fittedLines,
  inkPaths,
  lineHeight,
  markLine,
  sealLines,
  signatureIn,
  signatureParts,
  stampFrame,
  textPadding,
} from '#contract/note-drawing.ts';
import { provisionalWords } from '#contract/note-words.ts';
import { memo, useId } from 'react';
import type { Note } from '#contract/notes.ts';
import type { Box } from '#contract/redline.ts';
import styles from './notes-layer.module.css';
import { frameOf } from './note-choices.ts';
import { pictureAddress } from './notes-api.ts';
import { wrapped } from './wrapped-text.ts';

type Props = {
  note: Note;
  page: number;
  isSelected: boolean;
};

/** A note in points of the page, inside an SVG. The colour of a highlight is drawn elsewhere: below the letters. */
export const DrawnNote = memo(function DrawnNote(props: Props) {
  const { note, page, isSelected } = props;
  const rects = rectsOn(note, page);
  const [first] = rects;
  if (first === undefined) return null;
  const [left, top] = boxAround(rects);
  const from = provisionalWords(note);
  const hasWords = note.comments.length > 0 || (note.kind !== 'freetext' && note.text !== '');
  return (
    <g
      data-note={note.id}
      data-frame={frameOf(note)}
      data-kind={note.kind}
      data-selected={isSelected || undefined}
      data-hidden={note.hidden !== null || undefined}
      data-provisional={from !== null || undefined}
      data-check={note.carried?.state === 'check' || undefined}
      className={styles.note}
    >
      {!isMarker(note) && <Content note={note} rects={rects} />}
      {(note.kind === 'highlight' ? rects : [boxAround(rects)]).map((rect) => (
        <Rect key={rect.join(' ')} box={rect} className={styles.frame} />
      ))}
      {from !== null && (
        <text className={styles.from} x={left} y={top - 2}>
          {from}
        </text>
      )}
      {hasWords && <circle className={styles.marker} cx={first[0]} cy={first[1]} r={3} />}
    </g>
  );
});

/** The colours of the highlights of a page. */
export function Marks({ notes, page }: { notes: readonly Note[]; page: number }) {
  return notes
    .filter(isMarker)
    .map((note) =>
      rectsOn(note, page).map((rect) => (
        <Mark key={`${note.id} ${rect.join(' ')}`} note={note} box={rect} />
      )),
    );
}

/** Whether it colours its words, as a marker pen does. */
export function isMarker({ kind, look, hidden }: Note): boolean {
  const isColoured = look.style === undefined || look.style === 'highlight';
  return kind === 'highlight' && isColoured && hidden === null;
}

export function rectsOn(note: Note, page: number): readonly Box[] {
  if (note.page === page) return note.rects;
  return note.other_pages.find((other) => other.page === page)?.rects ?? [];
}

function Rect({ box, ...rest }: { box: Box; className?: string | undefined; fill?: string }) {
  const [x, y, width, height] = box;
  return <rect {...{ x, y, width, height }} {...rest} />;
}

function Content({ note, rects }: { note: Note; rects: readonly Box[] }) {
  const box = boxAround(rects);
  switch (note.kind) {
    case 'highlight':
      return rects.map((rect) => <Mark key={rect.join(' ')} note={note} box={rect} />);
    case 'freetext':
      return <TextBox note={note} box={box} />;
    case 'ink':
      return <Ink look={note.look} />;
    case 'stamp':
      return <Stamp note={note} box={box} />;
    case 'signature':
      return <Signature note={note} box={box} />;
  }
}

function Mark({ note: { look }, box }: { note: Note; box: Box }) {
  if (look.style === undefined || look.style === 'highlight') {
    return <Rect box={box} className={styles.mark} fill={look.colour} />;
  }
  const [left, , width] = box;
  const { y, line } = markLine(box, look.style);
  return <path d={`M${left} ${y}h${width}`} stroke={look.colour} strokeWidth={line} />;
}

function TextBox({ note: { text, look }, box }: { note: Note; box: Box }) {
  const [left, top, width] = box;
  const size = look.size ?? 12;
  return (
    <>
      <Rect box={box} className={styles.paper} />
      <text className={styles.text} fontSize={size} fill={look.colour}>
        {wrapped(text, width - 2 * textPadding, size).map((line, at) => (
          <tspan
            // oxlint-disable-next-line react/no-array-index-key -- a line has no name but its place
            key={at}
            x={left + textPadding}
            y={top + textPadding + size * (lineHeight * at + 0.95)}
          >
            {line}
          </tspan>
        ))}
      </text>
    </>
  );
}

function Ink({ look }: { look: Note['look'] }) {
  const paths = (look.strokes ?? []).flatMap((stroke) => inkPaths(stroke, look.size ?? 2));
  return (
    <g className={styles.strokes} stroke={look.colour}>
      {paths.map(({ d, width }) => (
        <path key={d} d={d} strokeWidth={width} />
      ))}
    </g>
  );
}

function Stamp({ note, box }: { note: Note; box: Box }) {
  const { look } = note;
  if (look.picture !== undefined) return <Picture id={look.picture} box={box} />;
  const { radius, line, ...frame } = stampFrame(box);
  return (
    <>
      <rect
        className={styles.stamp}
        {...frame}
        rx={radius}
        stroke={look.colour}
        strokeWidth={line}
      />
      <FittedText text={look.label ?? ''} box={box} colour={look.colour} />
    </>
  );
}

/** As large as its box allows. */
function FittedText(props: { text: string; box: Box; colour: string; isScript?: boolean }) {
  const { text, box, colour, isScript = false } = props;
  const { size, lines } = fittedLines(text, box);
  return (
    <text className={isScript ? styles.script : styles.stampText} fontSize={size} fill={colour}>
      {lines.map(({ line, x, y }) => (
        <tspan key={y} x={x} y={y}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

/** Its white lets the page through, as in a copy. */
function Picture({ id, box: [x, y, width, height] }: { id: string; box: Box }) {
  const filter = useId();
  return (
    <>
      <filter id={filter} colorInterpolationFilters="sRGB">
        <feColorMatrix values="1 0 0 0 0  0 1 0 0 0  0 0 1 0 0  -1 -1 -1 3 0" />
        <feComposite operator="in" in2="SourceAlpha" />
      </filter>
      <image href={pictureAddress(id)} {...{ x, y, width, height }} filter={`url(#${filter})`} />
    </>
  );
}

function Signature({ note, box }: { note: Note; box: Box }) {
  const look = signatureIn(note.look, box);
  const { above, seal } = signatureParts(box, sealLines(note));
  return (
    <>
      <SignatureLook look={look} box={above} />
      <text className={styles.seal} fontSize={seal.size}>
        {seal.lines.map(({ line, x, y }) => (
          <tspan key={y} x={x} y={y}>
            {line}
          </tspan>
        ))}
      </text>
    </>
  );
}

/** What was drawn, typed or chosen; strokes are where they are. */
export function SignatureLook({ look, box }: { look: Note['look']; box: Box }) {
  const { strokes, picture, label, colour } = look;
  return (
    <>
      {strokes !== undefined && <Ink look={look} />}
      {picture !== undefined && <Picture id={picture} box={box} />}
      {label !== undefined && <FittedText text={label} box={box} colour={colour} isScript />}
    </>
  );
}
