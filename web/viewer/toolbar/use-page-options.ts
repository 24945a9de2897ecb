import { useState } from 'react';
import { dimSetting, isDimmed, remember } from '../../remembered.ts';

/** How pages are held and lit: what the View menu has besides the mode. */
export type PageOptions = {
  /** Dragging moves the page instead of selecting its text. */
  hand: boolean;
  setHand: (hand: boolean) => void;
  /** In the dark theme, pages are less bright. */
  dim: boolean;
  setDim: (dim: boolean) => void;
};

/** The hand is put away with the document: it would keep the next reader from selecting text. */
export function usePageOptions(user: string): PageOptions {
  const [hand, setHand] = useState(false);
  const [dim, setDim] = useState(() => isDimmed(user));
  return {
    hand,
    setHand,
    dim,
    setDim(dim) {
      setDim(dim);
      remember(user, dimSetting, dim ? 'yes' : 'no');
    },
  };
}
