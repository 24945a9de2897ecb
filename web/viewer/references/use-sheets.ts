import { useEffect, useState } from 'react';
import type { Reader } from '../reader.ts';
import type { PageSheet } from './references.ts';

/** An element of ours on a sheet, over what pdf.js draws there. */
export type Overlay = { sheet: PageSheet; element: HTMLElement };

/** An overlay for each sheet that is drawn and wanted, by page. */
export function useSheets(
  reader: Reader,
  isWanted: (page: number) => boolean,
  className: string | undefined,
): ReadonlyMap<number, Overlay> {
  const [overlays, setOverlays] = useState<ReadonlyMap<number, Overlay>>(new Map());

  useEffect(
    function followSheets() {
      const kept = new Map<number, Overlay>();
      // pdf.js empties a page when it is zoomed, and draws it a moment later: what is over it stays meanwhile.
      const emptied = new MutationObserver(() => {
        for (const { sheet, element } of kept.values()) {
          if (element.parentNode === null && staysAsItIs(reader, sheet)) sheet.div.append(element);
        }
      });
      const undo = reader.watchSheets((sheet) => {
        for (const [page, { element }] of kept) if (!element.isConnected) kept.delete(page);
        if (isWanted(sheet.page)) {
          const element = kept.get(sheet.page)?.element ?? overlayElement(className);
          // pdf.js empties a page before it draws it again.
          if (element.parentNode !== sheet.div) sheet.div.append(element);
          kept.set(sheet.page, { sheet, element });
          emptied.observe(sheet.div, { childList: true });
        }
        setOverlays(new Map(kept));
      });
      return () => {
        undo();
        emptied.disconnect();
        for (const { element } of kept.values()) element.remove();
      };
    },
    [reader, isWanted, className],
  );

  return overlays;
}

/** Whether a page that was emptied is still in view, and not turned. */
function staysAsItIs(reader: Reader, { div, rotation }: PageSheet): boolean {
  const { top, bottom } = div.getBoundingClientRect();
  const isNear = div.isConnected && bottom > 0 && top < innerHeight;
  return isNear && reader.state().view.rotation === rotation;
}

function overlayElement(className: string | undefined): HTMLElement {
  const element = document.createElement('div');
  element.className = className ?? '';
  return element;
}
