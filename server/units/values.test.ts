import { expect, test } from 'vitest';
import { valuesIn, valuesInTables } from './values.ts';

/** Values in short: what they measure, and the numbers in base units. */
function shortly(values: ReturnType<typeof valuesIn>): string[] {
  return values.map(({ unit, bound, isStrict, numbers }) => {
    const sign = bound === '=' ? '' : isStrict ? bound : `${bound}=`;
    return `${unit.kind} ${sign}${numbers.join(' ')}`;
  });
}

test.each([
  ['bore 12.5 ± 0.1 mm', ['length 0.0125']],
  ['12,5 +0,2/−0,1 mm', ['length 0.0125']],
  ['(23 ± 2) °C and 20 °C ± 5 °C', ['temperature 296.15', 'temperature 293.15']],
  ['between 20 and 30 N·m', ['torque 20 30']],
  ['24, 48 and 96 h', ['time 86400 172800 345600']],
  ['5.5 x 10 mm', ['length 0.0055 0.01']],
  ['1/2 in', ['length 0.0127']],
  ['a 3/4" pipe, 1 1/2 in. long', ['length 0.01905', 'length 0.0381']],
  ['2 in total, "class 5" and 10 in the list', []],
  ['1 500 h', ['time 5400000']],
  ['12 000 cycles', ['cycles 12000']],
  ['Table 1 500 h', ['time 1800000']],
  ['1,500 h', ['time 5400 5400000']],
  ['1.250,5 mm', ['length 1.2505']],
  ['47 N m, 35 lbf·ft, 20 ft-lb', ['torque 47', 'torque 47.4536283', 'torque 27.116359']],
  ['150 ksi', ['pressure 1034213550']],
  ['> 720 h', ['time >2592000']],
  ['at least 480 h', ['time >=1728000']],
  ['0.5 mm max.', ['length <=0.0005']],
])('%s is %j', (text, expected) => {
  expect(shortly(valuesIn(text))).toEqual(expected);
});

test.each([
  [
    'Bolt Torque [Nm] Length (mm)\nM8 40 12 000\nM10 60 ≤ 30',
    ['torque 40', 'length 12', 'torque 60', 'length <=0.03'],
  ],
  [
    'Table 2 – Torques in Nm\nThread Class 8.8 Snug and angle, 10.9 Scatter in %\nM8 24 15 + 60° ± 8',
    ['torque 24', 'torque 15', 'share 0.08'],
  ],
  ['Thickness, mm Load, N\nA 12.5 ± 0.1 1 500', ['length 0.0125', 'force 1500']],
])('in a table with units in its head, %j, there are %j', (text, expected) => {
  expect(shortly(valuesInTables(text))).toEqual(expected);
});
