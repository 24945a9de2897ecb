import { type ReactNode, useEffect, useRef } from 'react';
import { Toolbar } from '@base-ui/react/toolbar';
import { Tool } from './tool.tsx';

type Props = {
  name: string;
  /** For a tool that is on or off. */
  pressed?: boolean;
  disabled?: boolean;
  onClick: () => void;
  /** While the pointer holds the tool down, it is used again and again. */
  repeats?: boolean;
  children: ReactNode;
};

/** A tool of a toolbar, which the arrow keys go to. */
export function ToolbarTool(props: Props) {
  const { name, pressed, disabled = false, onClick, repeats = false, children } = props;
  const repeating = useRepeating(onClick, disabled);
  return (
    <Toolbar.Button
      disabled={disabled}
      focusableWhenDisabled={false}
      render={<Tool name={name} pressed={pressed} />}
      {...(repeats ? repeating : { onClick })}
    >
      {children}
    </Toolbar.Button>
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
