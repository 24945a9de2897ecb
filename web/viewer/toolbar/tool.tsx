import { type ReactNode, useEffect, useRef } from 'react';
import icon from '../../ui/icon-button.module.css';

type Props = {
  name: string;
  /** Disabled while it cannot be used. */
  can?: boolean;
  /** A switch that is on or off. */
  on?: boolean;
  /** What a press does; while a button that repeats is held, it is done again and again. */
  use: () => void;
  repeats?: boolean;
  children: ReactNode;
};

const repeatAfterMs = 400;
const repeatEveryMs = 80;

/** A button of the viewer's bars. */
export function Tool({ name, can = true, on, use, repeats = false, children }: Props) {
  const hold = useHold(use, can);
  return (
    <button
      type="button"
      className={icon.button}
      disabled={!can}
      onClick={repeats ? hold.click : use}
      {...(repeats && can ? { onPointerDown: hold.press } : {})}
      aria-label={name}
      aria-pressed={on}
      title={name}
    >
      {children}
    </button>
  );
}

function useHold(use: () => void, can: boolean): { press: () => void; click: () => void } {
  const latest = useRef(use);
  const repeated = useRef(false);
  const letGo = useRef(() => {});

  useEffect(function followUse() {
    latest.current = use;
    if (!can) letGo.current(); // a disabled button is not told when it is released
  });
  useEffect(function letGoOnLeave() {
    return () => letGo.current();
  }, []);

  function press() {
    repeated.current = false;
    const repeat = () => {
      repeated.current = true;
      latest.current();
      timer = window.setTimeout(repeat, repeatEveryMs);
    };
    let timer = window.setTimeout(repeat, repeatAfterMs);
    const released = new AbortController();
    letGo.current = () => {
      clearTimeout(timer);
      released.abort();
    };
    for (const end of ['pointerup', 'pointercancel', 'blur']) {
      window.addEventListener(end, letGo.current, { signal: released.signal });
    }
  }

  // The click that ends a long press is not one step more.
  function click() {
    if (!repeated.current) use();
    repeated.current = false;
  }

  return { press, click };
}
