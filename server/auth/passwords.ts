import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { LibraryError } from '#contract/errors.ts';
import { Semaphore } from '../processes/semaphore.ts';
import { leastPasswordLength, mostPasswordLength } from '#contract/calls.ts';
import { nameKey } from './name-key.ts';

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
  if (parts === null) throw new Error('A stored password is no Argon2id text.');
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

// NIST SP 800-63B: require length and refuse common passwords. No rule about kinds of characters:
// Password1! would meet it.

/** Returns the password if an account of this name may have it; else throws with the reason. */
export async function requirePassword(password: string, username: string): Promise<string> {
  const fault = await passwordFault(password, username);
  if (fault !== null) throw new LibraryError('weak_password', fault);
  return password;
}

async function passwordFault(password: string, username: string): Promise<string | null> {
  const { length } = password;
  if (length < leastPasswordLength || length > mostPasswordLength) {
    return `A password needs ${leastPasswordLength} to ${mostPasswordLength} characters; this one has ${length}.`;
  }
  const key = nameKey(password);
  const name = nameKey(username);
  if (name.length >= 3 && key.includes(name)) return 'A password must not contain the user name.';
  if (await isCommon(key)) return 'This password is common and easy to guess. Choose another.';
  return null;
}

const shortestWord = 4;
const fewestCharacters = 5;

/** On the list, also if repeated or with digits and signs around it; or of few different characters. */
async function isCommon(key: string): Promise<boolean> {
  if (new Set(key).size < fewestCharacters) return true;
  const listed = await commonPasswords();
  const word = key.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const words = [key, word].map((text) => /^(.+?)\1+$/u.exec(text)?.[1] ?? text);
  return listed.has(key) || words.some((text) => text.length >= shortestWord && listed.has(text));
}

let common: Promise<ReadonlySet<string>> | undefined;

// Loaded when the first password is set: 49,000 words take 5 MB.
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return common;
}
