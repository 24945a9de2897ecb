import { type RefObject, useEffect } from 'react';

/**
 * A toolbar is one stop for the Tab key; the arrows go from tool to tool (ARIA Authoring Practices,
 * toolbar). The stop is the tool that was used last.
 */
export function useOneTabStop(bar: RefObject<HTMLElement | null>): void {
  useEffect(
    function manageFocus() {
      const element = bar.current;
      if (element === null) return;
      let last: HTMLElement | null = null;

      function tools(): HTMLElement[] {
        const all = element?.querySelectorAll<HTMLElement>('button:not(:disabled), a, input') ?? [];
        return [...all].filter((tool) => tool.offsetParent !== null);
      }
      function placeStop(): void {
        const usable = tools();
        const stop = usable.find((tool) => tool === last) ?? usable[0];
        for (const tool of usable) tool.tabIndex = tool === stop ? 0 : -1;
      }
      function focused({ target }: FocusEvent): void {
        last = target instanceof HTMLElement ? target : null;
        placeStop();
      }
      function pressed(event: KeyboardEvent): void {
        const usable = tools();
        const at = usable.indexOf(event.target as HTMLElement);
        const next = neighbour(event.key, at, usable.length);
        if (at < 0 || next === null || event.target instanceof HTMLInputElement) return;
        event.preventDefault();
        usable[next]?.focus();
      }

      placeStop();
      // Tools come, go and are disabled with what the document allows.
      const changes = new MutationObserver(placeStop);
      changes.observe(element, { subtree: true, childList: true, attributeFilter: ['disabled'] });
      element.addEventListener('focusin', focused);
      element.addEventListener('keydown', pressed);
      return () => {
        changes.disconnect();
        element.removeEventListener('focusin', focused);
        element.removeEventListener('keydown', pressed);
      };
    },
    [bar],
  );
}

function neighbour(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return (at + count - 1) % count;
    case 'ArrowRight':
      return (at + 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
