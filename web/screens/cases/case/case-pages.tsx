import { useEffect, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { FileDiff } from 'lucide-react';
import type { CaseLine, WholeCase } from '#contract/cases.ts';
import type { Redline } from '#contract/redline.ts';
import { useCommands } from '../../../ui/commands.ts';
import { Empty } from '../../../ui/feedback/notice.tsx';
import type { RedlineView } from '../../redline/address.ts';
import { changeAfter } from '../../redline/list/change-order.ts';
import { ScrollTogether } from '../../redline/pages/scroll-together.ts';
import { Places, usePageTools } from '../../redline/places.tsx';
import {
  failureOf,
  isProgress,
  redlineQuery,
  type Sides,
  wordsOfProgress,
} from '../../redline/redline-api.ts';
import { caseAddress } from './case-address.ts';
import styles from './case-pages.module.css';

type Props = {
  of: WholeCase;
  sides: Sides;
  view: RedlineView;
  isCompact: boolean;
  isListOpen: boolean;
  setListOpen: (isOpen: boolean) => void;
  shown: readonly CaseLine[];
  current: number | null;
  setCurrent: (line: number) => void;
};

/** Both documents, as the redline shows them, at the change of the current line. */
export function CasePages(props: Props) {
  const { of, sides } = props;
  const { data, failureReason } = useQuery(redlineQuery(sides));
  if (data !== undefined && !isProgress(data)) {
    return (
      <>
        {isOther(of, data) && (
          <p className={styles.other}>The list is out of date: these pages may differ from it.</p>
        )}
        <ShownPages {...props} redline={data} />
      </>
    );
  }
  if (failureReason !== null) {
    return <Empty icon={<FileDiff size="1.75rem" />} {...wordsOf(failureReason)} />;
  }
  return (
    <Empty
      icon={<FileDiff size="1.75rem" />}
      title="Comparing the documents"
      text={data === undefined ? 'Starting comparison…' : wordsOfProgress(data)}
    />
  );
}

function wordsOf(error: unknown): { title: string; text: string } {
  const { title, text } = failureOf(error);
  return { title, text };
}

/** Whether the PDFs are not those that the list is about. */
function isOther({ from_hash, to_hash, lines_state }: WholeCase, { from, to }: Redline): boolean {
  if (lines_state === 'outdated') return true;
  return (
    (from_hash !== null && from_hash !== from.hash) || (to_hash !== null && to_hash !== to.hash)
  );
}

function ShownPages(props: Props & { redline: Redline }) {
  const { of, redline, sides, view, shown, current, setCurrent } = props;
  const { isCompact, isListOpen, setListOpen } = props;
  const pageTools = usePageTools();
  const scroll = useMemo(() => new ScrollTogether(redline.anchors), [redline.anchors]);
  const changes = useMemo(() => {
    const byId = new Map(redline.changes.map((change) => [change.id, change]));
    return shown.flatMap(({ change }) => byId.get(change ?? 0) ?? []);
  }, [redline.changes, shown]);
  const id = of.lines.find((line) => line.id === current)?.change ?? null;
  const change = redline.changes.find((one) => one.id === id) ?? null;

  useEffect(
    function showChange() {
      if (change !== null) scroll.show(change);
    },
    [change, scroll],
  );

  function choose(chosen: number) {
    const line = of.lines.find((one) => one.change === chosen);
    if (line !== undefined) setCurrent(line.id);
    const again = redline.changes.find((one) => one.id === chosen);
    if (again !== undefined) scroll.show(again);
  }

  function step(by: 1 | -1) {
    const next = changeAfter(shown, current, by);
    if (next?.change == null) setCurrent(next?.id ?? current ?? 0);
    else choose(next.change);
  }

  useCommands({ nextChange: () => step(1), previousChange: () => step(-1) });

  const addressOf = (next: RedlineView) =>
    caseAddress(of.id, next === 'pages' && !isCompact ? 'list' : next, current);
  return (
    <Places
      {...{ redline, sides, current: id, scroll, view, addressOf, step, choose }}
      {...{ isCompact, isListOpen, setListOpen, ...pageTools }}
      shown={changes}
      position={shown.findIndex((line) => line.id === current)}
      count={shown.length}
    />
  );
}
