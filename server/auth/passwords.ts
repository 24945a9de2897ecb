import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { LibraryError } from '#contract/errors.ts';
import { Semaphore } from '../processes/semaphore.ts';

const argon2Async = promisify(argon2);

// OWASP's first choice for Argon2id; about 50 to 110 ms.
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

/** The hash to store: Argon2id in the PHC text form, with its salt and cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (parts === null) throw new Error('A stored password is not in the Argon2id text form.');
  const [, memory, passes, parallelism, salt = '', hash = ''] = parts;
  const expected = Buffer.from(hash, 'base64');
  const derived = await derive(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}

// Each hash takes 19 MiB and a core: a flood of sign-ins must not take all of both.
const hashing = new Semaphore(2);
const waitingAtMost = 64;

async function derive(password: string, salt: Buffer, of: Cost): Promise<Buffer> {
  if (hashing.waiting >= waitingAtMost) {
    const message = 'Too many people are signing in right now. Try again in 5 seconds.';
    throw new LibraryError('busy', message, { retryAfterSeconds: 5 });
  }
  const message = password.normalize('NFC');
  return hashing.use(() => argon2Async('argon2id', { message, nonce: salt, tagLength, ...of }));
}

type Cost = { memory: number; passes: number; parallelism: number };

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
