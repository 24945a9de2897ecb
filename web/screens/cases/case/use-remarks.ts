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

  function forget(position: number, saved: string) {
    if (latest.current.get(position) !== saved) return; // typed on meanwhile
    const next = new Map(latest.current);
    next.delete(position);
    setDrafts(next);
  }

  function keep(position: number, remark: string) {
    calls.decide({ positions: [position], remark }).then(
      () => forget(position, remark),
      () => {}, // `calls.failed` says it
    );
  }

  return {
    drafts,
    type: (position: number, text: string) => setDrafts(new Map(drafts).set(position, text)),
    save: (position: number) => {
      const remark = drafts.get(position);
      if (remark !== undefined) keep(position, remark);
    },
    /** Replaces the remark, and saves it. */
    take: (position: number, remark: string) => {
      setDrafts(new Map(drafts).set(position, remark));
      keep(position, remark);
    },
  };
}
