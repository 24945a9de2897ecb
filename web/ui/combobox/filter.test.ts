import { expect, test } from 'vitest';
import { matcherOf, optionLimit, shownOptions } from './filter.ts';

const texts = {
  labelOf: (word: string) => word,
  searchedIn: (word: string) => [word],
};

const shown = (options: string[], typed: string) => shownOptions(options, matcherOf(typed), texts);

test('without typing, options keep their order', () => {
  expect(shown(['ccc', 'a', 'bb'], '  ')).toEqual(['ccc', 'a', 'bb']);
});

test('typing keeps what holds the text in any letter case, the shortest label first', () => {
  expect(shown(['AMS-2759/3', 'ISO 9001', 'xams', 'ams-2759'], 'AmS')).toEqual([
    'xams',
    'ams-2759',
    'AMS-2759/3',
  ]);
});

test('labels of one length keep their order', () => {
  expect(shown(['A-2', 'A-1', 'A-3'], 'a')).toEqual(['A-2', 'A-1', 'A-3']);
});

test('signs that mean something to a regular expression are only text', () => {
  for (const sign of String.raw`\^$.*+?()[]{}|/-`) {
    expect(shown([`x${sign}y`, 'plain'], `x${sign}Y`)).toEqual([`x${sign}y`]);
  }
});

test('every text of an option is searched', () => {
  const options = [{ label: 'A-1', language: 'DE' }];
  const read = {
    labelOf: (option: (typeof options)[0]) => option.label,
    searchedIn: (option: (typeof options)[0]) => [option.label, option.language],
  };
  expect(shownOptions(options, matcherOf('de'), read)).toEqual(options);
  expect(shownOptions(options, matcherOf('fr'), read)).toEqual([]);
});

test('at most a thousand options are shown, the best of all that match', () => {
  const options = Array.from({ length: 5000 }, (_, i) => `option ${5000 - i}`);
  expect(shown(options, 'option')).toHaveLength(optionLimit);
  expect(shown(options, 'option')[0]).toBe('option 9');
  expect(shown(options, '')).toHaveLength(optionLimit);
});
