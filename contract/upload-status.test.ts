import { expect, test } from 'vitest';
import { statusInWords, type UploadStatus } from './upload-status.ts';

const of = { doc_num: 'AM-1', language: 'EN', doc_rev: '1' };

function inWords(code: UploadStatus['code'], fault: string | null): string {
  return statusInWords({ code, file: { id: 1, path: 'AM-1_EN_1.pdf' }, fault }, of);
}

test('the advice for a file without its end or its head says what happens next', () => {
  expect(inWords('incomplete', null)).toBe(
    'The end of the file is missing: it is still being copied, or was cut off. After ten minutes without a change, the library tries to open it anyway.',
  );
  expect(inWords('incomplete', 'Some of its pages are missing.')).toBe(
    'The file was cut off. Some of its pages are missing. Copy it again.',
  );
  expect(inWords('not_pdf', null)).toBe(
    'The file does not start like a PDF. After ten minutes without a change, the library tries to open it anyway.',
  );
  expect(inWords('not_pdf', 'It cannot be opened.')).toBe(
    'The file is not a PDF, although its name says so.',
  );
});

test('a file that only our reader cannot open is not called broken', () => {
  expect(inWords('broken', 'It takes too long to read.')).toBe(
    'The library cannot open the file, but a browser may. It takes too long to read. Open it: if it is damaged, copy it again or get a new one.',
  );
});
