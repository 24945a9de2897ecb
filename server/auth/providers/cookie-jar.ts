/** Cookies of one host by name, to send with the next call. */
export type CookieJar = Readonly<Record<string, string>>;

const mostCookies = 30;
const mostLetters = 16_384;

/** The jar after a response: cookies it sets are added, expired ones removed. */
export function updateJar(jar: CookieJar, setCookies: readonly string[], nowMs: number) {
  const cookies = new Map(Object.entries(jar));
  for (const line of setCookies) {
    const [pair = '', ...attributes] = line.split(';');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    // Names and values are copied into our own request header.
    if (at < 1 || !/^[!-~]+$/.test(name) || !/^[\x20-\x7e]*$/.test(value)) continue;
    if (isExpired(attributes, nowMs)) cookies.delete(name);
    else cookies.set(name, value);
  }
  const after: CookieJar = Object.fromEntries(cookies);
  if (cookies.size > mostCookies || cookieHeader(after).length > mostLetters) return jar;
  return after;
}

export function cookieHeader(jar: CookieJar): string {
  return Object.entries(jar)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
}

export function readJar(text: string): CookieJar {
  const jar: unknown = JSON.parse(text);
  if (typeof jar !== 'object' || jar === null) return {};
  return Object.fromEntries(
    Object.entries(jar).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

// Max-Age counts before Expires (RFC 6265, section 5.3).
function isExpired(attributes: readonly string[], nowMs: number): boolean {
  const valueOf = (wanted: string) =>
    attributes
      .map((one) => one.split('=', 2).map((part) => part.trim()))
      .find(([name = '']) => name.toLowerCase() === wanted)?.[1];
  const maxAge = valueOf('max-age');
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0;
  return Date.parse(valueOf('expires') ?? '') <= nowMs;
}
