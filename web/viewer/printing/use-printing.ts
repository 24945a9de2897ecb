import { useCallback, useEffect, useRef, useState } from 'react';
import type { Reader } from '../reader.ts';
import type { OverPage } from './print-stamped.ts';
import { printOriginal } from './print.ts';

export type Printing = {
  print: () => void;
  /** The same, with something over the pages. */
  printOver: (over: OverPage) => void;
  /** The page that is being drawn for the printer; null when none is. */
  page: number | null;
  /** Why nothing was printed. */
  isFailed: boolean;
  cancel: () => void;
};

/** Prints the file as it is; or, where every sheet has to say something, page by page. */
export function usePrinting(reader: Reader, stamp: string | null): Printing {
  const [page, setPage] = useState<number | null>(null);
  const [isFailed, setFailed] = useState(false);
  const running = useRef<AbortController | null>(null);
  const cancel = useCallback(() => {
    running.current?.abort();
    setFailed(false);
  }, []);

  useEffect(() => cancel, [cancel]);

  async function print(over: OverPage | null) {
    const { phase } = reader.state();
    if (stamp === null && over === null) return printOriginal(reader.source.address);
    if (phase.state !== 'ready' || page !== null) return;
    running.current?.abort(); // of a browser that does not say when it has printed
    const abort = new AbortController();
    running.current = abort;
    setFailed(false);
    try {
      const { printStamped } = await import('./print-stamped.ts');
      const progress = { onPage: setPage, signal: abort.signal };
      await printStamped(phase.pdf, { words: stamp, over }, progress);
    } catch (error) {
      if (!abort.signal.aborted) {
        console.error('Failed to print', error);
        setFailed(true);
      }
    }
    if (running.current === abort) running.current = null;
    setPage(null);
  }

  return {
    print: () => void print(null),
    printOver: (over) => void print(over),
    page,
    isFailed,
    cancel,
  };
}
