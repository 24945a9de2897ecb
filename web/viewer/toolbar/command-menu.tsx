import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Menu } from '@base-ui/react/menu';
import { Check, Ellipsis } from 'lucide-react';
import { shownKeys } from '../../ui/commands.ts';
import type { Command, CommandGroup } from './commands.ts';
import styles from './command-menu.module.css';
import { Tool } from './tool.tsx';
import bar from './viewer-toolbar.module.css';

export type MenuPlace = {
  /** Where the menu is put: in full screen nothing outside the viewer is seen. */
  container: RefObject<HTMLElement | null> | undefined;
  focusPage: () => void;
};

const more = <Ellipsis size="1.25rem" aria-hidden />;

/** The commands for which the toolbar has no room; what has a menu of its own is opened out. */
export function MoreMenu({ groups, ...place }: { groups: CommandGroup[] } & MenuPlace) {
  const inMenus = groups.flatMap((group) => {
    const menus = group.commands.flatMap(({ action }) => (Array.isArray(action) ? action : []));
    return menus.length > 0 ? menus : [group];
  });
  return <CommandMenu name="More" icon={more} groups={inMenus} {...place} />;
}

type Props = MenuPlace & { name: string; icon: ReactNode; groups: CommandGroup[] };

/** A tool of a toolbar that opens a menu, which is made when it is opened for the first time. */
export function CommandMenu({ name, icon, groups, container, focusPage }: Props) {
  const tool = useRef<HTMLButtonElement>(null);
  const [menu, setMenu] = useState<'unmade' | 'closed' | 'open' | 'open-by-key'>('unmade');
  const isOpen = menu === 'open' || menu === 'open-by-key';
  return (
    <>
      <Tool
        ref={tool}
        name={name}
        className={bar.tool}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        // A click by a key counts no click of a pointer.
        onClick={({ detail }) => setMenu(isOpen ? 'closed' : detail === 0 ? 'open-by-key' : 'open')}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setMenu('open-by-key');
        }}
      >
        {icon}
      </Tool>
      {menu !== 'unmade' && (
        <OpenedMenu
          {...{ tool, name, groups, container, focusPage, isOpen }}
          byKey={menu === 'open-by-key'}
          close={() => setMenu('closed')}
        />
      )}
    </>
  );
}

type OpenedProps = Omit<Props, 'icon'> & {
  tool: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  /** Then its first command has the focus. */
  byKey: boolean;
  close: () => void;
};

function OpenedMenu({ tool, name, groups, container, focusPage, ...opened }: OpenedProps) {
  const { isOpen, byKey, close } = opened;
  /** Where the focus goes when it is closed; where nothing is said, back to the tool. */
  const focusTo = useRef<'page' | 'nowhere' | null>(null);
  const goesToFirst = useRef(false);

  useLayoutEffect(
    function followKey() {
      goesToFirst.current = byKey;
    },
    [byKey],
  );

  return (
    <Menu.Root
      modal={false}
      open={isOpen}
      onOpenChange={(_open, { reason, event }) => {
        // A press of the tool closes it by itself; but Escape may be pressed while the tool has the focus still.
        const to =
          reason === 'focus-out' && 'relatedTarget' in event ? event.relatedTarget : event.target;
        const isPressed = reason === 'outside-press' || reason === 'focus-out';
        if (isPressed && to instanceof Node && tool.current?.contains(to)) return;
        // What was chosen acts on the page, and so do the keys after it; a press elsewhere moves the focus by itself.
        focusTo.current =
          reason === 'item-press' ? 'page' : reason === 'outside-press' ? 'nowhere' : null;
        close();
      }}
    >
      <Menu.Portal container={container}>
        <Menu.Positioner
          className={styles.positioner}
          anchor={tool}
          align="end"
          sideOffset={6}
          collisionPadding={8}
        >
          <Menu.Popup
            className={styles.menu}
            aria-label={name}
            onFocus={({ currentTarget }) => {
              if (!goesToFirst.current) return;
              goesToFirst.current = false;
              currentTarget.querySelector<HTMLElement>('[role^=menuitem]')?.focus();
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Tab') return;
              event.preventDefault(); // the menu is no stop of that key: it would lead out of it to nowhere
              close();
            }}
            finalFocus={() => {
              const to = focusTo.current;
              focusTo.current = null;
              if (to === 'page') focusPage();
              return to === null ? tool.current : false;
            }}
          >
            {groups.map((group) => (
              <Menu.Group key={group.rank} className={styles.group}>
                {group.commands.map((command) => (
                  <MenuItem key={command.name} command={command} />
                ))}
              </Menu.Group>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function MenuItem({ command }: { command: Command }) {
  const { name, icon, keysOf, pressed, disabled = false, repeats = false, action } = command;
  const content = (end: ReactNode) => (
    <>
      {icon}
      <span className={styles.name}>{name}</span>
      {end}
    </>
  );
  const [shown] = keysOf === undefined ? [] : shownKeys(keysOf);
  const key = shown !== undefined && <kbd className={styles.key}>{shown}</kbd>;
  if (Array.isArray(action)) return null; // opened out by now
  if (typeof action !== 'function') {
    return (
      <Menu.LinkItem
        className={styles.item}
        href={action.href}
        download={action.fileName}
        closeOnClick
      >
        {content(key)}
      </Menu.LinkItem>
    );
  }
  if (pressed !== undefined) {
    return (
      <Menu.CheckboxItem
        className={styles.item}
        checked={pressed}
        onCheckedChange={action}
        closeOnClick
      >
        {content(
          <>
            {key}
            <Menu.CheckboxItemIndicator>
              <Check size="1rem" aria-hidden />
            </Menu.CheckboxItemIndicator>
          </>,
        )}
      </Menu.CheckboxItem>
    );
  }
  return (
    // A command that one repeats leaves the menu open.
    <Menu.Item className={styles.item} disabled={disabled} onClick={action} closeOnClick={!repeats}>
      {content(key)}
    </Menu.Item>
  );
}
