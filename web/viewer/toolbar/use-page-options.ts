import { useState } from 'react';
import { recall, remember } from '../../remembered.ts';

/** How pages are held and lit: what the View menu has besides the mode. */
export type PageOptions = {
  /** Dragging moves the page instead of selecting its text. */
  hand: boolean;
  setHand: (hand: boolean) => void;
  /** In the dark theme, pages are less bright. */
  dim: boolean;
  setDim: (dim: boolean) => void;
};

const dimSetting = 'view-dim';

/** As the reader set it in the viewer; comparisons and cases follow. */
export const isDimmed = (user: string) => recall(user, dimSetting) !== 'no';

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
