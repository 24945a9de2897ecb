import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { exportNotes } from '#contract/calls.ts';
import type { Reader } from '../reader.ts';
import { printFile } from './print.ts';

/** What the reader is told, or asked, on the way to the printer. */
export type PrintNotice =
  | { is: 'preparing' }
  | { is: 'failed'; why: string; without: (() => void) | null }
  | { is: 'asking'; unsaved: number; yes: () => void }
  | { is: 'unknown'; notes: PrintedNotes; yes: () => void };

type PrintedNotes = 'all' | 'none';

export type Printing = {
  print: () => void;
  /** The same with the notes; those that are not saved yet are saved first. */
  printNotes: (notes: { unsavedCount: () => number; saveAll: () => Promise<void> }) => void;
  notice: PrintNotice | null;
  close: () => void;
};

/**
 * Prints the file as it is; or, with notes or where every sheet has to say something, a copy that the
 * server makes. `words`: what every sheet has to say; undefined while that is not known.
 */
export function usePrinting(
  reader: Reader,
  fileName: string,
  words: string | null | undefined,
): Printing {
  const [notice, setNotice] = useState<PrintNotice | null>(null);
  const running = useRef<AbortController | null>(null);

  function close() {
    running.current?.abort();
    running.current = null;
    setNotice(null);
  }

  useEffect(() => () => running.current?.abort(), []);

  async function send(address: string, without: (() => void) | null) {
    close();
    const abort = new AbortController();
    running.current = abort;
    setNotice({ is: 'preparing' });
    try {
      await printFile(address, abort.signal);
      if (!abort.signal.aborted) setNotice(null);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (!abort.signal.aborted) setNotice({ is: 'failed', why, without });
    }
  }

  const printOriginal = () => void send(reader.source.address, null);
  const printSheets = (notes: PrintedNotes, said = words) => {
    if (said === undefined) {
      return setNotice({ is: 'unknown', notes, yes: () => printSheets(notes, null) });
    }
    if (notes === 'none' && said === null) return printOriginal();
    const written = said === null ? {} : { words: said };
    const query = new URLSearchParams({ name: fileName, as: 'print', notes, ...written });
    void send(`${exportNotes.url}?${query}`, said === null ? null : printOriginal);
  };

  const printNowKnown = useEffectEvent(() => {
    if (notice?.is === 'unknown') printSheets(notice.notes);
  });
  useEffect(
    function printOnceKnown() {
      if (words !== undefined) printNowKnown();
    },
    [words],
  );

  return {
    print: () => printSheets('none'),
    printNotes: ({ unsavedCount, saveAll }) => {
      const printAll = () => printSheets('all');
      if (unsavedCount() === 0) return printAll();
      setNotice({ is: 'preparing' });
      const saved = () => {
        const unsaved = unsavedCount();
        if (unsaved === 0) printAll();
        else setNotice({ is: 'asking', unsaved, yes: printAll });
      };
      saveAll().then(saved, saved);
    },
    notice,
    close,
  };
}
