import { type AuditAction, auditActions } from '#contract/audit-actions.ts';
import type { HistoryFilter } from '#contract/audit.ts';

/** The filter as the address has it: days as a reader writes them, in the reader's zone. */
export type HistoryParam = 'user' | 'action' | 'customer' | 'number' | 'from' | 'to';
export type HistoryParams = Record<HistoryParam, string>;

const names: readonly HistoryParam[] = ['user', 'action', 'customer', 'number', 'from', 'to'];

export function paramsOf(address: URLSearchParams): HistoryParams {
  // Every name is in it.
  return Object.fromEntries(names.map((name) => [name, address.get(name) ?? ''])) as HistoryParams;
}

export function addressOf(params: HistoryParams): Record<string, string> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''));
}

/** What the server is asked for; what makes no sense in an address that someone typed is left out. */
export function filterOf(params: HistoryParams): HistoryFilter {
  const { user, customer, number } = params;
  const action = auditActions.find((one): one is AuditAction => one === params.action);
  const from = startOfDay(params.from, 0);
  const to = startOfDay(params.to, 1); // to the end of that day
  return {
    ...(user === '' ? {} : { user }),
    ...(action === undefined ? {} : { action }),
    ...(/^\d{1,15}$/.test(customer) ? { customer_id: customer } : {}),
    ...(number.trim() === '' ? {} : { doc_num: number.trim() }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  };
}

function startOfDay(day: string, daysLater: number): string | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return null;
  const at = new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
