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
      {signs.map(({ mark, top }) => (
        <span
          key={mark.id}
          aria-hidden
          className={styles.sign}
          data-kind={mark.kind}
          data-current={mark.id === current}
          data-sign={kindWords[mark.kind].sign}
          data-page={mark.kind === 'moved' ? mark.otherPage : undefined}
          style={{ top }}
        />
      ))}
    </div>
  );
}

/** The room for the signs beside the pages: never over words, however narrow the margin. */
export const signPixels = 20;

/** Where the signs are: beside the page, one below the other where changes are on one line. */
function signsOf(marks: readonly PageMark[], scale: number) {
  const signs: { mark: PageMark; top: number }[] = [];
  const tops = marks.map((mark) => ({ mark, top: (mark.boxes[0]?.[1] ?? 0) * scale }));
  let free = 0;
  for (const { mark, top } of tops.toSorted((one, other) => one.top - other.top)) {
    const at = Math.max(top, free);
    signs.push({ mark, top: at });
    free = at + (mark.kind === 'moved' ? 2 : 1) * signHeight;
  }
  return signs;
}

const signHeight = 17;

function nameOf({ id, kind, otherPage }: PageMark, side: ScrollSide): string {
  const words = `Change ${id}: ${kindWords[kind].name.toLowerCase()}`;
  if (kind !== 'moved') return words;
  return side === 'from' ? `${words} to page ${otherPage}` : `${words} from page ${otherPage}`;
}

function pixelsOf([left, top, width, height]: Box, scale: number) {
  return { left: left * scale, top: top * scale, width: width * scale, height: height * scale };
}
