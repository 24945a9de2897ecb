import { expect, test } from 'vitest';
import { nextRevision } from './next-revision.ts';

test.each([
  ['3', '4'],
  ['03', '04'],
  ['09', '10'],
  ['99', '100'],
  ['A', 'B'],
  ['Z', 'AA'],
  ['AZ', 'BA'],
  ['c', 'd'],
  ['Rev 3', 'Rev 4'],
  ['Rev. C', 'Rev. D'],
  ['Issue 09', 'Issue 10'],
])('after %s comes %s', (latest, next) => {
  expect(nextRevision(latest)).toBe(next);
});

test.each([
  '2009-04',
  '07.79',
  'June 2019',
  '1999/Amd.1:2003',
  'B1',
  'A.1',
  'N/C',
  '-',
  'Draft',
  '2014',
  'aB',
])('nothing is suggested after %s', (latest) => {
  expect(nextRevision(latest)).toBeNull();
});
