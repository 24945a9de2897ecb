import { useEffect, useState } from 'react';
import type { Reader } from '../reader.ts';
import type { Sheet } from './references.ts';

/** An element of ours on a sheet, over what pdf.js draws there. */
export type Overlay = { sheet: Sheet; element: HTMLElement };

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
      const undo = reader.watchSheets((sheet) => {
        for (const [page, { element }] of kept) if (!element.isConnected) kept.delete(page);
        if (isWanted(sheet.page)) {
          const element = kept.get(sheet.page)?.element ?? overlayElement(className);
          // pdf.js empties a page before it draws it anew.
          if (element.parentNode !== sheet.div) sheet.div.append(element);
          kept.set(sheet.page, { sheet, element });
        }
        setOverlays(new Map(kept));
      });
      return () => {
        undo();
        for (const { element } of kept.values()) element.remove();
      };
    },
    [reader, isWanted, className],
  );

  return overlays;
}

function overlayElement(className: string | undefined): HTMLElement {
  const element = document.createElement('div');
  element.className = className ?? '';
  return element;
}
