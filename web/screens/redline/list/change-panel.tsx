import { useEffect, useRef, useState } from 'react';
import { ArrowLeftRight, FileStack, Printer } from 'lucide-react';
import { Link } from 'react-router';
import type { Redline, RedlineChange } from '#contract/redline.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { RevisionStatusChip } from '../../../ui/revision-status.tsx';
import { documentName } from '../../main/search-state.ts';
import { redlineAddress } from '../address.ts';
import { ChooseDialog } from '../choose/choose-dialog.tsx';
import type { Sides } from '../redline-api.ts';
import { picturesWords, verdictWords } from '../verdict-words.ts';
import { ChangeList } from './change-list.tsx';
import { type ListArrangement, toggled } from './change-order.ts';
import { Keys } from '../../../ui/keys.tsx';
import keys from '../../../ui/keys.module.css';
import styles from './change-panel.module.css';
import { ListTools } from './list-tools.tsx';

type Props = {
  redline: Redline;
  sides: Sides;
  /** The changes that are not filtered out, in their order. */
  shown: readonly RedlineChange[];
  current: number | null;
  arrangement: ListArrangement;
  setArrangement: (next: ListArrangement) => void;
  choose: (id: number) => void;
  /** It has the screen to itself; the places of a change come in its stead. */
  isAlone: boolean;
};

/** Which documents are compared, what came of it, and the list of changes. */
export function ChangePanel(props: Props) {
  const { redline, sides, shown, current, arrangement, setArrangement, choose, isAlone } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  // Back from the places of a change, the focus returns to it in the list.
  const [returns] = useState(isAlone && shown.some(({ id }) => id === current));
  const panel = useRef<HTMLElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const [isChoosing, setChoosing] = useState(false);

  useEffect(
    function focusHeading() {
      if (!returns) heading.current?.focus({ preventScroll: true });
    },
    [returns],
  );

  const pictures = picturesWords(redline);
  const swapped = { from: sides.to, to: sides.from, view: 'list', change: null } as const;
  const { from, to } = redline;
  return (
    <section ref={panel} className={styles.panel} aria-label="Changes">
      <div ref={above}>
        <div className={styles.top}>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            What changed
          </h1>
          <Link
            to={redlineAddress(swapped)}
            className={styles.tool}
            title="Swap the older and the newer document"
            aria-label="Swap the two documents"
          >
            <ArrowLeftRight size="1rem" aria-hidden />
            Swap
          </Link>
          <IconButton
            aria-label="Choose other documents"
            title="Choose other documents"
            onClick={() => setChoosing(true)}
          >
            <FileStack size="1rem" aria-hidden />
            Choose
          </IconButton>
          <IconButton
            aria-label="Print the list"
            title="Print the list of changes"
            onClick={() => window.print()}
          >
            <Printer size="1rem" aria-hidden />
            Print
          </IconButton>
        </div>
        <dl className={styles.names}>
          <dt>From</dt>
          <dd>
            <b>{documentName(from)}</b> <RevisionStatusChip status={from.status} /> {from.customer}
          </dd>
          <dt>To</dt>
          <dd>
            <b>{documentName(to)}</b> <RevisionStatusChip status={to.status} />{' '}
            {to.customer === from.customer ? '' : to.customer}
          </dd>
        </dl>
        <p className={styles.verdict} data-verdict={redline.verdict}>
          {verdictWords(redline)}
        </p>
        {pictures !== null && <p className={styles.note}>{pictures}</p>}
        {redline.changes.length > 0 && (
          <ListTools changes={redline.changes} {...{ arrangement, setArrangement }} />
        )}
      </div>
      <ChangeList
        panel={panel}
        above={above}
        furniture={redline.furniture}
        toggle={(part) => setArrangement(toggled(arrangement, part))}
        {...{ arrangement, shown, current, choose }}
        takesFocus={returns}
      />
      {redline.changes.length > 0 && (
        <p className={`${keys.keys} ${styles.keys}`}>
          <Keys of="nextChange" /> next, <Keys of="previousChange" /> previous change
        </p>
      )}
      {isChoosing && <ChooseDialog sides={sides} onClose={() => setChoosing(false)} />}
    </section>
  );
}
