import { type MouseEvent, useEffect, useMemo, useRef } from 'react';
import type { RedlineChange, RedlineSide } from '#contract/redline.ts';
import { layOut } from '../../../viewer/strip/strip-layout.ts';
import { type RibbonMark, nearestMark, ribbonMarks } from './ribbon-marks.ts';
import styles from './ribbon.module.css';
import { sizesOf } from './scroll-map.ts';
import type { ScrollTogether } from './scroll-together.ts';

type Props = {
  newer: RedlineSide;
  changes: readonly RedlineChange[];
  scroll: ScrollTogether;
  current: number | null;
  choose: (id: number) => void;
};

/** Shares of the height do not depend on it. */
const anyWidth = 1000;

/** All changes at their height in the newer document. Screen readers and the keyboard have the list. */
export function Ribbon({ newer, changes, scroll, current, choose }: Props) {
  const view = useRef<HTMLSpanElement>(null);
  const marksOf = useMemo(() => {
    const sizes = sizesOf(newer);
    const layout = layOut(sizes, anyWidth);
    return (changes: readonly RedlineChange[]) => ribbonMarks(changes, layout, sizes);
  }, [newer]);
  const marks = useMemo(() => marksOf(changes), [marksOf, changes]);
  const currentMarks = marksOf(changes.filter(({ id }) => id === current));

  useEffect(
    function followScrolling() {
      const showView = () => {
        const { top, height } = scroll.view();
        view.current?.style.setProperty('top', `${top * 100}%`);
        view.current?.style.setProperty('height', `${height * 100}%`);
      };
      showView();
      return scroll.subscribe(showView);
    },
    [scroll],
  );

  function jump({ clientY, currentTarget }: MouseEvent) {
    const { top, height } = currentTarget.getBoundingClientRect();
    const mark = nearestMark(marks, (clientY - top) / height);
    if (mark !== undefined) choose(mark.id);
  }

  return (
    <button
      type="button"
      className={styles.ribbon}
      aria-hidden
      tabIndex={-1}
      title="All changes. Click one to open it."
      data-ribbon
      onClick={jump}
    >
      <span ref={view} className={styles.view} />
      {marks.map((mark) => (
        <Mark key={mark.id} {...mark} />
      ))}
      {currentMarks.map((mark) => (
        <Mark key="current" {...mark} isCurrent />
      ))}
    </button>
  );
}

function Mark({ kind, share, isCurrent = false }: RibbonMark & { isCurrent?: boolean }) {
  const style = { top: `${share * 100}%` };
  return <span className={styles.mark} data-kind={kind} data-current={isCurrent} style={style} />;
}
