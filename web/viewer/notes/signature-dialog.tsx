import { evenPressure, inkPaths, noSeal } from '#contract/note-drawing.ts';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { NoteLook } from '#contract/notes.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { inkColours } from './note-choices.ts';
import layer from './notes-layer.module.css';
import { failureWords } from './shown-words.ts';
import { deleteSignature, pictureAddress, readSignature, saveSignature } from './notes-api.ts';
import type { NotesControl } from './notes-control.ts';
import styles from './signature-dialog.module.css';
import { fitting, simplified } from './strokes.ts';
import { uploadPicture } from './upload-picture.ts';

type Props = { control: NotesControl; place: (look: NoteLook) => void };

const ways = { draw: 'Draw', type: 'Type', picture: 'Picture' } as const;
type Way = keyof typeof ways;

const pad = { width: 400, height: 140, pen: 3 };
const colour = inkColours[0].value;

/** Asks for a signature: drawn, typed or a picture. It can be kept for the next time, for oneself. */
export function SignatureDialog({ control, place }: Props) {
  const [way, setWay] = useState<Way>('draw');
  const [look, setLook] = useState<NoteLook | null>(null);
  const [kept, setKept] = useState<NoteLook | null>(null);
  const [keeps, setKeeps] = useState(true);
  const [fault, setFault] = useState<string | null>(null);
  const close = () => control.askForSignature(null);

  useEffect(function readKept() {
    let isClosed = false;
    readSignature().then(
      (signature) => isClosed || setKept(signature),
      () => {}, // then a new one is asked for
    );
    return () => {
      isClosed = true;
    };
  }, []);

  function use(signature: NoteLook) {
    control.setOptions({ signature });
    place(signature);
    close();
  }

  async function sign() {
    if (look === null) return setFault('Draw, type or choose a signature first.');
    try {
      if (keeps) await saveSignature(look);
      use(look);
    } catch (error) {
      setFault(failureWords(error));
    }
  }

  async function forget() {
    try {
      await deleteSignature();
      setKept(null);
      control.setOptions({ signature: null });
    } catch (error) {
      setFault(failureWords(error));
    }
  }

  return (
    <Dialog
      title="Signature"
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" onClick={() => void sign()}>
            Use this signature
          </Button>
        </>
      }
    >
      {kept !== null && (
        <div className={styles.kept}>
          <Preview look={kept} name="Your kept signature" />
          <Button onClick={() => use(kept)}>Use kept signature</Button>
          <Button onClick={() => void forget()}>Delete kept signature</Button>
        </div>
      )}
      <div role="radiogroup" aria-label="How to sign" className={styles.ways}>
        {Object.entries(ways).map(([value, name]) => (
          <label key={value}>
            <input
              type="radio"
              name="way"
              checked={value === way}
              onChange={() => {
                setWay(value as Way); // the keys of `ways`
                setLook(null);
              }}
            />
            {name}
          </label>
        ))}
      </div>
      {way === 'draw' && <Pad setLook={setLook} />}
      {way === 'type' && (
        <label className={styles.field}>
          Your name
          <input
            maxLength={100}
            onChange={({ currentTarget: { value } }) =>
              setLook(value.trim() === '' ? null : { colour, label: value.trim() })
            }
          />
        </label>
      )}
      {way === 'picture' && (
        <label className={styles.field}>
          PNG, at most 200 kB
          <input
            type="file"
            accept="image/png"
            onChange={({ currentTarget: { files } }) => {
              const file = files?.[0];
              if (file === undefined) return;
              uploadPicture(file).then(
                ({ id }) => setLook({ colour, picture: id }),
                (error: unknown) => setFault(failureWords(error)),
              );
            }}
          />
        </label>
      )}
      {way !== 'draw' && look !== null && <Preview look={look} name="Preview" />}
      <label className={styles.keep}>
        <input type="checkbox" checked={keeps} onChange={() => setKeeps(!keeps)} />
        Keep it for the next time. Only you can use it.
      </label>
      <p className={styles.seal}>It is shown with the words: {noSeal}.</p>
      {fault !== null && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </Dialog>
  );
}

function Pad({ setLook }: { setLook: (look: NoteLook | null) => void }) {
  const [strokes, setStrokes] = useState<[number, number, number][][]>([]);
  const isDown = useRef(false);

  useEffect(
    function tellLook() {
      const drawn = fitting(strokes.map((stroke) => simplified(stroke)));
      setLook(drawn.length === 0 ? null : { colour, size: pad.pen, strokes: drawn });
    },
    [strokes, setLook],
  );

  function pointOf(event: PointerEvent<SVGSVGElement>): [number, number, number] {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const pressure = event.pointerType === 'pen' ? event.pressure : evenPressure;
    return [
      ((event.clientX - left) / width) * pad.width,
      ((event.clientY - top) / height) * pad.height,
      pressure,
    ];
  }

  function draw(event: PointerEvent<SVGSVGElement>) {
    const point = pointOf(event);
    setStrokes((before) => [...before.slice(0, -1), [...(before.at(-1) ?? []), point]]);
  }

  return (
    <div className={styles.pad}>
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn on
        role="img"
        aria-label="Draw your signature here"
        viewBox={`0 0 ${pad.width} ${pad.height}`}
        className={layer.strokes}
        stroke={colour}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          isDown.current = true;
          const point = pointOf(event);
          setStrokes((before) => [...before, [point]]);
        }}
        onPointerMove={(event) => {
          if (isDown.current) draw(event);
        }}
        onPointerUp={() => (isDown.current = false)}
      >
        {strokes.flatMap((stroke) =>
          inkPaths(stroke, pad.pen).map(({ d, width }) => (
            <path key={d} d={d} strokeWidth={width} />
          )),
        )}
      </svg>
      <Button onClick={() => setStrokes([])}>Clear</Button>
    </div>
  );
}

function Preview({ look, name }: { look: NoteLook; name: string }) {
  const { label, picture, strokes = [], size = 2 } = look;
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here
      role="img"
      aria-label={name}
      className={styles.preview}
      viewBox={`0 0 ${pad.width} ${pad.height}`}
    >
      {picture !== undefined && (
        <image href={pictureAddress(picture)} width={pad.width} height={pad.height} />
      )}
      {label !== undefined && (
        <text className={layer.script} x={pad.width / 2} y={90} fontSize={48} fill={look.colour}>
          {label}
        </text>
      )}
      <g className={layer.strokes} stroke={look.colour}>
        {strokes.flatMap((stroke) =>
          inkPaths(stroke, size).map(({ d, width }) => <path key={d} d={d} strokeWidth={width} />),
        )}
      </g>
    </svg>
  );
}
