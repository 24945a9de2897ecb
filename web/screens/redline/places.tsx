import { type ComponentProps, useState } from 'react';
import type { Redline, RedlineChange } from '#contract/redline.ts';
import { PagesView } from './pages/pages-view.tsx';
import type { ScrollTogether } from './pages/scroll-together.ts';
import type { Sides } from './redline-api.ts';
import { RedlineBar } from './redline-bar.tsx';
import { TextView } from './text/text-view.tsx';

type Props = Omit<ComponentProps<typeof RedlineBar>, 'place' | 'hasChanges'> & {
  redline: Redline;
  sides: Sides;
  /** The changes that are not filtered out, in their order. */
  shown: readonly RedlineChange[];
  current: number | null;
  /** Of the current one among the `count` that are listed; -1 if it is not. */
  position: number;
  scroll: ScrollTogether;
  choose: (id: number) => void;
};

/** Where the changes are: both documents side by side, or the text in one, and the bar above. */
export function Places(props: Props) {
  const { redline, sides, shown, current, position, scroll, choose, ...bar } = props;
  const { view, zoom, isTogether } = bar;
  return (
    <>
      <RedlineBar
        {...bar}
        place={position < 0 ? null : position + 1}
        hasChanges={redline.changes.length > 0}
      />
      {view === 'text' ? (
        <TextView sides={sides} current={current} />
      ) : (
        <PagesView {...{ redline, scroll, zoom, isTogether, current, choose }} changes={shown} />
      )}
    </>
  );
}

/** How the pages are looked at; stays while the list is in their place. */
export function usePageTools() {
  const [zoom, setZoom] = useState(1);
  const [isTogether, setTogether] = useState(true);
  return { zoom, setZoom, isTogether, setTogether };
}
