import { expect, test } from 'vitest';
import { describeFound, spellingsOf, textOfQuery } from './find-state.ts';

test('a word with hyphens is looked for as each break at one of them would leave it', () => {
  expect(spellingsOf('bolt')).toBe('bolt');
  expect(spellingsOf('zinc-nickel')).toEqual(['zinc-nickel', 'zincnickel']);
  expect(spellingsOf('zinc-nickel-iron')).toEqual([
    'zinc-nickel-iron',
    'zincnickel-iron',
    'zinc-nickeliron',
  ]);
});

test('of several texts each is looked for in all its spellings, and all stand in the field', () => {
  const terms = ['zinc-nickel', 'salt spray', 'bolt'];
  expect(spellingsOf(terms)).toEqual(['zinc-nickel', 'zincnickel', 'salt spray', 'bolt']);
  expect(textOfQuery(terms)).toBe('zinc-nickel "salt spray" bolt');
});

test('a number with hyphens, and a dash between words, are looked for as they are', () => {
  expect(spellingsOf('AM-100 - 5')).toBe('AM-100 - 5');
});

test('what was found is shown while it is counted, and after', () => {
  const found = { current: 1, total: 3 };
  expect(describeFound({ ...found, state: 'counting' })).toBe('1 of 3, counting…');
  expect(describeFound({ ...found, state: 'done' })).toBe('1 of 3');
  const nothing = { current: 0, total: 0 };
  expect(describeFound({ ...nothing, state: 'counting' })).toBe('Searching…');
  expect(describeFound({ ...nothing, state: 'done' })).toBe('No matches');
});
