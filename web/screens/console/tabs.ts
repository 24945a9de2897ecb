import type { ConsoleTab } from '#contract/pages.ts';

/** How the tabs are called. */
export const tabNames: Record<ConsoleTab, string> = {
  customers: 'Customer',
  'standard-numbers': 'Standard Number',
  files: 'Files',
  cases: 'Cases',
  history: 'History',
};
