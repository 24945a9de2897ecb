import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('cells are quoted where they must be, and none is a formula', () => {
  expect(
    csvOf(
      ['a', 'b'],
      [
        ['x, "y"', '=1+1'],
        ['', "'-2"],
      ],
    ),
  ).toBe('\uFEFFa,b\r\n"x, ""y""",\'=1+1\r\n,\'\'-2\r\n');
});
