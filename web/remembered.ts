/**
 * What a reader has set, for the next time. In cookies, because logging out clears local and session
 * storage (specification, section 4), and by the reader's name, as some computers are shared.
 */
export function remember(user: string, setting: string, value: string): void {
  const name = cookieName(user, setting);
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not everywhere yet
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=31536000; SameSite=Lax`;
}

/** What the reader has set; null when nothing was, or the browser keeps no cookies. */
export function recall(user: string, setting: string): string | null {
  const start = `${cookieName(user, setting)}=`;
  const cookie = document.cookie.split('; ').find((one) => one.startsWith(start));
  return cookie === undefined ? null : decoded(cookie.slice(start.length));
}

/** Whether pages are less bright in the dark theme: set in the viewer, for comparisons and cases, too. */
export const dimSetting = 'view-dim';
export const isDimmed = (user: string) => recall(user, dimSetting) !== 'no';

function cookieName(user: string, setting: string): string {
  return `${setting}.${encodeURIComponent(user).replace(/[()]/g, '-')}`;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null; // not written by us
  }
}
