import { useEffect, useRef } from 'react';
import { IconLink } from '../../ui/button/icon-button.tsx';
import type { Command, Download } from './commands.ts';
import { Tool } from './tool.tsx';
import styles from './viewer-toolbar.module.css';

/** A tool of a toolbar, which the arrow keys go to. */
export function ToolbarTool({ command }: { command: Command }) {
  const { action, repeats = false } = command;
  if (typeof action !== 'function') {
    return 'href' in action ? <DownloadLink {...command} action={action} /> : null;
  }
  return repeats ? (
    <RepeatingTool {...command} action={action} />
  ) : (
    <ToolButton {...command} onClick={action} />
  );
}

type Doing = { onClick: () => void; onPointerDown?: () => void };

function ToolButton({ name, icon, keysOf, pressed, disabled, ...rest }: Command & Doing) {
  const { onClick, onPointerDown } = rest;
  return (
    <Tool {...{ name, keysOf, pressed, disabled, onClick, onPointerDown }} className={styles.tool}>
      {icon}
    </Tool>
  );
}

function RepeatingTool(command: Command & { action: () => void }) {
  const repeating = useRepeating(command.action, command.disabled ?? false);
  return <ToolButton {...command} {...repeating} />;
}

function DownloadLink({ action, name, icon }: Command & { action: Download }) {
  return (
    <IconLink
      className={styles.tool}
      href={action.href}
      download={action.fileName}
      aria-label={name}
      data-hint={name}
    >
      {icon}
    </IconLink>
  );
}

const repeatAfterMs = 400;
const repeatEveryMs = 80;

function useRepeating(use: () => void, disabled: boolean) {
  const latestUse = useRef(use);
  const hasRepeated = useRef(false);
  const release = useRef(() => {});

  useEffect(function followProps() {
    latestUse.current = use;
    if (disabled) release.current(); // a disabled button gets no event when the pointer is lifted
  });
  useEffect(function releaseOnUnmount() {
    return () => release.current();
  }, []);

  function onPointerDown() {
    hasRepeated.current = false;
    const repeat = () => {
      hasRepeated.current = true;
      latestUse.current();
      timer = window.setTimeout(repeat, repeatEveryMs);
    };
    let timer = window.setTimeout(repeat, repeatAfterMs);
    const released = new AbortController();
    release.current = () => {
      clearTimeout(timer);
      released.abort();
    };
    for (const name of ['pointerup', 'pointercancel', 'blur']) {
      window.addEventListener(name, release.current, { signal: released.signal });
    }
  }

  function onClick() {
    if (!hasRepeated.current) use(); // after a long press, the click is only its end
    hasRepeated.current = false;
  }

  return { onPointerDown, onClick };
}
