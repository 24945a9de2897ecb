/** The tabs of the console, by their path under /manage. */
export const consoleTabs = {
  customers: 'Customer',
  'standard-numbers': 'Standard Number',
  files: 'Files',
  history: 'History',
} as const;

export type ConsoleTab = keyof typeof consoleTabs;

export function isConsoleTab(path: string): path is ConsoleTab {
  return Object.hasOwn(consoleTabs, path);
}
