import type { WholeCase } from '#contract/cases.ts';

/** What a report is about, and the cases in it. */
export type Evidence = { title: string; cases: Iterable<WholeCase> & { length: number } };

export function titleOf({ id, doc_num, doc_rev }: WholeCase): string {
  return `Change case ${id}: ${doc_num}, revision ${doc_rev}`;
}
