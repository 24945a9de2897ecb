import { create as contentDisposition } from 'content-disposition';
import { expect, test } from 'vitest';
import { fileNameIn } from './download.ts';

test.each(['AM-1.pdf', 'AM 1 "draft".pdf', 'Prüfung – Änderung.pdf', '100 %.pdf'])(
  'a download keeps the name that the server gives it: %s',
  (name) => {
    expect(fileNameIn(contentDisposition(name))).toBe(name);
  },
);

test('a download without a name gets none', () => {
  expect(fileNameIn('')).toBe('');
  expect(fileNameIn('attachment')).toBe('');
});
