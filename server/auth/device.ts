import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '../db/schema.ts';
import { nameKey } from './name-key.ts';
import { sharedSecret } from './shared-secret.ts';

// The throttle counts a browser that signed in before on its own, so that an attacker elsewhere, or
// in the same office, cannot lock the user out. The browser proves it by a cookie: an id, and for
// each account that signed in a signature over id and account.

const mostAccounts = 5;
const idPattern = /^[\w-]{22}$/;

/** The browser's id when this account has signed in with it before; else null. */
export async function findDevice(
  db: Db,
  cookie: string | undefined,
  username: string,
): Promise<string | null> {
  const { id, signatures } = partsOf(cookie);
  if (id === null) return null;
  const expected = await sign(db, id, username);
  return signatures.some((one) => isSame(one, expected)) ? id : null;
}

/** The cookie's value once this account has signed in. */
export async function rememberDevice(
  db: Db,
  cookie: string | undefined,
  username: string,
): Promise<string> {
  const parts = partsOf(cookie);
  const id = parts.id ?? randomBytes(16).toString('base64url');
  const own = await sign(db, id, username);
  const others = parts.signatures.filter((one) => one !== own);
  return [id, own, ...others.slice(0, mostAccounts - 1)].join('.');
}

function partsOf(cookie: string | undefined): { id: string | null; signatures: string[] } {
  const [id = '', ...signatures] = (cookie ?? '').split('.', mostAccounts + 1);
  return idPattern.test(id) ? { id, signatures } : { id: null, signatures: [] };
}

async function sign(db: Db, id: string, username: string): Promise<string> {
  const secret = await sharedSecret(db, 'device');
  return createHmac('sha256', secret)
    .update(`${id} ${nameKey(username)}`)
    .digest('base64url');
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
