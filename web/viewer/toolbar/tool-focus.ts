import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';

const toolsAndDisabled = 'button, a, input';
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Makes a toolbar one stop of the Tab key, inside which the arrow keys, Home and End go from tool to
 * tool (ARIA Authoring Practices, toolbar). The stop is kept in the DOM alone: as a state of React,
 * which every tool reads, it would be rendered and measured while a document opens.
 */
export function useToolFocus(bar: RefObject<HTMLElement | null>) {
  const stop = useRef<{ tool: HTMLElement | null; index: number }>({ tool: null, index: 0 });

  useLayoutEffect(
    function followTools() {
      const element = bar.current;
      if (element === null) return;
      const update = () => (stop.current = keepOneStop(element, stop.current));
      update();
      const changes = new MutationObserver(update);
      changes.observe(element, { subtree: true, childList: true, attributeFilter: ['disabled'] });
      return () => changes.disconnect();
    },
    [bar],
  );

  function onFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
    const tool = target.closest<HTMLElement>(toolsAndDisabled);
    // What a tool opens elsewhere in the page is its child for React only.
    if (tool === null || !currentTarget.contains(tool)) return;
    stop.current = keepOneStop(currentTarget, { tool, index: 0 });
  }

  return { onFocus, onKeyDown: goToTool };
}

/** Only the stop is reached with Tab. Where it was taken away, what is in its place is the next stop. */
function keepOneStop(bar: HTMLElement, before: { tool: HTMLElement | null; index: number }) {
  const tools = toolsOf(bar);
  const usable = tools.filter(isUsable);
  const wanted = [before.tool, tools[before.index]];
  const tool = wanted.find((one) => one && usable.includes(one)) ?? usable[0] ?? null;
  for (const one of tools) one.tabIndex = one === tool ? 0 : -1;
  return { tool, index: tool === null ? 0 : tools.indexOf(tool) };
}

function goToTool(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
  if (target instanceof HTMLInputElement && movesCaret(target, key)) return;
  const tools = toolsOf(currentTarget).filter(isUsable);
  const to = key === 'Home' ? 0 : key === 'End' ? -1 : tools.indexOf(target) + (steps[key] ?? NaN);
  const tool = tools.at(to === tools.length ? 0 : to);
  if (Number.isNaN(to) || tool === undefined) return;
  event.preventDefault();
  tool.focus();
}

function movesCaret({ selectionStart, selectionEnd, value }: HTMLInputElement, key: string) {
  if (steps[key] === undefined || selectionStart !== selectionEnd) return true;
  return selectionStart !== (key === 'ArrowLeft' ? 0 : value.length);
}

function toolsOf(bar: HTMLElement): HTMLElement[] {
  return [...bar.querySelectorAll<HTMLElement>(toolsAndDisabled)];
}

function isUsable(tool: HTMLElement): boolean {
  return !tool.matches(':disabled');
}
