import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Redline, RedlineChange } from '#contract/redline.ts';
import { useCommands } from '../../ui/commands.ts';
import { useFilledWindow } from '../../ui/filled-window.ts';
import { useMediaQuery } from '../../ui/media-query.ts';
import { VisuallyHidden, VisuallyHiddenHeading } from '../../ui/visually-hidden.tsx';
import { type RedlineAddress, type RedlineView, redlineAddress } from './address.ts';
import { ChangePanel } from './list/change-panel.tsx';
import { type ListArrangement, arranged, changeAfter, toggled } from './list/change-order.ts';
import { sentenceOf } from './list/change-words.ts';
import { ScrollTogether } from './pages/scroll-together.ts';
import { Places, usePageTools } from './places.tsx';
import { Printed } from './printed.tsx';
import type { Sides } from './redline-api.ts';
import colors from './colors.module.css';
import styles from './shown-redline.module.css';
import { useCurrentChange } from './use-current-change.ts';
import { verdictWords } from './verdict-words.ts';

type Props = { redline: Redline; asked: RedlineAddress; sides: Sides };

/** All changes as a list, and beside it, or in its place where there is little room, where they are. */
export function ShownRedline({ redline, asked, sides }: Props) {
  useFilledWindow('all');
  const navigate = useNavigate();
  const isCompact = useMediaQuery('(width < 1024px)');
  const isOpened = ({ id, weight }: RedlineChange) =>
    weight !== 'cover' && (asked.change ?? id) === id;
  const [arrangement, setArrangement] = useState<ListArrangement>({
    order: 'importance',
    hidden: new Set(),
    folded: new Set(redline.changes.some(isOpened) ? ['furniture', 'cover'] : ['furniture']),
  });
  const [looked, goTo] = useCurrentChange('change', asked.change);
  const [isListOpen, setListOpen] = useState(true);
  const pageTools = usePageTools();
  const shown = useMemo(
    () => arranged(redline.changes, arrangement),
    [redline.changes, arrangement],
  );
  const view: RedlineView = !isCompact && asked.view === 'list' ? 'pages' : asked.view;
  // The pages open at the first change, and not on the cover.
  const current = looked ?? (view === 'list' ? null : (shown[0]?.id ?? null));
  const position = shown.findIndex(({ id }) => id === current);
  const change = redline.changes.find(({ id }) => id === current) ?? null;
  const scroll = useMemo(() => new ScrollTogether(redline.anchors), [redline.anchors]);

  const showsList = isCompact ? view === 'list' : isListOpen;
  const addressOf = (next: RedlineView) =>
    redlineAddress({ ...sides, view: next, change: next === 'list' ? null : current });

  function step(by: 1 | -1) {
    const next = changeAfter(shown, current, by);
    if (next !== undefined) choose(next.id);
  }

  // From the list of a small screen it is a step that Back undoes.
  function choose(id: number) {
    if (isCompact && view === 'list') {
      void navigate(redlineAddress({ ...sides, view: 'pages', change: id }));
    } else {
      look(id);
    }
  }

  // Also at the one that was chosen already: the reader may have scrolled away from it.
  function look(id: number) {
    goTo(id);
    const chosen = redline.changes.find((one) => one.id === id);
    if (chosen === undefined) return;
    scroll.show(chosen);
    if (arrangement.folded.has(chosen.weight)) setArrangement(toggled(arrangement, chosen.weight));
  }

  useCommands({ nextChange: () => step(1), previousChange: () => step(-1) });

  useEffect(
    function showChosen() {
      if (change !== null) scroll.show(change);
    },
    [change, scroll],
  );

  const { from, to } = redline;
  return (
    <div
      className={`${colors.colors} ${styles.redline}`}
      data-keys="redline"
      data-compact={isCompact}
      data-list={showsList}
    >
      <title>{`What changed in ${to.doc_num}: ${from.doc_rev} → ${to.doc_rev} · EGD Library`}</title>
      {showsList && (
        <ChangePanel
          {...{ redline, sides, shown, current, arrangement, setArrangement, choose }}
          isAlone={isCompact}
        />
      )}
      {(!isCompact || view !== 'list') && (
        <section className={styles.main} aria-label="Where it changed">
          {!showsList && <PlaceHeading takesFocus={isCompact} />}
          <Places
            {...{ redline, sides, shown, current, position, scroll, view, addressOf, step }}
            {...{ isCompact, isListOpen, setListOpen, ...pageTools }}
            count={shown.length}
            choose={look}
          />
        </section>
      )}
      <VisuallyHidden as="output">
        {looked === null || change === null
          ? verdictWords(redline)
          : `${placeOf(position, shown)}: ${sentenceOf(change)}`}
      </VisuallyHidden>
      <Printed redline={redline} arrangement={arrangement} />
    </div>
  );
}

/** A change that is filtered out can still be looked at, by its link. */
function placeOf(position: number, shown: readonly RedlineChange[]): string {
  return position < 0 ? 'Change not in the list' : `Change ${position + 1} of ${shown.length}`;
}

/** For screen readers; where the list gave way to the places, the focus goes here. */
function PlaceHeading({ takesFocus }: { takesFocus: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(
    function focusHeading() {
      if (takesFocus) heading.current?.focus({ preventScroll: true });
    },
    [takesFocus],
  );
  return <VisuallyHiddenHeading ref={heading}>What changed</VisuallyHiddenHeading>;
}
