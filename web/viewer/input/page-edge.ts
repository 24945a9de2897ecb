export type EdgeDirection = 'up' | 'down' | 'left' | 'right';

/** Whether the element cannot be scrolled any further in that direction. */
export function isAtEdge(container: HTMLElement, direction: EdgeDirection): boolean {
  const { scrollTop, scrollLeft } = container;
  // Scroll positions may be fractions of a pixel, so one pixel from the edge is at the edge.
  switch (direction) {
    case 'up':
      return scrollTop <= 1;
    case 'down':
      return scrollTop + container.clientHeight >= container.scrollHeight - 1;
    case 'left':
      return scrollLeft <= 1;
    case 'right':
      return scrollLeft + container.clientWidth >= container.scrollWidth - 1;
  }
}
