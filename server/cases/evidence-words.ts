import type { WholeCase } from '#contract/cases.ts';

/** What a report is about, and the cases in it. */
export type Evidence = { title: string; cases: readonly WholeCase[] };

export function titleOf({ id, doc_num, doc_rev }: WholeCase): string {
  return `Change case ${id}: ${doc_num}, revision ${doc_rev}`;
}

/** To a reader who may not look into the review yet. */
export const hiddenWords = 'Decisions, actions and history are shown once the review is signed.';
