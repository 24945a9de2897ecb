import { createContext as createReactContext, use } from 'react';
import {
  createContext as createRouterContext,
  data,
  type MiddlewareFunction,
  redirect,
  useRouteLoaderData,
} from 'react-router';
import type { Role } from '#contract/auth.ts';
import {
  auditorTabs,
  isConsoleTab,
  isScreen,
  pageOfCase,
  pageOfTab,
  pages,
} from '#contract/pages.ts';
import { ApiError, checkSession, logout } from './api.ts';
import { rolesOf } from './login-answer.ts';
import { showToast } from './ui/feedback/toast.tsx';

/** A check that takes longer counts as not signed in, a logout that does as failed. */
const limitMs = 10_000;

/**
 * Who is signed in, as the server said before this screen was shown. It decides what is shown; the
 * server checks the roles at every call.
 */
export type ReaderSession = {
  /** The name in the greeting. */
  username: string;
  roles: readonly string[];
  /** The server's own name of the reader. */
  displayName: string | undefined;
  /** The name that the reader signs in with. */
  account: string | undefined;
};

export function hasRole({ roles }: ReaderSession, role: Role): boolean {
  return roles.includes(role);
}

/** What was made before is not sent in another person's name. */
export async function requireAccount(account: string | undefined): Promise<void> {
  const { user } = await checkSession(AbortSignal.timeout(limitMs));
  if (user?.username !== account) throw new ApiError(401, 'Another account is signed in.');
}

/** Who has change cases in the bar. Other readers may open a link to one. */
export function mayOpenCases({ roles }: ReaderSession): boolean {
  return caseRoles.some((role) => roles.includes(role));
}

const caseRoles: readonly Role[] = ['EGD_LIB_REVIEW', 'EGD_LIB_EDIT', 'EGD_LIB_AUDIT'];

/** Librarians open every tab of the console, auditors those that they read. Without a tab: the first of them. */
export function mayOpenTab(session: ReaderSession, tab: string | undefined): boolean {
  if (hasRole(session, 'EGD_LIB_EDIT')) return true;
  const isRead = tab === undefined || auditorTabs.some((one) => one === tab);
  return isRead && hasRole(session, 'EGD_LIB_AUDIT');
}

/** Brings what the guard learned to the loaders of the same navigation. */
export const sessionContext = createRouterContext<ReaderSession>();

/** Of the route that has the session as its loader data. */
export const sessionRouteId = 'session';

export function useSession(): ReaderSession {
  const session = useRouteLoaderData<ReaderSession>(sessionRouteId);
  if (session === undefined) throw new Error('Only screens for signed-in users have a session.');
  return session;
}

/** Asks the server before every navigation whether the reader is signed in; specification, section 2. */
export class SessionGuard {
  // Logout goes to /login even when the server could not be reached. The server would then call the
  // reader signed in and the guard send them straight back; so until the next login or reload, the
  // guard calls them signed out.
  #loggedOut = false;

  // The answer that led to a redirect, for the navigation that the redirect starts. Asked twice, a
  // server that hangs would take twice its limit, and one that recovers in between would send the
  // reader in a circle.
  #redirected: { session: ReaderSession | null } | null = null;

  /** The last check had no answer. */
  isConnectionLost = false;

  readonly middleware: MiddlewareFunction = async ({ request, context }, next) => {
    const { pathname, search } = new URL(request.url);
    const { session } = this.#redirected ?? { session: await this.#findSession(request.signal) };
    // Else a newer navigation took over, and the router ignores what this one answers. What it did not
    // learn must not lead that one to the login.
    const isCurrent = !request.signal.aborted;
    if (isCurrent) this.#redirected = null;
    if (session !== null) context.set(sessionContext, session);
    const signedIn = session !== null;
    if (signedIn && !isScreen(pathname)) throw data(null, { status: 404 });
    if (signedIn !== (pathname === pages.login)) return next();
    if (isCurrent) this.#redirected = { session };
    if (signedIn) {
      throw redirect(`${pageOfQuery(search)}${this.#searchAfterEntry(search, session)}`);
    }
    // A click while the connection is interrupted must not lose the document on the screen.
    throw redirect(`${pages.login}${keptQuery({ pathname, search }) || keptQuery(location)}`);
  };

  /** Who comes back from the issuer is signed in by the server: the name to greet with is new here. */
  #searchAfterEntry(search: string, session: ReaderSession): string {
    const rest = search.replace(/.entered=1$/, ''); // the server puts it last
    if (rest === search) return search;
    session.username = session.displayName ?? session.username;
    this.enter(session.username);
    showToast('Login successful!');
    return rest;
  }

  /** After a login that the server accepted. */
  enter(displayName: string): void {
    this.#loggedOut = false;
    localStorage.setItem(nameKey, displayName);
  }

  /**
   * Never fails: a reader who wants to log out must not be kept by a server that does not answer. Gives
   * where the issuer signs out, too; null where nobody else has to.
   */
  async leave(): Promise<string | null> {
    this.#loggedOut = true;
    const next = await endSession();
    localStorage.clear();
    sessionStorage.clear();
    return next;
  }

  async #findSession(signal: AbortSignal): Promise<ReaderSession | null> {
    try {
      const limit = AbortSignal.timeout(limitMs);
      const answer = await checkSession(AbortSignal.any([signal, limit]));
      this.isConnectionLost = false;
      // Exactly true: a proxy or another auth host may answer with anything.
      if (answer.authenticated !== true || this.#loggedOut) return null;
      const roles = rolesOf(answer);
      // From local storage: specification, section 2.
      const username = localStorage.getItem(nameKey) ?? 'User';
      const { display_name: displayName, username: account } = answer.user ?? {};
      return { username, roles, displayName, account };
    } catch (error) {
      const isAnswered = error instanceof ApiError && error.status < 500;
      if (!signal.aborted) this.isConnectionLost = !isAnswered && !this.#loggedOut;
      // The specification treats a failed check as not signed in.
      return null;
    }
  }
}

const GuardContext = createReactContext<SessionGuard | null>(null);

export const SessionGuardProvider = GuardContext.Provider;

export function useSessionGuard(): SessionGuard {
  const guard = use(GuardContext);
  if (guard === null) throw new Error('The application is not inside a SessionGuardProvider.');
  return guard;
}

/** Ends it on the server, as far as the server can be reached; gives where the issuer ends its own. */
export async function endSession(): Promise<string | null> {
  try {
    return (await logout(AbortSignal.timeout(limitMs))).end_session_url ?? null;
  } catch (error) {
    console.error('Logout failed', error);
    return null;
  }
}

const nameKey = 'username';

/** The main page answers at / as well. */
export function isMain(pathname: string): boolean {
  return pathname === pages.root || pathname === pages.main;
}

/** What is kept over the login: the query of a document, of two that are compared, a case, or a tab of the console. */
function keptQuery({ pathname, search }: { pathname: string; search: string }): string {
  const [, place, what] = /^\/(case|manage)s?\/([\w-]+)$/.exec(pathname) ?? [];
  if (place !== undefined) return `?${place}=${what}${search.replace(/^\?/, '&')}`;
  return isMain(pathname) || pathname === pages.redline ? search : '';
}

/** Where a query leads that was kept over the login: documents are compared from one to another. */
export function pageOfQuery(search: string): string {
  const number = /^\?case=(\d{1,15})\b/.exec(search)?.[1];
  if (number !== undefined) return pageOfCase(Number(number));
  const tab = /^\?manage=([\w-]+)/.exec(search)?.[1] ?? '';
  if (isConsoleTab(tab)) return pageOfTab(tab);
  return /[?&]from=/.test(search) ? pages.redline : pages.main;
}
