import { expect, test } from 'vitest';
import { unitsNamed } from './units.ts';

test('a unit is known by its symbol, also with raised digits, and by its word', () => {
  expect(unitsNamed('N/mm²')).toMatchObject([{ kind: 'pressure', factor: 1e6, plus: 0 }]);
  expect(unitsNamed('min⁻¹')).toMatchObject([{ kind: 'turning', factor: 1, plus: 0 }]);
  expect(unitsNamed('Stunden')).toEqual(unitsNamed('h'));
  expect(unitsNamed('小时')).toEqual(unitsNamed('h'));
  expect(unitsNamed('MM')).toEqual([]);
});

test('typed in any case a unit is found, but a capital letter still decides', () => {
  const kinds = (written: string) => unitsNamed(written, { anyCase: true }).map(({ kind }) => kind);
  expect(kinds('MPA')).toEqual(['pressure']);
  expect(kinds('Nm')).toEqual(['torque']);
  expect(kinds('nm')).toEqual(['length', 'torque']);
});
