import {
  type CaseStateGroup,
  caseStateGroups,
  caseStates,
  caseVerdicts,
} from '#contract/case-words.ts';
import type { CaseFilter } from '#contract/cases.ts';
import { dayAfter } from '../due-words.ts';

export const caseTabs = ['mine', 'open', 'week', 'late', 'all', 'without'] as const;
export type CaseTab = (typeof caseTabs)[number];

export const caseTabNames: Record<CaseTab, string> = {
  mine: 'Mine',
  open: 'Open',
  week: 'Due this week',
  late: 'Late',
  all: 'All',
  without: 'Without a case',
};

/** The days that *From* and *To* are about. */
export const caseDays = ['received', 'due', 'late', 'reviewed'] as const;

export const stateChoices = [
  ...(Object.keys(caseStateGroups) as CaseStateGroup[]),
  ...caseStates,
] as const;

const fields = [
  'number',
  'customer',
  'owner',
  'state',
  'verdict',
  'late',
  'by',
  'from',
  'to',
] as const;
/** What is filtered by, as the address has it; empty: everything. */
export type CaseParams = Record<(typeof fields)[number], string> & { tab: CaseTab };

export function paramsOf(address: URLSearchParams, usual: CaseTab): CaseParams {
  const tab = caseTabs.find((one) => one === address.get('tab')) ?? usual;
  const texts = fields.map((name) => [name, address.get(name) ?? '']);
  // Every field is in it.
  return { ...(Object.fromEntries(texts) as Omit<CaseParams, 'tab'>), tab };
}

export function addressOf(params: CaseParams): Record<string, string> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''));
}

/** What the server is asked for; what makes no sense in a typed address is left out. */
export function filterOf(params: CaseParams, today: string): CaseFilter {
  const { customer, owner, late, from, to } = params;
  const by = caseDays.find((one) => one === params.by) ?? 'received';
  const [since, until] = dayFields[by];
  const doc_num = params.number.trim();
  const state = stateChoices.find((one) => one === params.state);
  const verdict = caseVerdicts.find((one) => one === params.verdict);
  return {
    ...tabFilters[params.tab](today),
    ...(state === undefined ? {} : { state }),
    ...(verdict === undefined ? {} : { verdict }),
    ...(doc_num === '' ? {} : { doc_num }),
    ...(customer === '' ? {} : { customer }),
    ...(owner === '' ? {} : { owner }),
    ...(late === '0' || late === '1' ? { late } : {}),
    ...(isDay(from) ? { [since]: from } : {}),
    ...(isDay(to) ? { [until]: to } : {}),
  };
}

const dayFields = {
  received: ['from', 'to'],
  due: ['due_from', 'due_to'],
  late: ['late_from', 'late_to'],
  reviewed: ['reviewed_from', 'reviewed_to'],
} as const;

const tabFilters: Record<CaseTab, (today: string) => CaseFilter> = {
  mine: () => ({ mine: '1' }),
  open: () => ({ state: 'pending' }),
  week: (today) => ({ state: 'pending', due_before: mondayAfter(today) }),
  late: () => ({ state: 'pending', late: '1' }),
  all: () => ({}),
  without: () => ({}),
};

function mondayAfter(day: string): string {
  const weekday = new Date(day).getUTCDay(); // 0 is Sunday
  return dayAfter(day, weekday === 0 ? 1 : 8 - weekday);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}
