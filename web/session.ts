import { type MiddlewareFunction, redirect } from 'react-router';
import type { Role } from '#contract/auth.ts';
import { pages } from '#contract/pages.ts';
import { checkSession, logout } from './api.ts';

/** A check that takes longer counts as not signed in, a logout that does as failed. */
const limitMs = 10_000;

/** The role without which nobody may read; specification, section 6. */
export const requiredRole: Role = 'EGD_LIB';

const editorRole: Role = 'EGD_LIB_EDIT';

// Logout goes to /login even when the server could not be told. The guard would then send the
// reader, still signed in there, straight back; so it stands aside until the next login or reload.
let left = false;

// Where the guard sends someone is the same navigation going on. Asked twice, a server that hangs
// would take twice its limit, and one that recovers in between would send the reader in a circle.
let redirected: { signedIn: boolean } | null = null;

// What the guard last learned. The server checks the role at every call; this decides what is shown.
let editor = false;

/** Whether the console is for this user. */
export function mayEdit(): boolean {
  return editor;
}

/** Asks the server before every navigation; specification, section 2. */
export const guard: MiddlewareFunction = async ({ request }, next) => {
  const { pathname, search } = new URL(request.url);
  const atLogin = pathname === pages.login;
  const signedIn = redirected?.signedIn ?? (await isSignedIn(request.signal));
  redirected = null;
  if (signedIn !== atLogin) return next();
  redirected = { signedIn };
  throw redirect(signedIn ? pages.main + search : pages.login + (isMain(pathname) ? search : ''));
};

/** The name in the greeting. */
export function username(): string {
  return localStorage.getItem('username') ?? 'User';
}

export function enter(displayName: string): void {
  left = false;
  localStorage.setItem('username', displayName);
}

/** Never fails: whoever leaves, leaves. */
export async function leave(): Promise<void> {
  left = true;
  await endSession();
  localStorage.clear();
  sessionStorage.clear();
}

export async function endSession(): Promise<void> {
  try {
    await logout(AbortSignal.timeout(limitMs));
  } catch (error) {
    console.error('Logout failed', error);
  }
}

async function isSignedIn(signal: AbortSignal): Promise<boolean> {
  try {
    const limit = AbortSignal.timeout(limitMs);
    const check = await checkSession(AbortSignal.any([signal, limit]));
    const { authenticated, access_role = [] } = check;
    editor = access_role.some((role) => role.role_name === editorRole);
    return authenticated && !left;
  } catch {
    // The specification treats a failed check as not signed in. When a newer navigation took over,
    // the router ignores what this one answers.
    return false;
  }
}

function isMain(pathname: string): boolean {
  return pathname === pages.root || pathname === pages.main;
}
