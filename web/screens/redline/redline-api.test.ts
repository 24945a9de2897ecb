import { expect, test } from 'vitest';
import { NoAnswerError } from '../../failures.ts';
import { ApiError } from '../../api.ts';
import { failureOf, pauseMs, wordsOfProgress } from './redline-api.ts';

test('it is asked ever more slowly', () => {
  expect([1, 2, 3].map(pauseMs)).toEqual([250, 375, 562.5]);
  expect(pauseMs(50)).toBe(3000);
});

test('progress names what is happening', () => {
  expect(wordsOfProgress({ step: 'comparing', done: 0.256 })).toBe('Comparing the documents: 26 %');
  expect(wordsOfProgress({ step: 'waiting', done: 0 })).toContain('Waiting: ');
});

test('a failure says what to do, and whether it mends itself', () => {
  const missing = failureOf(new ApiError(404, 'Revision 2 of AM-1 has no file.', 'not_found'));
  expect(missing.isFinal).toBe(true);
  expect(missing.text).toBe(
    'Revision 2 of AM-1 has no file. Choose another revision, or tell your librarian that its PDF is missing.',
  );
  const changing = failureOf(new ApiError(503, 'It is being copied.', 'file_changing'));
  expect(changing).toEqual({
    title: 'One of the documents is being replaced',
    text: 'It is being copied. Retrying…',
    isFinal: false,
  });
  expect(failureOf(new ApiError(429, 'Try again.', 'too_many_waiting'))).toEqual({
    title: 'Your other comparisons come first',
    text: 'Three of your comparisons are already waiting. This one starts when one is done.',
    isFinal: false,
  });
  expect(failureOf(new NoAnswerError('No connection to the server.')).isFinal).toBe(false);
});
