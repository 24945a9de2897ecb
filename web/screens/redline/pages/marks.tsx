import type { Box } from '#contract/redline.ts';
import { kindWords } from '#contract/redline-words.ts';
import styles from './marks.module.css';
import { type PageMark, isGap } from './page-marks.ts';
import type { ScrollSide } from './scroll-map.ts';

type Props = {
  marks: readonly PageMark[];
  /** Pixels for a point. */
  scale: number;
  side: ScrollSide;
  current: number | null;
  choose: (id: number) => void;
};

/** What changed, marked over a page. The keyboard has the list and the keys for next and previous. */
export function Marks({ marks, scale, side, current, choose }: Props) {
  const signs = signsOf(marks, scale);
  return (
    <div className={styles.marks}>
      {marks.map((mark) =>
        mark.boxes.map((box, line) => (
          <button
            // oxlint-disable-next-line react/no-array-index-key -- the boxes of a change never change
            key={`${mark.id} ${line}`}
            type="button"
            tabIndex={-1}
            aria-hidden={line > 0}
            aria-label={nameOf(mark, side)}
            title={nameOf(mark, side)}
            className={styles.mark}
            data-kind={mark.kind}
            data-gap={isGap(box)}
            data-current={mark.id === current}
            data-change={mark.id}
            style={pixelsOf(box, scale)}
            onClick={() => choose(mark.id)}
          />
        )),
      )}
      {signs.map(({ mark, left, top }) => (
        <span
          key={mark.id}
          aria-hidden
          className={styles.sign}
          data-kind={mark.kind}
          data-current={mark.id === current}
          data-sign={signOf(mark, side)}
          style={{ left, top }}
        />
      ))}
    </div>
  );
}

const signPixels = 18;

/** Where the signs are: in the margin, beside each other where changes are on one line. */
function signsOf(marks: readonly PageMark[], scale: number) {
  const signs: { mark: PageMark; left: number; top: number }[] = [];
  for (const mark of marks) {
    const [boxLeft, boxTop] = mark.boxes[0] ?? [0, 0];
    if (mark.kind === 'moved') {
      // Its sign says where to, which needs more room than a margin has.
      signs.push({ mark, left: boxLeft * scale, top: boxTop * scale - signPixels });
      continue;
    }
    const top = boxTop * scale;
    const beside = signs.filter(
      (sign) => sign.mark.kind !== 'moved' && Math.abs(sign.top - top) < signPixels,
    );
    signs.push({ mark, left: 2 + beside.length * signPixels, top });
  }
  return signs;
}

function nameOf({ id, kind, otherPage }: PageMark, side: ScrollSide): string {
  const words = `Change ${id}: ${kindWords[kind].name.toLowerCase()}`;
  if (kind !== 'moved') return words;
  return side === 'from' ? `${words} to page ${otherPage}` : `${words} from page ${otherPage}`;
}

/** Moved blocks point to each other. */
function signOf({ kind, otherPage }: PageMark, side: ScrollSide): string {
  const { sign } = kindWords[kind];
  if (kind !== 'moved') return sign;
  return side === 'from' ? `${sign} to p. ${otherPage}` : `${sign} from p. ${otherPage}`;
}

function pixelsOf([left, top, width, height]: Box, scale: number) {
  return { left: left * scale, top: top * scale, width: width * scale, height: height * scale };
}
