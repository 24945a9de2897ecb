import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entryFaults } from './entry.ts';
import {
  addressedFileKey,
  type DocumentIdentity,
  fileNameFault,
  fileNameKey,
  maxFileNameBytes,
  pdfAddress,
  pdfFileName,
  readingsOf,
  shortPdfFileName,
  uniqueKey,
} from './file-name.ts';

const part = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
  fc.stringMatching(/^[A-Za-z0-9_./\\:*?"<>|#% -]{1,20}$/),
  fc.constantFrom('..', '%2F', '%00', '\u0000', 'é', 'e\u0301', 'A_B', '_', '-', 'ß', 'ΑΣ', 'İ'),
);
const identity: fc.Arbitrary<DocumentIdentity> = fc.record({
  doc_num: part,
  language: fc.option(part, { nil: null }),
  doc_rev: part,
});
const keepable = identity.filter(
  (of) => entryFaults({ ...of, customer: 'A', doc_desc: '' }).length === 0,
);

test('a document is called number, language, revision', () => {
  const of = { doc_num: 'AM-1', language: 'EN', doc_rev: '3' };
  expect(uniqueKey(of)).toBe('AM-1_EN_3');
  expect(pdfFileName(of)).toBe('AM-1_EN_3.pdf');
  expect(shortPdfFileName(of)).toBe('AM-1_3.pdf');
  expect(pdfAddress(of)).toBe('/document/egd-lib/AM-1_EN_3.pdf');
});

test('a missing language is written as a dash', () => {
  const of = { doc_num: 'AM-1', language: null, doc_rev: '3' };
  expect(pdfFileName(of)).toBe('AM-1_-_3.pdf');
  expect(pdfAddress(of)).toBe('/document/egd-lib/AM-1_-_3.pdf');
});

test('what a Windows share cannot hold is written as a dash, and the address keeps it', () => {
  const of = { doc_num: 'A/B\\C:D*E?F"G<H>I|J\tK#L M', language: 'EN', doc_rev: '1' };
  expect(pdfFileName(of)).toBe('A-B-C-D-E-F-G-H-I-J-K#L M_EN_1.pdf');
  expect(pdfAddress(of)).toBe(
    '/document/egd-lib/A%2FB%5CC%3AD*E%3FF%22G%3CH%3EI%7CJ%09K%23L%20M_EN_1.pdf',
  );
});

describe('for every entry that can be kept', () => {
  test('its address, decoded once, leads back to its file', () => {
    fc.assert(
      fc.property(keepable, (of) => {
        const decoded = decodeURIComponent(pdfAddress(of).slice('/document/egd-lib/'.length));
        expect(addressedFileKey(decoded)).toBe(fileNameKey(pdfFileName(of)));
      }),
    );
  });

  test('the file name is one name, inside the folder, that a share can hold', () => {
    fc.assert(
      fc.property(keepable, (of) => {
        const name = pdfFileName(of);
        expect(name).not.toMatch(/[\\/:*?"<>|\u0000-\u001f\u007f]/);
        expect(name).toMatch(/^[^.].*\.pdf$/s);
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(maxFileNameBytes);
      }),
    );
  });

  test('a name with either sharp s is one name', () => {
    expect(['GRÖẞE.pdf', 'Größe.pdf', 'GRÖSSE.pdf'].map(fileNameKey)).toEqual(
      Array(3).fill('grösse.pdf'),
    );
  });

  test('a copy of the file in another case or Unicode form is still its file', () => {
    fc.assert(
      fc.property(keepable, (of) => {
        const name = pdfFileName(of);
        const key = fileNameKey(name);
        for (const form of ['NFC', 'NFD'] as const) {
          expect(fileNameKey(name.normalize(form))).toBe(key);
          expect(fileNameKey(name.toUpperCase().normalize(form))).toBe(key);
        }
        expect(fileNameKey(key)).toBe(key);
      }),
    );
  });

  test('the readings of its file name hold the entry itself, as far as the name tells', () => {
    const hasUnderscore = ({ language, doc_rev }: DocumentIdentity) =>
      `${language}${doc_rev}`.includes('_');
    fc.assert(
      fc.property(keepable, (of) => {
        fc.pre(!hasUnderscore(of));
        const meant = pdfFileName(of);
        expect(readingsOf(meant).map(pdfFileName)).toContain(meant);
      }),
    );
  });

  test('a name has two readings at most, however many underscores it has', () => {
    expect(readingsOf(`${'_'.repeat(390)}EN_2.pdf`)).toEqual([
      { doc_num: '_'.repeat(389), language: 'EN', doc_rev: '2' },
      { doc_num: `${'_'.repeat(390)}EN`, language: null, doc_rev: '2' },
    ]);
    expect(readingsOf(`${'_'.repeat(396)}.pdf`)).toEqual([]);
  });
});

test('no text at all makes a name that leaves the folder', () => {
  fc.assert(
    fc.property(identity, (of) => {
      expect(pdfFileName(of)).not.toMatch(/[\\/\u0000]/);
      expect(shortPdfFileName(of)).not.toMatch(/[\\/\u0000]/);
    }),
  );
});

test('a name longer than 255 bytes is refused in words, one of 255 is not', () => {
  const of = (length: number) => ({ doc_num: 'é'.repeat(length), language: 'EN', doc_rev: '1' });
  expect(fileNameFault(of(123))).toBeNull(); // 246 bytes and "_EN_1.pdf"
  expect(fileNameFault(of(124))).toBe(
    'The file name would have 257 bytes; the limit is 255. Shorten the number or the revision.',
  );
});

test('a number whose file would be hidden or temporary is refused', () => {
  for (const doc_num of ['.hidden', '..', '~$AM-1']) {
    expect(fileNameFault({ doc_num, language: null, doc_rev: '1' })).toContain(
      'hidden or temporary',
    );
  }
});

test('a file name is read as number, language and revision first', () => {
  expect(readingsOf('A_B_EN_2.pdf')[0]).toEqual({ doc_num: 'A_B', language: 'EN', doc_rev: '2' });
  expect(readingsOf('AM-1_-_2.PDF')[0]).toEqual({ doc_num: 'AM-1', language: null, doc_rev: '2' });
  expect(readingsOf('AM-1_2.pdf')).toEqual([{ doc_num: 'AM-1', language: null, doc_rev: '2' }]);
  expect(readingsOf('A\u2028B_2.pdf')).toEqual([
    { doc_num: 'A\u2028B', language: null, doc_rev: '2' },
  ]);
  expect(readingsOf('notes.pdf')).toEqual([]);
  expect(readingsOf('AM-1_EN_2.docx')).toEqual([]);
});
