import { evenPressure, inkPaths } from '#contract/note-drawing.ts';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { NoteLook } from '#contract/notes.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { inkColours } from './note-choices.ts';
import layer from './notes-layer.module.css';
import { failureWords } from './shown-words.ts';
import { SignatureLook } from './drawn-note.tsx';
import { deleteSignature, readSignature, saveSignature } from './notes-api.ts';
import type { NotesControl } from './notes-control.ts';
import styles from './signature-dialog.module.css';
import { fitting, simplified } from './strokes.ts';
import { uploadPicture } from './upload-picture.ts';

type Props = { control: NotesControl; place: (look: NoteLook) => void };

const ways = { draw: 'Draw', type: 'Type', picture: 'Picture' } as const;
type Way = keyof typeof ways;

const pad = { width: 400, height: 140, pen: 3 };
const colour = inkColours[0].value;

/** Asks for a signature: drawn, the user's name, or a picture. The server keeps it, and signs with it for its owner alone. */
export function SignatureDialog({ control, place }: Props) {
  const [way, setWay] = useState<Way>('draw');
  const [look, setLook] = useState<NoteLook | null>(null);
  const [kept, setKept] = useState<NoteLook | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const close = () => control.screen.askForSignature(null);

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
    control.screen.setOptions({ signature });
    place(signature);
    close();
  }

  const fail = (error: unknown) => setFault(failureWords(error));

  function sign() {
    if (look === null) return setFault('Draw, type or choose a signature first.');
    saveSignature(look).then(() => use(look), fail);
  }

  function forget() {
    setKept(null);
    control.screen.setOptions({ signature: null });
  }

  return (
    <Dialog
      title="Signature"
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" onClick={sign}>
            Use this signature
          </Button>
        </>
      }
    >
      {kept !== null && (
        <div className={styles.kept}>
          <Preview look={kept} name="Your saved signature" />
          <Button onClick={() => use(kept)}>Use saved signature</Button>
          <Button onClick={() => void deleteSignature().then(forget, fail)}>
            Delete kept signature
          </Button>
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
                setLook(value === 'type' ? { colour, label: control.access.displayName } : null);
              }}
            />
            {name}
          </label>
        ))}
      </div>
      {way === 'draw' && <Pad setLook={setLook} />}
      {way === 'picture' && (
        <label className={styles.field}>
          PNG, at most 200 kB
          <input
            type="file"
            accept="image/png"
            onChange={({ currentTarget: { files } }) => {
              const file = files?.[0];
              if (file === undefined) return;
              uploadPicture(file).then(({ id }) => setLook({ colour, picture: id }), fail);
            }}
          />
        </label>
      )}
      {way !== 'draw' && look !== null && <Preview look={look} name="Preview" />}
      <p className={styles.seal}>
        Only you can use it. It appears with your name, your account, the date and the words: no
        electronic seal.
      </p>
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
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here
      role="img"
      aria-label={name}
      className={styles.preview}
      viewBox={`0 0 ${pad.width} ${pad.height}`}
    >
      <SignatureLook look={look} box={[0, 0, pad.width, pad.height]} />
    </svg>
  );
}
