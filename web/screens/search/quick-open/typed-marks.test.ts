import { expect, test } from 'vitest';
import { typedMarks } from './typed-marks.ts';

const marked = (text: string, typed: string) =>
  typedMarks(text, typed).map(([from, to]) => text.slice(from, to));

test.each([
  ['GMW 3059', 'gmw3059', ['GMW 3059']],
  ['GMW3059', 'gmw 3059', ['GMW3059']],
  ['GMW-3059', '3059', ['3059']],
  ['VW 011 55', 'VW1155', ['VW 011 55']],
  ['VW 011 55', 'vw 01155', ['VW', '11 55']],
  ['NV 50180', '501', ['501']],
  ['Verzinkung, galvanisch', 'zink galv', ['zink', 'galv']],
  ['Maße und Öle', 'masse öle', ['Maße', 'Öle']],
  ['Édition générale', 'edition generale', ['Édition', 'générale']],
  ['亜鉛めっき', '亜鉛', ['亜鉛']],
  ['ＡＭ－１', 'am-1', ['ＡＭ－１']],
  ['Zinc plating', 'x', []],
  ['Zinc plating', ' ', []],
  ['Zinc plating', '*', []],
])('in %j, typing %j marks %j', (text, typed, parts) => {
  expect(marked(text, typed)).toEqual(parts);
});

test('a letter is marked where a word begins, not wherever it stands', () => {
  expect(typedMarks('Cadmium EN', 'e')).toEqual([[8, 9]]);
  expect(marked('Anziehen von Schrauben', 'nv')).toEqual([]);
});
