import fc from 'fast-check';

const pieces = [
  'gmw',
  '3059',
  '0',
  '-',
  '"',
  '*',
  '#',
  '=',
  '<',
  '~',
  ':',
  '(',
  ')',
  '^',
  '+',
  ' ',
  '\0',
];
const letters = ['\uD800', '防錆', 'ä', 'ß', '🙂', ' AND ', ' OR ', ' NOT ', 'NEAR(', 'labels'];

/** Whatever can be typed or pasted into a search: anything at all, and what means something to FTS5. */
export const anyQuery = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...pieces, ...letters), maxLength: 6 }),
);
