// No schema here: the web imports it whole.

/** What opens a case: a new revision, a notice about the whole standard, or a new revision whose order is unsure. */
export const caseReasons = ['revision', 'withdrawn', 'replaced', 'order'] as const;
export type CaseReason = (typeof caseReasons)[number];

export const caseStates = [
  'open',
  'in_review',
  'reviewed',
  'implemented',
  'closed',
  'withdrawn',
  'superseded',
] as const;
export type CaseState = (typeof caseStates)[number];

export const caseStateNames: Record<CaseState, string> = {
  open: 'Open',
  in_review: 'In review',
  reviewed: 'Reviewed',
  implemented: 'Implemented',
  closed: 'Closed',
  withdrawn: 'Withdrawn',
  superseded: 'Superseded',
};

/** The steps of a case that goes its whole way. */
export const caseSteps = ['open', 'in_review', 'reviewed', 'implemented', 'closed'] as const;

/** Of these the review is not signed: they can be late. */
export const pendingStates = ['open', 'in_review'] as const;
/** Groups of states to filter by. `done`: signed or waived. A withdrawn case was late if it was, a superseded one in its newer case. */
export const caseStateGroups = {
  pending: pendingStates,
  done: ['reviewed', 'implemented', 'closed'],
  not_superseded: caseStates.filter((state) => state !== 'superseded'),
} as const satisfies Record<string, readonly CaseState[]>;
export type CaseStateGroup = keyof typeof caseStateGroups;

export const caseStateGroupNames: Record<CaseStateGroup, string> = {
  pending: 'Not signed',
  done: 'Signed or waived',
  not_superseded: 'All but superseded',
};

/** After these nothing follows. */
export const endedStates = ['closed', 'withdrawn', 'superseded'] as const;

/**
 * Every move of a case by a person, all by EGD_LIB_REVIEW. A newer revision supersedes a pending case; the
 * library does that itself.
 */
export const caseMoves = {
  start: { from: ['open'], to: 'in_review', name: 'Start review', needsReason: false },
  sign: { from: ['in_review'], to: 'reviewed', name: 'Sign review', needsReason: false },
  implement: { from: ['reviewed'], to: 'implemented', name: 'Implemented', needsReason: false },
  // A review that finds no impact has nothing to implement.
  close: { from: ['reviewed', 'implemented'], to: 'closed', name: 'Close', needsReason: false },
  waive: { from: ['open', 'in_review'], to: 'closed', name: 'Waive review', needsReason: true },
  withdraw: { from: ['open', 'in_review'], to: 'withdrawn', name: 'Withdraw', needsReason: true },
  reopen: { from: ['in_review', 'withdrawn'], to: 'open', name: 'Back to open', needsReason: true },
} as const satisfies Record<
  string,
  { from: readonly CaseState[]; to: CaseState; name: string; needsReason: boolean }
>;
export type CaseMove = keyof typeof caseMoves;
export const caseMoveNames = Object.keys(caseMoves) as CaseMove[];

type Movable = { state: CaseState; verdict: CaseVerdict | null; reason: CaseReason };

/**
 * The moves that a case can make. One with impact is implemented before it is closed; where the order is unsure, nobody can
 * tell yet what to review.
 */
export function movesFrom({ state, verdict, reason }: Movable): CaseMove[] {
  return caseMoveNames.filter((move) => {
    const from: readonly CaseState[] = caseMoves[move].from;
    if (!from.includes(state) || (move === 'start' && reason === 'order')) return false;
    const isWithoutImpact = verdict === 'no_impact';
    if (move === 'close' && state === 'reviewed') return isWithoutImpact;
    return move !== 'implement' || !isWithoutImpact;
  });
}

export const caseVerdicts = ['no_impact', 'documents', 'process', 'product'] as const;
export type CaseVerdict = (typeof caseVerdicts)[number];

export const caseVerdictNames: Record<CaseVerdict, string> = {
  no_impact: 'No impact',
  documents: 'Documents only',
  process: 'Process',
  product: 'Product',
};

export const caseDecisions = ['no_impact', 'action', 'question'] as const;
export type CaseDecision = (typeof caseDecisions)[number];

export const caseDecisionNames: Record<CaseDecision, string> = {
  no_impact: 'No impact',
  action: 'Action',
  question: 'Question',
};

export const caseActionKinds = [
  'ppap',
  'control_plan',
  'fmea',
  'work_instruction',
  'gauge',
  'supplier',
  'drawing',
  'other',
] as const;
export type CaseActionKind = (typeof caseActionKinds)[number];

export const caseActionNames: Record<CaseActionKind, string> = {
  ppap: 'PPAP',
  control_plan: 'Control plan',
  fmea: 'FMEA',
  work_instruction: 'Work instruction',
  gauge: 'Gauge',
  supplier: 'Supplier',
  drawing: 'Drawing',
  other: 'Other',
};

/** When the library opens cases of a customer without being asked. */
export const caseOpenings = ['never', 'new_revisions', 'all'] as const;
export type CaseOpening = (typeof caseOpenings)[number];

export const caseOpeningNames: Record<CaseOpening, string> = {
  never: 'Never',
  new_revisions: 'For new revisions',
  all: 'For new revisions and new standards',
};

/** Why the latest revision of a standard has no case. */
export const withoutCaseReasons = [
  'unsure',
  'withdrawn',
  'never',
  'imported',
  'first',
  'earlier',
] as const;
export type WithoutCaseReason = (typeof withoutCaseReasons)[number];

export const withoutCaseNames: Record<WithoutCaseReason, string> = {
  unsure: 'The revision order is unsure',
  withdrawn: 'The case was withdrawn',
  never: 'The customer’s rule opens no case',
  imported: 'Imported: the rule opens no case on import',
  first: 'The first revision here',
  earlier: 'Older than the first case or rule',
};

/** The header with the number of cases of a report, and of bytes before it. */
export const progressHeader = 'x-progress';
