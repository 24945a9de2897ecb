import { expect, test } from 'vitest';
import { verdictInWords } from './verdict-words.ts';

const file = { fault: null, bytes: 7000, customers: [], nearest: null, twin: null };

test('an empty file is reported as empty, not as one that is still being copied', () => {
  expect(verdictInWords({ ...file, verdict: 'incomplete', bytes: 0 })).toBe(
    'The file is empty: it has no bytes. Copy it again.',
  );
  expect(verdictInWords({ ...file, verdict: 'incomplete' })).toMatch(
    /^The end of the file is missing/,
  );
});
