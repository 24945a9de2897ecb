import { useEffect, useRef, useState } from 'react';
import type { CaseCalls } from './use-case-calls.ts';

export type Remarks = ReturnType<typeof useRemarks>;

/** Remarks as they are typed, which are saved when the field is left. One that cannot be saved stays typed. */
export function useRemarks(calls: CaseCalls) {
  const [drafts, setDrafts] = useState<ReadonlyMap<number, string>>(new Map());
  const latest = useRef(drafts);
  useEffect(function keepLatest() {
    latest.current = drafts;
  });

  function forget(line: number, saved: string) {
    if (latest.current.get(line) !== saved) return; // typed on meanwhile
    const next = new Map(latest.current);
    next.delete(line);
    setDrafts(next);
  }

  function keep(line: number, remark: string) {
    calls.decide([line], { remark }).then(
      () => forget(line, remark),
      () => {}, // `calls.failed` says it
    );
  }

  return {
    drafts,
    type: (line: number, text: string) => setDrafts(new Map(drafts).set(line, text)),
    save: (line: number) => {
      const remark = drafts.get(line);
      if (remark !== undefined) keep(line, remark);
    },
    /** Replaces the remark, and saves it. */
    take: (line: number, remark: string) => {
      setDrafts(new Map(drafts).set(line, remark));
      keep(line, remark);
    },
  };
}
