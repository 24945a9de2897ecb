import { api } from './calls.ts';

// Method and address of the calls about change cases, apart from the others, so that readers do not load them.

/** Change cases: the list, one of them, and what reviewers do. */
export const listCases = { method: 'GET', url: `${api}/cases` } as const;
export const summarizeCases = { method: 'GET', url: `${api}/cases/summary` } as const;
export const listWithoutCase = { method: 'GET', url: `${api}/cases/without` } as const;
export const findCaseOf = { method: 'GET', url: `${api}/cases/of` } as const;
export const exportCases = { method: 'GET', url: `${api}/cases/export` } as const;
export const openCase = { method: 'POST', url: `${api}/cases` } as const;
export const readCase = { method: 'GET', url: `${api}/cases/:id` } as const;
export const saveCase = { method: 'PUT', url: `${api}/cases/:id` } as const;
export const extendCase = { method: 'POST', url: `${api}/cases/:id/extend` } as const;
/** One call for each move: `:move` is a name of `caseMoves`. */
export const moveCase = { method: 'POST', url: `${api}/cases/:id/:move` } as const;
export const decideLines = { method: 'POST', url: `${api}/cases/:id/decide` } as const;
export const addLine = { method: 'POST', url: `${api}/cases/:id/lines` } as const;
export const renewLines = { method: 'POST', url: `${api}/cases/:id/renew` } as const;
export const correctDate = { method: 'POST', url: `${api}/cases/:id/correct` } as const;
export const addRemark = { method: 'POST', url: `${api}/cases/:id/remarks` } as const;
export const addAction = { method: 'POST', url: `${api}/cases/:id/actions` } as const;
export const saveAction = { method: 'PUT', url: `${api}/cases/:id/actions/:action` } as const;
export const exportEvidence = { method: 'GET', url: `${api}/cases/:id/evidence` } as const;
export const exportCasesEvidence = { method: 'GET', url: `${api}/cases/evidence` } as const;
