import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { pdfAddress } from '#contract/file-name.ts';
import type { RedlineChange, RedlineSide } from '#contract/redline.ts';
import { pages as addresses } from '#contract/pages.ts';
import { availabilityQuery } from '../../../api.ts';
import { RevisionStatusChip } from '../../../ui/revision-status.tsx';
import { isDimmed } from '../../../remembered.ts';
import { useSession } from '../../../session.ts';
import { layOut } from '../../../viewer/strip/strip-layout.ts';
import { documentName, queryOfSearch } from '../../main/search-state.ts';
import { usePdfSource } from '../../main/use-pdf-source.ts';
import { Marks, signPixels } from './marks.tsx';
import { marksByPage } from './page-marks.ts';
import styles from './pages.module.css';
import { type ScrollSide, sizesOf } from './scroll-map.ts';
import type { ScrollTogether } from './scroll-together.ts';
import { useStrip } from './use-strip.ts';

type Props = {
  side: ScrollSide;
  document: RedlineSide;
  changes: readonly RedlineChange[];
  scroll: ScrollTogether;
  zoom: number;
  current: number | null;
  choose: (id: number) => void;
};

/** One of the two documents, all its pages below each other. */
export function SideColumn({ side, document, changes, scroll, zoom, current, choose }: Props) {
  const { username } = useSession();
  const scroller = useRef<HTMLElement>(null);
  const Strip = useStrip();
  const { data: availability, refetch } = useQuery(availabilityQuery(document));
  const source = usePdfSource(pdfAddress(document), availability);
  const width = useInnerWidth(scroller);
  const sizes = useMemo(() => sizesOf(document), [document]);
  const layout = useMemo(
    () => layOut(sizes, Math.max(0, Math.round((width - signPixels) * zoom))),
    [sizes, width, zoom],
  );
  const marks = useMemo(() => marksByPage(changes, side), [changes, side]);
  const name = side === 'from' ? 'Older' : 'Newer';

  useLayoutEffect(
    function placeStrip() {
      if (scroller.current === null || layout.width === 0) return;
      scroll.setStrip(side, { element: scroller.current, layout });
    },
    [scroll, side, layout],
  );

  useEffect(
    function removeStrip() {
      return () => scroll.removeStrip(side);
    },
    [scroll, side],
  );

  const overlay = useCallback(
    (page: number) => (
      <Marks
        marks={marks.get(page) ?? none}
        scale={layout.pages[page - 1]?.scale ?? 1}
        {...{ side, current, choose }}
      />
    ),
    [marks, layout, side, current, choose],
  );

  const { customer, doc_num, language, doc_rev } = document;
  const query = queryOfSearch({ customer, searched: { doc_num, language, doc_rev } });
  return (
    <div className={styles.side}>
      <p className={styles.caption}>
        <b>{name}</b>{' '}
        <Link to={`${addresses.main}${query}`} title="Open this document">
          {documentName(document)}
        </Link>{' '}
        <RevisionStatusChip status={document.status} />
      </p>
      <section
        ref={scroller}
        className={styles.scroller}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
        tabIndex={0}
        aria-label={`${name} document`}
        onScroll={() => scroll.handleScroll(side)}
      >
        <div
          data-dim={isDimmed(username) || undefined}
          style={{ width: layout.width, height: layout.height, marginInlineStart: signPixels }}
        >
          {Strip !== null && source !== null && layout.width > 0 && (
            // oxlint-disable-next-line react/static-components -- every render gives the same component
            <Strip
              key={source.etag}
              name={name}
              onRefused={async () => (await refetch()).data?.state === 'available'}
              {...{ source, layout, scroller, overlay }}
            />
          )}
        </div>
        {source === null && <p className={styles.absence}>{absenceWords(availability?.state)}</p>}
      </section>
    </div>
  );
}

const none: never[] = [];

function absenceWords(state: string | undefined): string {
  if (state === undefined || state === 'available') return 'Loading the document…';
  if (state === 'changing')
    return 'This file is being replaced. It opens here when it is complete.';
  if (state === 'damaged') return 'This file is damaged. Tell your librarian.';
  return 'This file is not available now. The list still shows the changes.';
}

/** The width of what is inside an element, now and whenever it changes. */
function useInnerWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(
    function measure() {
      const box = element.current;
      if (box === null) return;
      const look = () => setWidth(box.clientWidth);
      look();
      const resizes = new ResizeObserver(look);
      resizes.observe(box);
      return () => resizes.disconnect();
    },
    [element],
  );
  return width;
}
