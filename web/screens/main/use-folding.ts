import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { recall, remember } from '../../remembered.ts';
import { useCommands } from '../../ui/commands.ts';
import { useMediaQuery } from '../../ui/media-query.ts';

/** Phones and tablets, where the page needs the room. */
const narrow = '(width < 1024px), (pointer: coarse)';
const setting = 'search-column';

export type Folding = {
  /** The document is shown, so that there is something to make room for. */
  hasViewer: boolean;
  /** Form and card are folded away. */
  isFolded: boolean;
  toggle: () => void;
  /** Of the button that folds, and of the one that unfolds. */
  foldButton: RefObject<HTMLButtonElement | null>;
  unfoldButton: RefObject<HTMLButtonElement | null>;
  /** To be called when the area shows a document, or a message in its place. */
  onShow: (shown: 'viewer' | 'message') => void;
};

/**
 * Whether the search column is folded away: never without a document; on phones and tablets whenever
 * one is opened; elsewhere as the reader left it.
 */
export function useFolding(user: string, startsWithDocument: boolean): Folding {
  const isNarrow = useMediaQuery(narrow);
  const [hasViewer, setHasViewer] = useState(startsWithDocument);
  const [wanted, setWanted] = useState(() => isNarrow || recall(user, setting) === 'folded');
  const isFolded = hasViewer && wanted;
  const foldButton = useRef<HTMLButtonElement>(null);
  const unfoldButton = useRef<HTMLButtonElement>(null);
  const toggled = useRef(false);

  const onShow = useCallback(
    (shown: 'viewer' | 'message') => {
      setHasViewer(shown === 'viewer');
      if (shown === 'viewer' && isNarrow) setWanted(true);
    },
    [isNarrow],
  );

  const toggle = useCallback(() => {
    toggled.current = true;
    setWanted(!isFolded);
    if (!isNarrow) remember(user, setting, isFolded ? 'open' : 'folded');
  }, [isFolded, isNarrow, user]);

  useEffect(
    function moveFocus() {
      // The button that was pressed is gone; the other one is there in its place.
      if (toggled.current) (isFolded ? unfoldButton : foldButton).current?.focus();
      toggled.current = false;
    },
    [isFolded],
  );

  useCommands({ foldForm: toggle }, hasViewer);

  return { hasViewer, isFolded, toggle, foldButton, unfoldButton, onShow };
}
