import { expect, test } from 'vitest';
import { requirePassword } from './passwords.ts';

const refusal = (password: string) =>
  requirePassword(password, 'anna').then(
    () => null,
    (error: Error) => error.message,
  );

test.each(['correct horse battery', 'Zinc & nickel, 12 µm', 'ein langer Satz', 'x7#pq9!LmWz2'])(
  '%j is a password',
  async (password) => {
    expect(await refusal(password)).toBeNull();
  },
);

test.each([
  ['elevenchars', 'A password needs 12 to 1000 characters; this one has 11.'],
  ['x'.repeat(1001), 'A password needs 12 to 1000 characters; this one has 1001.'],
  ['My name is Anna.', 'A password must not contain the user name.'],
])('%j is refused, with the reason', async (password, words) => {
  expect(await refusal(password)).toBe(words);
});

test.each([
  '1qaz2wsx3edc',
  'AdminiStrator',
  'Password1234',
  '2026!Password!',
  'passwordpassword',
  'qwertyqwerty1',
  '123456789012',
  'aaaaaaaaaaaab',
])('%j is refused as one that many have', async (password) => {
  expect(await refusal(password)).toBe(
    'This password is common and easy to guess. Choose another.',
  );
});
