import { expect, test } from 'vitest';
import {
  type SearchState,
  nextSearch,
  outdatedBy,
  queryOfSearch,
  searchOfQuery,
} from './search-state.ts';

const bolt = { doc_num: 'A & B/1', language: null, doc_rev: '3' };
const nut = { doc_num: 'N-2', language: 'EN', doc_rev: 'C' };
const shown: SearchState = {
  customer: 'Müller + Söhne',
  chosen: bolt,
  pending: false,
  searched: bolt,
  page: 4,
  find: ['zinc', 'salt spray'],
  textQuery: null,
  standard: null,
};

test('a search that is written to the address is read back the same, whatever the names hold', () => {
  const found = '&page=4&find=zinc&find=salt+spray';
  expect(searchOfQuery(queryOfSearch(shown) + found)).toEqual(shown);
});

test('an address that names no document may search all texts, until something is chosen', () => {
  const search = searchOfQuery('?q=+salt+spray&in_customer=Acme');
  expect(search).toEqual({ ...searchOfQuery(''), textQuery: 'salt spray' });
  expect(searchOfQuery('?q=+').textQuery).toBeNull();
  expect(searchOfQuery(`${queryOfSearch(shown)}&q=salt`).textQuery).toBeNull();
  const next = nextSearch(search, { type: 'chooseCustomer', customer: 'Acme' });
  expect(next).toEqual(searchOfQuery('?customer=Acme'));
});

test('an address without a document chooses a customer and searches nothing', () => {
  const search = searchOfQuery('?customer=Acme');
  expect(search).toEqual({ ...searchOfQuery(''), customer: 'Acme' });
  expect(search.searched).toBeNull();
});

test('an address that names a standard and no revision wants the latest, until something is searched', () => {
  const standard = { customer: 'Acme', doc_num: 'N-2', language: 'EN' };
  const search = searchOfQuery('?customer=Acme&doc_num=N-2&language=EN&page=2');
  expect(search).toEqual({ ...searchOfQuery('?customer=Acme'), standard });
  for (const language of ['', '&language=', '&language=-']) {
    const { standard: read } = searchOfQuery(`?customer=Acme&doc_num=N-2${language}`);
    expect(read).toEqual({ ...standard, language: null });
  }
  const chosen = nextSearch(search, { type: 'chooseDocument', document: nut });
  expect(nextSearch(chosen, { type: 'search' }).standard).toBeNull();
});

test.each(['0', '-3', 'x', '', '1e999x'])('page %j of an address opens page 1', (page) => {
  expect(searchOfQuery(`${queryOfSearch(shown)}&page=${page}`).page).toBe(1);
});

test('choosing a customer clears the document and the results', () => {
  const next = nextSearch(shown, { type: 'chooseCustomer', customer: 'Acme' });
  expect(next).toEqual(searchOfQuery('?customer=Acme'));
});

test('clearing the document resets the results and keeps the customer', () => {
  const next = nextSearch(shown, { type: 'chooseDocument', document: null });
  expect(next).toEqual({ ...searchOfQuery(''), customer: shown.customer });
});

test('choosing another document keeps the results until the next search', () => {
  const next = nextSearch(shown, { type: 'chooseDocument', document: nut });
  expect(next).toMatchObject({ chosen: nut, searched: bolt, pending: false });
});

test('a search resets the results, then shows the chosen document from its first page', () => {
  const chosen = nextSearch(shown, { type: 'chooseDocument', document: nut });
  const pressed = nextSearch(chosen, { type: 'search' });
  expect(pressed).toMatchObject({ pending: true, searched: null });
  expect(nextSearch(pressed, { type: 'dispatch' })).toMatchObject({
    pending: false,
    searched: nut,
    page: 1,
    find: [],
  });
});

test('a customer chosen right after Search cancels the search', () => {
  const pressed = nextSearch(shown, { type: 'search' });
  expect(nextSearch(pressed, { type: 'chooseCustomer', customer: 'Acme' }).pending).toBe(false);
});

test('a document of before is named beside the one that is chosen, as far as they differ', () => {
  expect(outdatedBy(shown)).toBeNull();
  expect(outdatedBy({ ...shown, searched: null })).toBeNull();
  expect(outdatedBy({ ...shown, chosen: nut })).toEqual({ shown: 'A & B/1', chosen: 'N-2' });
  expect(outdatedBy({ ...shown, chosen: { ...bolt, doc_rev: '4' } })).toEqual({
    shown: 'A & B/1 · - · Rev. 3',
    chosen: 'A & B/1 · - · Rev. 4',
  });
});
