import { expect, test } from 'vitest';
import { entryFaults, tidyEntry } from './entry.ts';

const written = { customer: 'A', doc_num: 'N', doc_desc: '', doc_rev: '1', language: '' };

test('an entry is tidied into one spelling', () => {
  expect(
    tidyEntry({
      customer: ' Aurora  Motors ',
      doc_num: ' AM-1',
      doc_desc: 'Zinc\r\nplating',
      doc_rev: 'e\u0301 ',
      language: ' - ',
    }),
  ).toEqual({
    customer: 'Aurora Motors',
    doc_num: 'AM-1',
    doc_desc: 'Zinc plating',
    doc_rev: 'é',
    language: null,
  });
});

test('an entry in order has no faults', () => {
  expect(entryFaults(tidyEntry(written))).toEqual([]);
});

test('all faults of an entry are reported at once', () => {
  const entry = tidyEntry({
    ...written,
    customer: ' ',
    doc_num: '',
    doc_rev: 'x\u0000',
    language: 'x'.repeat(21),
  });
  expect(entryFaults(entry)).toEqual([
    'The customer is missing.',
    'The standard number is missing.',
    'The language is longer than 20 characters.',
    'The revision contains an unprintable character. Delete it.',
  ]);
});
