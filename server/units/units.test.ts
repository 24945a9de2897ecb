import { expect, test } from 'vitest';
import { unitsNamed } from './units.ts';

test('a unit is known by its symbol, also with raised digits, and by its word', () => {
  expect(unitsNamed('N/mm²')).toEqual([{ kind: 'pressure', factor: 1e6, plus: 0 }]);
  expect(unitsNamed('min⁻¹')).toEqual([{ kind: 'turning', factor: 1, plus: 0 }]);
  expect(unitsNamed('Stunden')).toEqual(unitsNamed('h'));
  expect(unitsNamed('小时')).toEqual(unitsNamed('h'));
  expect(unitsNamed('MM')).toEqual([]);
});
