import { LibraryError } from '#contract/errors.ts';
import { leastPasswordLength, mostPasswordLength } from '#contract/calls.ts';
import { nameKey } from './name-key.ts';

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
    return `A password has ${leastPasswordLength} to ${mostPasswordLength} characters; this one has ${length}.`;
  }
  const key = nameKey(password);
  const name = nameKey(username);
  if (name.length >= 3 && key.includes(name)) return 'A password must not contain the user name.';
  if (await isCommon(key)) return 'Many people use this password, or one like it. Choose another.';
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
