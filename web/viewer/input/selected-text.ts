/** What is selected on the pages; null where nothing is. */
export function selectedRange(): Range | null {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  const node = range.startContainer;
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest('[data-pages]') ? range : null;
}

/** Where a page's selected letters are on the screen: pdf.js has other elements between them. */
export function selectedRects(selected: Range, page: HTMLElement): DOMRect[] {
  const text = page.querySelector('.textLayer');
  if (text === null || !selected.intersectsNode(text)) return [];
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const rects: DOMRect[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!selected.intersectsNode(node)) continue;
    const part = document.createRange();
    part.selectNodeContents(node);
    if (node === selected.startContainer) part.setStart(node, selected.startOffset);
    if (node === selected.endContainer) part.setEnd(node, selected.endOffset);
    rects.push(...part.getClientRects());
  }
  return rects;
}
