import { expect, test } from 'vitest';
import { readLoginAnswer } from './login-answer.ts';

const access_role = [{ role_name: 'EGD_LIB' }];
const accepted = (displayName: string | null, roles = ['EGD_LIB']) => ({
  success: true,
  displayName,
  roles,
});

test.each([
  [{ user: { username: 'ada', display_name: 'Ada L.' }, access_role }, accepted('Ada L.')],
  [{ user: { username: 'ada' }, access_role }, accepted('ada')],
  [{ user: 'Ada Lovelace', access_role }, accepted('Ada Lovelace')],
  [{ user: { display_name: 7 }, access_role }, accepted(null)],
  [{ access_role }, accepted(null)],
  [{ user: 'Ada' }, accepted('Ada', [])],
  [{ user: 'Ada', access_role: 'EGD_LIB' }, accepted('Ada', [])],
  [{ user: 'Ada', access_role: ['EGD_LIB', null, {}] }, accepted('Ada', [])],
  [null, accepted(null, [])],
  ['welcome', accepted(null, [])],
])('an accepted login with data %j', (data, answer) => {
  expect(readLoginAnswer({ success: true, message: '', data })).toEqual(answer);
});

test('a login is accepted by success: true only, and refused in words', () => {
  const refused = (message: string) => ({ success: false, message });
  expect(readLoginAnswer({ success: false, message: 'No.' })).toEqual(refused('No.'));
  expect(readLoginAnswer({ success: 'true', data: { access_role } })).toEqual(refused(''));
  expect(readLoginAnswer({ success: 1, message: { text: 'No.' } })).toEqual(refused(''));
});

test('what names no success is no answer to a login', () => {
  for (const body of [null, 'ok', 3, [], {}, { authenticated: true }]) {
    expect(readLoginAnswer(body)).toBeNull();
  }
});
