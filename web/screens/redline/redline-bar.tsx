import {
  ChevronDown,
  ChevronUp,
  Link2,
  List,
  PanelLeftClose,
  PanelLeftOpen,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { Link } from 'react-router';
import { ariaKeys, shownKeys } from '../../ui/commands.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import type { RedlineView } from './address.ts';
import styles from './redline-bar.module.css';
import { zoomAfter } from './zoom-steps.ts';

type Props = {
  isCompact: boolean;
  isListOpen: boolean;
  setListOpen: (isOpen: boolean) => void;
  view: RedlineView;
  addressOf: (view: RedlineView) => string;
  step: (by: 1 | -1) => void;
  /** Of the current change among those that are shown. */
  place: number | null;
  count: number;
  /** Whether the documents differ at all: a filter may hide every change. */
  hasChanges: boolean;
  zoom: number;
  setZoom: (zoom: number) => void;
  isTogether: boolean;
  setTogether: (isTogether: boolean) => void;
};

/** What one does with the changes and their pages. */
export function RedlineBar(props: Props) {
  const { isCompact, isListOpen, setListOpen, view, addressOf, step, place, count, hasChanges } =
    props;
  return (
    <div className={styles.bar}>
      {isCompact ? (
        <Link to={addressOf('list')} className={styles.back}>
          <List size="1.125rem" aria-hidden />
          List
        </Link>
      ) : (
        <IconButton
          aria-label={isListOpen ? 'Hide the list' : 'Show the list'}
          title={isListOpen ? 'Hide the list' : 'Show the list'}
          aria-expanded={isListOpen}
          onClick={() => setListOpen(!isListOpen)}
        >
          {isListOpen ? (
            <PanelLeftClose size="1.25rem" aria-hidden />
          ) : (
            <PanelLeftOpen size="1.25rem" aria-hidden />
          )}
        </IconButton>
      )}
      <div className={styles.group}>
        <IconButton
          aria-label="Previous change"
          title={`Previous change (${shownKeys('previousChange').join(' or ')})`}
          aria-keyshortcuts={ariaKeys('previousChange')}
          aria-disabled={count === 0}
          onClick={() => step(-1)}
        >
          <ChevronUp size="1.25rem" aria-hidden />
        </IconButton>
        <span className={styles.place}>
          {count === 0 && hasChanges ? 'None shown' : placeWords(place, count)}
        </span>
        <IconButton
          aria-label="Next change"
          title={`Next change (${shownKeys('nextChange').join(' or ')})`}
          aria-keyshortcuts={ariaKeys('nextChange')}
          aria-disabled={count === 0}
          onClick={() => step(1)}
        >
          <ChevronDown size="1.25rem" aria-hidden />
        </IconButton>
      </div>
      <nav aria-label="Views" className={styles.views}>
        <Link to={addressOf('pages')} aria-current={view === 'text' ? undefined : 'page'}>
          Side by side
        </Link>
        <Link to={addressOf('text')} aria-current={view === 'text' ? 'page' : undefined}>
          In one
        </Link>
      </nav>
      {view !== 'text' && <PageTools {...props} />}
    </div>
  );
}

function PageTools({ zoom, setZoom, isTogether, setTogether }: Props) {
  const [smaller, larger] = [zoomAfter(zoom, -1), zoomAfter(zoom, 1)];
  return (
    <>
      <div className={styles.group}>
        <IconButton
          aria-label="Zoom out"
          title="Zoom out"
          aria-disabled={smaller === zoom}
          onClick={() => setZoom(smaller)}
        >
          <ZoomOut size="1.125rem" aria-hidden />
        </IconButton>
        <output className={styles.zoom} title="100 % fits the width">
          {Math.round(zoom * 100)} %
        </output>
        <IconButton
          aria-label="Zoom in"
          title="Zoom in"
          aria-disabled={larger === zoom}
          onClick={() => setZoom(larger)}
        >
          <ZoomIn size="1.125rem" aria-hidden />
        </IconButton>
      </div>
      <IconButton
        className={styles.together}
        aria-label="Scroll together"
        aria-pressed={isTogether}
        title="Scroll both documents together by matching text"
        onClick={() => setTogether(!isTogether)}
      >
        <Link2 size="1.125rem" aria-hidden />
        <span>Scroll together</span>
      </IconButton>
    </>
  );
}

function placeWords(place: number | null, count: number): string {
  if (count === 0) return 'No changes';
  return place === null ? `${count} changes` : `${place} of ${count}`;
}
