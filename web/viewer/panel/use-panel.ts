import { useState } from 'react';
import { recall, remember } from '../../remembered.ts';

export const tabs = ['Pages', 'Outline', 'References', 'Notes', 'Details'] as const;
export type Tab = (typeof tabs)[number];

const setting = 'side-panel';

export type Panel = {
  isOpen: boolean;
  tab: Tab;
  toggle: () => void;
  /** Where it covers the page; whether it is open is a setting. */
  close: () => void;
  setTab: (tab: Tab) => void;
  /** Opens it at a tab. */
  openAt: (tab: Tab) => void;
};

/**
 * Whether the side panel is open, and at which tab, as the reader left it. On a small screen, where it
 * lies over the page, it opens only when asked.
 */
export function usePanel(user: string, isSmall: boolean): Panel {
  const [kept] = useState(() => recall(user, setting)?.split(' ') ?? []);
  const [isOpen, setOpen] = useState(!isSmall && kept[0] === 'open');
  const [tab, setTab] = useState<Tab>(tabs.find((name) => name === kept[1]) ?? 'Pages');

  function change(open: boolean, to: Tab) {
    setOpen(open);
    setTab(to);
    remember(user, setting, `${open ? 'open' : 'closed'} ${to}`);
  }

  return {
    isOpen,
    tab,
    toggle: () => change(!isOpen, tab),
    close: () => setOpen(false),
    setTab: (to) => change(isOpen, to),
    openAt: (to) => change(true, to),
  };
}
