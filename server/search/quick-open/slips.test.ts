import { distance } from 'fastest-levenshtein';
import { expect, test } from 'vitest';
import { slipsOf } from './slips.ts';

test('a slip is two letters swapped, one too many, one wrong or one missing', () => {
  const slips = slipsOf('gmw3095');
  for (const slip of [
    'gmw3059',
    'gwm3095',
    'gmw395',
    'mw3095',
    'gmx3095',
    'gmw30995',
    'gmw3095a',
  ]) {
    expect(slips).toContain(slip);
  }
  expect(slips).not.toContain('gmw3095');
  expect(slips).not.toContain('gmw5903');
  expect([...slips].every((slip) => distance(slip, 'gmw3095') <= 2)).toBe(true);
});

test('letters before the slip stay as they are', () => {
  const slips = [...slipsOf('abcdef', 2)];
  expect(slips).toContain('abxdef');
  expect(slips).not.toContain('abcxef');
  expect(slips.every((slip) => slip.endsWith('def') || slip.endsWith('dcef'))).toBe(true);
});
