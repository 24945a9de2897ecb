/** The pages, by their address: specification, section 2, and the console. */
export const pages = {
  /** The main page as well. */
  root: '/',
  main: '/main',
  login: '/login',
  about: '/about',
  faq: '/faq',
  /** The changes between two documents. */
  redline: '/redline',
  /** Change cases; one of them is below it, by its number. */
  cases: '/cases',
  /** One's own password and sessions. */
  account: '/account',
  /** The console, which opens at its first tab. */
  manage: '/manage',
} as const;

export const consoleTabs = ['customers', 'standard-numbers', 'files', 'cases', 'history'] as const;
export type ConsoleTab = (typeof consoleTabs)[number];

export function isConsoleTab(path: string): path is ConsoleTab {
  return (consoleTabs as readonly string[]).includes(path);
}

/** The tabs that auditors read: nothing in them writes for them. */
export const auditorTabs: readonly ConsoleTab[] = ['cases', 'history'];

export function pageOfTab(tab: ConsoleTab): string {
  return `${pages.manage}/${tab}`;
}

export function pageOfCase(id: number): string {
  return `${pages.cases}/${id}`;
}

/** The number of the case that has this page; null: another page. */
export function caseOfPage(path: string): number | null {
  const number = /^\/cases\/([1-9]\d{0,14})$/.exec(path)?.[1];
  return number === undefined ? null : Number(number);
}

const screens = new Set<string>([...Object.values(pages), ...consoleTabs.map(pageOfTab)]);

/** Letter by letter, for server and browser: /Main and /main/ are the 404 page, as any other path. */
export function isScreen(path: string): boolean {
  return screens.has(path) || caseOfPage(path) !== null;
}
