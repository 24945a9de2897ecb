import { useEffect, useMemo, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { RedlineRun } from '#contract/redline.ts';
import { LoadingLine } from '../../../ui/feedback/sheet-outline.tsx';
import { Alert } from '../../../ui/feedback/notice.tsx';
import {
  type Sides,
  failureOf,
  isProgress,
  redlineTextQuery,
  wordsOfProgress,
} from '../redline-api.ts';
import { lineOfChange, linesOf } from './text-lines.ts';
import styles from './text-view.module.css';

type Props = { sides: Sides; current: number | null };

/** The newer text, with what was deleted struck through and what was inserted tinted. */
export function TextView({ sides, current }: Props) {
  const { data, failureReason } = useQuery(redlineTextQuery(sides));
  if (data !== undefined && !isProgress(data)) return <Text runs={data.runs} current={current} />;
  return (
    <div className={styles.awaited}>
      {failureReason === null ? (
        <LoadingLine
          name="Loading the text"
          words={data === undefined ? 'Still loading the text…' : wordsOfProgress(data)}
        />
      ) : (
        <Alert>{failureOf(failureReason).text}</Alert>
      )}
    </div>
  );
}

const usualLinePixels = 26;

function Text({ runs, current }: { runs: readonly RedlineRun[]; current: number | null }) {
  const scroller = useRef<HTMLElement>(null);
  const lines = useMemo(() => linesOf(runs), [runs]);
  const firstLines = useMemo(() => lineOfChange(lines), [lines]);
  const at = current === null ? undefined : firstLines.get(current);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualLinePixels,
    overscan: 20,
  });

  useEffect(
    function bringCurrentIntoView() {
      if (at !== undefined) virtual.scrollToIndex(at, { align: 'center' });
    },
    [virtual, at],
  );

  if (lines.length === 0) {
    return <p className={styles.awaited}>The newer document has no text.</p>;
  }
  return (
    <section
      ref={scroller}
      className={styles.text}
      aria-label="Both texts in one"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
      tabIndex={0}
    >
      <div className={styles.lines} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index];
          return (
            line !== undefined && (
              <div
                key={index}
                ref={virtual.measureElement}
                data-index={index}
                className={styles.line}
                style={{ transform: `translateY(${start}px)` }}
              >
                {line.page !== null && <p className={styles.page}>Page {line.page}</p>}
                <p className={line.isHeading ? styles.heading : undefined}>
                  {line.pieces.map((piece, at) => (
                    // oxlint-disable-next-line react/no-array-index-key -- a line never changes
                    <Piece key={at} {...piece} isCurrent={piece.change === current} />
                  ))}
                </p>
              </div>
            )
          );
        })}
      </div>
    </section>
  );
}

type PieceProps = Pick<RedlineRun, 'kind' | 'text' | 'change'> & { isCurrent: boolean };

function Piece({ kind, text, change, isCurrent }: PieceProps) {
  if (kind === 'same') return <>{text}</>;
  const Element = kind === 'inserted' ? 'ins' : 'del';
  const words = text.trimEnd();
  return (
    <>
      <Element data-change={change} data-current={change !== null && isCurrent}>
        {words}
      </Element>
      {text.slice(words.length)}
    </>
  );
}
