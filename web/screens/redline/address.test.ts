import { expect, test } from 'vitest';
import { redlineName } from '#contract/file-name.ts';
import { askedOf, documentOfName, redlineAddress, wordsOfName } from './address.ts';

const older = { customer: 'Aurora Motors', doc_num: 'AM 1/2', language: null, doc_rev: 'B' };

test('an address leads back to what it was made of', () => {
  const asked = {
    from: redlineName(older),
    to: redlineName({ ...older, doc_rev: 'C' }),
    view: 'text' as const,
    change: 3,
  };
  const address = redlineAddress(asked);
  expect(askedOf(new URL(address, 'http://library.example').searchParams)).toEqual(asked);
});

test('without sides, view or change the address has none', () => {
  expect(redlineAddress({ from: null, to: null, view: 'list', change: null })).toBe('/redline');
  const nothing = { from: null, to: null, view: 'list', change: null };
  expect(askedOf(new URLSearchParams('from=&view=sideways&change=-1'))).toEqual(nothing);
  expect(askedOf(new URLSearchParams('change=two')).change).toBe(null);
});

test('a name tells its document, unless a number holds the sign between the parts', () => {
  expect(documentOfName(redlineName(older))).toEqual(older);
  expect(documentOfName(redlineName({ ...older, doc_num: 'AM_1' }))).toBe(null);
  expect(documentOfName('%E0%A4%A_1_EN_2.pdf')?.customer).toBe('%E0%A4%A');
});

test('a name is put into words, however it is', () => {
  expect(wordsOfName(redlineName(older))).toBe('AM 1/2 · - · Rev. B');
  expect(wordsOfName('Aurora%20Motors_AM_1_EN_2.pdf')).toBe('Aurora Motors · AM · 1 · EN · 2');
});
