import { useEffect } from 'react';
import type { Redline, RedlineChange } from '#contract/redline.ts';
import styles from './pages.module.css';
import { Ribbon } from './ribbon.tsx';
import type { ScrollTogether } from './scroll-together.ts';
import { SideColumn } from './side-column.tsx';

type Props = {
  redline: Redline;
  /** Those that are not filtered out. */
  changes: readonly RedlineChange[];
  scroll: ScrollTogether;
  zoom: number;
  isTogether: boolean;
  current: number | null;
  choose: (id: number) => void;
};

/** Both documents, side by side or one above the other, with what changed marked on their pages. */
export function PagesView(props: Props) {
  const { redline, changes, scroll, zoom, isTogether, current, choose } = props;
  useEffect(
    function switchScrolling() {
      scroll.setTogether(isTogether);
    },
    [scroll, isTogether],
  );
  const column = { changes, scroll, zoom, current, choose };
  return (
    <div className={styles.sides}>
      <SideColumn side="from" document={redline.from} {...column} />
      <SideColumn side="to" document={redline.to} {...column} />
      <Ribbon newer={redline.to} {...{ changes, scroll, current, choose }} />
    </div>
  );
}
