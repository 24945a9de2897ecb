import { expect, test } from 'vitest';
import { ApiError, NoAnswerError } from '../../failures.ts';
import { failedChange } from './failed-change.ts';

test('a change that was refused was not made', () => {
  const refused = new ApiError(409, 'Another librarian changed a row.', 'changed_meanwhile');
  expect(failedChange('Nothing was deleted.', refused)).toBe(
    'Nothing was deleted. Another librarian changed a row.',
  );
});

test.each([
  new NoAnswerError('No connection to the server.'),
  new ApiError(502, 'the server answered 502'),
])('a change whose answer is lost may have been made: %s', (error) => {
  expect(failedChange('Nothing was deleted.', error)).toBe(
    'The server did not answer, so the change may be done or not. Check the list, then try again.',
  );
});
