import type { CaseReason } from '#contract/case-words.ts';

/** What opened a case. */
export const reasonNames: Record<CaseReason, string> = {
  revision: 'New revision',
  withdrawn: 'Withdrawn standard',
  replaced: 'Replaced standard',
  order: 'Set the revision order first',
};
