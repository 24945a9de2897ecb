import { expect, test } from 'vitest';
import { entryOf, indexOf } from '../../../test/full-text.ts';

test.each([
  ['The bore is 12.5 ± 0.1 mm wide.', ['12.5 mm', '12,5 mm'], ['0.1 mm', 'bore 0.1 mm']],
  ['Width 12.5 +0.2/−0.1 mm.', ['12.5 mm'], ['0.2 mm', '0.1 mm']],
  ['Width 12.5 +0.2 -0.1 mm.', ['12.5 mm'], ['0.2 mm', '0.1 mm']],
  [
    'Heated to 180-200 °C for 20 to 30 min.',
    ['180 °C', '200 °C', '20 min', '30 min', '190..210 °C'],
    ['-200 °C'],
  ],
  [
    'A hose of 1/2 in and a 3/4" pipe.',
    ['1/2 in', '0.5 in', '12.7 mm', '3/4"', '3/4 in', '19.05 mm'],
    ['2 in', '4 in'],
  ],
  [
    'It runs 1 500 h and 12 000 cycles.',
    ['1500 h', '1 500 h', '12000 cycles', '12,000 cycles'],
    ['500 h'],
  ],
  [
    'Bolt Torque [Nm] Length (mm)\nM8 40 25\nM10 60 30',
    ['40 Nm', '25 mm', '60 N m'],
    ['25 Nm', '40 mm'],
  ],
  ['Tighten to 47 N m.', ['47 Nm', '47 N·m', '47 N m'], ['47 N']],
  ['Tighten to 35 lbf·ft, then 20 ft-lb.', ['35 lbf ft', '35 ft-lb', '47 Nm', '27 Nm'], []],
  ['Strength 150 ksi.', ['150 ksi', '1034 MPa', '150000 psi'], []],
  ['Kept at 393 K.', ['120 °C', '393 K'], ['393 °C']],
  ['Tested at 3000 psi.', ['207 bar', '3000 psi', '20.7 MPa'], ['210 bar']],
  [
    'Salt spray for 720 h.',
    ['720 h', '30 d', '>= 720 h', '<= 720 h', '> 700 h'],
    ['> 720 h', '< 720 h', '700 h'],
  ],
  ['Lasts more than 720 h.', ['> 500 h', '>= 720 h', '> 720 h'], ['< 500 h']],
  ['Below 5 mm.', ['< 5 mm', '< 6 mm'], ['> 5 mm']],
  ['Coating 8 µm to 12 µm, max. 20 µm.', ['8 µm', '12 µm', '<= 20 µm', '20 µm'], ['9 µm']],
  [
    'Hardness 340 HV, 45 HRC, 5 % Ni and Ra 0.8 µm.',
    ['340 HV', '45 HRC', '5 %', '0.8 µm'],
    ['8 %'],
  ],
  ['pH 6.5; temperature –40 °C up to +125 °C', ['-40 °C', '125 °C'], ['40 °C']],
  ['Speed 5 m/s at 1 500 1/min (rpm).', ['5 m/s', '1500 rpm'], ['5 m']],
  ['A plate of 10 mm × 20 mm × 1.5 mm', ['10 mm', '20 mm', '1.5 mm', '1,5 mm'], ['5 mm']],
  ['Load 5 kN ± 10 %', ['5 kN', '5000 N'], []],
  ['(23 ± 2) °C at 50 % RH', ['23 °C', '50 %'], ['2 °C']],
  ['Torque of 1,250 Nm and 1.250,5 mm', ['1250 Nm', '1250.5 mm'], []],
  ['1½ in and 3¾ in long', ['1.5 in', '1 1/2 in', '3.75 in'], []],
  ['between 0.5 mm and 0.8 mm', ['0.5..0.8 mm', '0.6..0.9 mm'], ['0.9..1.2 mm']],
  ['for at least 480 hours', ['480 h', '>= 480 h', '20 days', '> 400 h'], ['< 400 h']],
] satisfies [text: string, finds: string[], not: string[]][])(
  'in %j the values %j are found, and %j are not',
  (text, finds, others) => {
    const { ids } = indexOf([[entryOf(1), text]]);
    const found = [...finds, ...others].filter((q) => ids(q).length > 0);
    expect(found).toEqual(finds);
  },
);
