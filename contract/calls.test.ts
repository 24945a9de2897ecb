import { expect, test } from 'vitest';
import { fillAddress } from './calls.ts';

test('the parameters of an address are filled in, written so that an address may hold them', () => {
  expect(fillAddress('/files/:id/picture', { id: 7 })).toBe('/files/7/picture');
  expect(fillAddress('/:kind/:name', { kind: 'a/b', name: 'c d%?' })).toBe('/a%2Fb/c%20d%25%3F');
});

test('an address without parameters stays as it is', () => {
  expect(fillAddress('/vue-egd-lib/api/customers', {})).toBe('/vue-egd-lib/api/customers');
});
