/** What a reader does to look at something else. */
const goesOn = ['pointerdown', 'keydown', 'wheel', 'touchmove'];

/** Scrolls to an element, also when what is above it grows later; until the reader goes on. */
export function keepInSight(element: HTMLElement): () => void {
  const resizes = new ResizeObserver(() => element.scrollIntoView({ block: 'nearest' }));
  resizes.observe(document.body);
  const ended = new AbortController();
  const end = () => {
    resizes.disconnect();
    ended.abort();
  };
  const { signal } = ended;
  for (const name of goesOn) document.addEventListener(name, end, { signal, passive: true });
  return end;
}
