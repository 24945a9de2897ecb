import { expect, test } from 'vitest';
import { parseWords } from './parse-words.ts';

const values = { contents: [], page: ['page', 'pages'] } as const;

test('words are read by their names', () => {
  const content = 'page: {page} / {pages} ページ\ncontents: 目次\n';
  expect(parseWords('ja.txt', content, values)).toEqual({
    contents: '目次',
    page: '{page} / {pages} ページ',
  });
});

test.each([
  ['contents: Contents\n', 1, '"page" is missing.'],
  ['contents: Contents\ncontents: Index\n', 2, '"contents" is already there.'],
  ['contents: Contents\nfolio: 7\n', 2, '"folio: 7" has no known name.'],
  ['contents: Contents {page}\n', 1, '{page} is not a choice such as {8 / 10}.'],
  [
    'page: {page} of {count}\n',
    1,
    '{count} is not a choice such as {8 / 10} or one of page, pages.',
  ],
  ['page: Page {page}\n', 1, '{pages} is missing.'],
])('a mistake in a file of words is named with its line: %j', (content, number, problem) => {
  expect(() => parseWords('en.txt', content, values)).toThrow(
    `sample/en.txt, line ${number}: ${problem}`,
  );
});
