import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { recall, remember } from '../../remembered.ts';
import { useCommands } from '../../ui/commands.ts';
import { useMediaQuery } from '../../ui/media-query.ts';

/** Where the form is above the viewer, not beside it. */
const narrow = '(width < 768px)';
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
 * Whether the search column is folded away. Without a document it never is. Above the viewer it folds whenever
 * a document opens; beside the viewer it stays as the reader left it.
 */
export function useFolding(user: string, startsWithDocument: boolean, hasForm: boolean): Folding {
  const isNarrow = useMediaQuery(narrow);
  const [hasViewer, setHasViewer] = useState(startsWithDocument);
  const [isFoldedAbove, setFoldedAbove] = useState(true);
  const [isFoldedBeside, setFoldedBeside] = useState(() => recall(user, setting) === 'folded');
  const isFolded = hasViewer && (isNarrow ? isFoldedAbove : isFoldedBeside);
  const foldButton = useRef<HTMLButtonElement>(null);
  const unfoldButton = useRef<HTMLButtonElement>(null);
  const toggled = useRef(false);

  const onShow = useCallback((shown: 'viewer' | 'message') => {
    setHasViewer(shown === 'viewer');
    if (shown === 'viewer') setFoldedAbove(true);
  }, []);

  const toggle = useCallback(() => {
    toggled.current = true;
    if (isNarrow) return setFoldedAbove(!isFolded);
    setFoldedBeside(!isFolded);
    remember(user, setting, isFolded ? 'open' : 'folded');
  }, [isFolded, isNarrow, user]);

  useEffect(
    function moveFocus() {
      // The button that was pressed is gone; the other one is there in its place.
      if (toggled.current) (isFolded ? unfoldButton : foldButton).current?.focus();
      toggled.current = false;
    },
    [isFolded],
  );

  useCommands({ foldForm: toggle }, hasViewer && hasForm);

  return { hasViewer, isFolded, toggle, foldButton, unfoldButton, onShow };
}
