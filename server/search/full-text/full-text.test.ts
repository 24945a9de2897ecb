import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryOf, indexOf } from '../../../test/full-text.ts';
import { Snippets } from './snippet.ts';

test('a number comes before a description, and that before a text', () => {
  const { ids } = indexOf([
    [entryOf(1), 'torque torque torque torque'],
    [entryOf(2, { doc_desc: 'Torque of bolts' }), 'bolts'],
    [entryOf(3, { doc_num: 'TORQUE 7' }), 'bolts'],
    [entryOf(4), 'torque'],
  ]);
  expect(ids('torque')).toEqual([3, 2, 1, 4]);
});

test('a number comes before a description, whichever entry is newer', () => {
  const numbered = { doc_num: 'TORQUE SHEET' };
  const described = { doc_desc: 'Torque of parts' };
  for (const newer of [numbered, described]) {
    const older = newer === numbered ? described : numbered;
    const { ids } = indexOf([
      [entryOf(1, older), 'bolts'],
      [entryOf(2, newer), 'bolts'],
    ]);
    const numberFirst = newer === numbered ? [2, 1] : [1, 2];
    expect(ids('torque')).toEqual(numberFirst);
    expect(ids('torque bolts')).toEqual(numberFirst);
  }
});

test('of two words, the rarer one in a description counts for more', () => {
  const common = Array.from({ length: 20 }, (_, at) => entryOf(at + 10));
  const rare: [ReturnType<typeof entryOf>, string] = [
    entryOf(1, { doc_desc: 'Passivation of parts' }),
    'zinc',
  ];
  const frequent: typeof rare = [entryOf(2, { doc_desc: 'Zinc on parts' }), 'passivation'];
  for (const documents of [
    [rare, frequent],
    [frequent, rare],
  ]) {
    const { ids } = indexOf([...documents, ...common.map((entry): typeof rare => [entry, 'zinc'])]);
    expect(ids('zinc passivation')).toEqual([1, 2]);
  }
});

test('what a question says twice counts twice', () => {
  const { search } = indexOf([
    [entryOf(1), 'copper'],
    [entryOf(2), 'nickel'],
  ]);
  const found = (q: string) => search(q).hits.map(({ document_id }) => document_id);
  expect(found('copper or nickel, and copper')).toEqual([1, 2]);
  expect(found('nickel or copper, and nickel')).toEqual([2, 1]);
});

test('a document whose whole number was typed comes first', () => {
  const { ids } = indexOf([
    [entryOf(1, { doc_num: 'VW 011 55' })],
    [entryOf(2, { doc_num: 'VW 011 55-2' }), 'VW 011 55 VW 011 55'],
    [entryOf(3), 'see VW 01155'],
  ]);
  for (const q of ['VW 011 55', 'vw1155', 'vw-01155']) expect(ids(q)[0]).toBe(1);
  expect(ids('vw 011 55').toSorted()).toEqual([1, 2, 3]);
});

test('a part of a number finds its document, also from its middle and with a leading zero', () => {
  const { ids } = indexOf([
    [entryOf(1, { doc_num: 'NV 50180' }), 'bolts'],
    [entryOf(2, { doc_num: 'NV 7' }), 'a mass of 4 kg'],
  ]);
  for (const q of ['0180', '5018', 'bolts 0180']) expect(ids(q)).toEqual([1]);
});

test('a withdrawn scan comes last, whatever of its number or title was typed', () => {
  const scan = { doc_num: 'ZINC 1', doc_desc: 'Zinc', is_withdrawn: true };
  const { ids } = indexOf([
    [entryOf(1, { doc_num: 'ZINC 1' }), 'zinc'],
    [entryOf(2), 'nickel and zinc'],
    [entryOf(3, scan), ''],
  ]);
  expect(ids('zinc')).toEqual([1, 2, 3]);
  expect(ids('zinc 1')).toEqual([1, 3]);
});

test('words on one page count for more than words hundreds of pages apart', () => {
  const prose = 'Parts are delivered dry. '.repeat(20);
  const handbook = Array.from({ length: 400 }, () => prose);
  handbook[0] = `${prose} hydrogen hydrogen hydrogen`;
  handbook[399] = `${prose} embrittlement embrittlement embrittlement`;
  const { ids } = indexOf([
    [entryOf(1), `${prose} Relief of hydrogen embrittlement ${prose}`],
    [entryOf(2), ...handbook],
    [entryOf(3), prose],
  ]);
  expect(ids('hydrogen embrittlement')).toEqual([1, 2]);
});

test('the newest revision comes before older ones', () => {
  const number = { doc_num: 'NV 50180', doc_desc: 'Zinc' };
  const { ids } = indexOf([
    [entryOf(1, { ...number, doc_rev: '1', is_latest: false }), 'zinc'],
    [entryOf(2, { ...number, doc_rev: '3', is_latest: true }), 'zinc'],
    [entryOf(3, { ...number, doc_rev: '2', is_latest: false }), 'zinc'],
  ]);
  expect(ids('zinc')).toEqual([2, 3, 1]);
  expect(ids('50180')).toEqual([2, 3, 1]);
});

test('a phrase is found where its words follow each other on a page', () => {
  const { ids, search } = indexOf([
    [entryOf(1), 'zinc nickel', 'coating'],
    [entryOf(2), 'nickel zinc'],
    [entryOf(3), 'zinc', 'nickel'],
    [entryOf(4), 'one', 'Zinc-\nNickel coating'],
  ]);
  expect(ids('"zinc nickel"').toSorted()).toEqual([1, 4]);
  expect(ids('"zinc nickel" coating').toSorted()).toEqual([1, 4]);
  expect(ids('"zinc nickel coating"')).toEqual([4]);
  expect(ids('zinc -"zinc nickel"').toSorted()).toEqual([2, 3]);
  expect(search('"zinc nickel coating"').hits).toMatchObject([
    { document_id: 4, pages: [2], pages_found: 1, lacks: [] },
  ]);
});

test('what must not be there is not, and a beginning stands for all that begin so', () => {
  const { ids } = indexOf([
    [entryOf(1), 'coating'],
    [entryOf(2), 'coated'],
    [entryOf(3), 'undercoat'],
  ]);
  expect(ids('coat*').toSorted()).toEqual([1, 2]);
  expect(ids('coat* -coated')).toEqual([1]);
  expect(ids('c*').toSorted()).toEqual([1, 2]);
});

const library = indexOf(
  Array.from({ length: 60 }, (_, at) => [
    entryOf(at + 1, {
      customer_id: 1 + (at % 3),
      language: ['EN', 'DE', null][at % 4] ?? null,
      is_latest: at % 2 === 0,
    }),
    at % 5 === 0 ? '' : 'zinc',
  ]),
);

test('documents are filtered by customer, language and newest revision', () => {
  const all = library.search('zinc', { limit: 50 });
  expect(all.total).toBe(48);
  for (const { customer_id, count } of all.facets.customer) {
    expect(library.search('zinc', { customer_id }).total).toBe(count);
  }
  for (const { language, count } of all.facets.language) {
    expect(library.search('zinc', { language }).total).toBe(count);
  }
  expect(library.search('zinc', { latest: true }).total).toBe(all.facets.latest.count);
  expect(library.ids('zinc', { customer_id: 1, language: 'DE', latest: false })).toEqual([
    58, 34, 22, 10,
  ]);
});

test('each facet is counted without its own filter, and with the others', () => {
  const { facets, total } = library.search('zinc', { customer_id: 2, latest: true });
  expect(total).toBe(8);
  expect(facets.customer).toEqual([
    { customer_id: 1, count: 8 },
    { customer_id: 2, count: 8 },
    { customer_id: 3, count: 8 },
  ]);
  expect(facets.latest).toEqual({ count: 8 });
  expect(facets.language.reduce((sum, { count }) => sum + count, 0)).toBe(8);
});

test('scans within the filter are counted, whatever is searched', () => {
  expect(library.search('zinc').scans_not_searched).toBe(12);
  expect(library.search('nowhere', { customer_id: 1 }).scans_not_searched).toBe(4);
  expect(library.search('', { latest: true }).scans_not_searched).toBe(6);
});

test('pages of results follow each other, without gaps and nothing twice', () => {
  for (const limit of [1, 7, 20, 50]) {
    const found: number[] = [];
    let after: string | null = null;
    do {
      const { hits, next } = library.search('zinc', { limit, after });
      found.push(...hits.map(({ document_id }) => document_id));
      after = next;
    } while (after !== null);
    expect(new Set(found).size).toBe(48);
    expect(found).toEqual(library.ids('zinc', { limit: 60 }));
  }
});

test('the results go on beyond those that were ranked', () => {
  const many = indexOf(
    Array.from({ length: 700 }, (_, at) => [entryOf(at + 1, { is_latest: at % 7 === 0 }), 'zinc']),
  );
  const found: number[] = [];
  let after: string | null = null;
  do {
    const { hits, next, total } = many.search('zinc', { limit: 50, after });
    expect(total).toBe(700);
    found.push(...hits.map(({ document_id }) => document_id));
    after = next;
  } while (after !== null);
  expect(found.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 700 }, (_, at) => at + 1));
});

test('every customer that occurs is offered, with the number of its documents', () => {
  const many = indexOf(
    Array.from({ length: 1200 }, (_, at) => [
      entryOf(at + 1, { customer_id: at < 5 ? 1 : 2, language: at < 3 ? 'DE' : 'EN' }),
      'zinc plate',
    ]),
  );
  const counted = {
    customer: [
      { customer_id: 2, count: 1195 },
      { customer_id: 1, count: 5 },
    ],
    language: [
      { language: 'EN', count: 1197 },
      { language: 'DE', count: 3 },
    ],
    latest: { count: 1200 },
  };
  expect(many.search('zinc')).toMatchObject({
    total: 1200,
    total_is_least: false,
    facets: counted,
  });
  expect(many.search('zinc', { customer_id: 1 })).toMatchObject({
    total: 5,
    total_is_least: false,
    facets: {
      customer: counted.customer,
      language: [
        { language: 'DE', count: 3 },
        { language: 'EN', count: 2 },
      ],
      latest: { count: 5 },
    },
  });
  expect(many.search('"zinc plate"').facets.customer).toEqual([
    { customer_id: 2, count: 1195 },
    { customer_id: 1, count: 5 },
  ]);
});

test('an odd cursor begins at the first', () => {
  for (const after of ['', 'x', '~', '1~', '9'.repeat(400), '\0']) {
    expect(library.ids('zinc', { after })).toEqual(library.ids('zinc'));
  }
});

const words = ['zinc', 'nickel', 'steel', 'M8', '0,25', '02091-C-71', 'VW50', 'grip', '防錆'];

test('what is found is what a plain look at all texts finds', () => {
  const texts = fc.array(fc.array(fc.constantFrom(...words), { maxLength: 5 }), { maxLength: 3 });
  const queries = fc.array(
    fc.record({
      minus: fc.boolean(),
      quoted: fc.boolean(),
      words: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 3 },
  );
  fc.assert(
    fc.property(fc.array(texts, { minLength: 1, maxLength: 6 }), queries, (library, parts) => {
      const index = indexOf(
        library.map((pages, at) => [
          entryOf(at + 1, { doc_num: 'X' }),
          ...pages.map((page) => page.join(' ')),
        ]),
      );
      const searchedParts = parts.map(({ minus, quoted, words: [first = '', second] }) => {
        const row = quoted && second !== undefined ? [first, second] : [first];
        const isExcluded = minus && (row.length > 1 || !/^\d/.test(first));
        const text = row.length > 1 ? `"${row.join(' ')}"` : row.join('');
        return { isExcluded, row, text: `${minus ? '-' : ''}${text}` };
      });
      const onlyExcluded = searchedParts.every(({ isExcluded }) => isExcluded);
      const expected = library.flatMap((pages, at) =>
        searchedParts.every(
          ({ row, isExcluded }) => hasRow(pages, row) !== (isExcluded && !onlyExcluded),
        )
          ? [at + 1]
          : [],
      );
      const found = index
        .search(searchedParts.map(({ text }) => text).join(' '))
        .hits.filter(({ lacks }) => lacks.length === 0);
      expect(found.map(({ document_id }) => document_id).toSorted()).toEqual(expected);
      for (const { document_id, pages } of found) {
        expect(pages.every((page) => (library[document_id - 1]?.length ?? 0) >= page)).toBe(true);
      }
    }),
    { seed: 15, numRuns: 300 },
  );
});

function hasRow(pages: readonly string[][], row: readonly string[]): boolean {
  return pages.some((page) => page.some((_, at) => row.every((word, i) => page[at + i] === word)));
}

test('words that are in no document any more are not offered for others', () => {
  const { writer, write, search, ids } = indexOf([
    [entryOf(1), 'Flanschschraube'],
    [entryOf(2), 'torque'],
  ]);
  expect(ids('schraube')).toEqual([1]);
  expect(search('tirque').did_you_mean).toEqual(['torque']);
  write(() => {
    writer.remove(1);
    writer.remove(2);
  });
  expect(ids('schraube')).toEqual([]);
  expect(search('tirque').did_you_mean).toEqual([]);
});

test('an entry that is written again is found by what it is now', () => {
  const { writer, write, search, ids } = indexOf([
    [entryOf(1, { doc_num: 'AM-1', doc_desc: 'Zinc' }), 'one', 'salt spray', 'three'],
  ]);
  const other = { doc_num: 'AM-2', doc_desc: 'Nickel', is_latest: false, customer_id: 7 };
  write(() => writer.put(entryOf(1, other), ['one', 'salt spray']));
  expect(ids('"salt spray"', { customer_id: 7 })).toEqual([1]);
  expect(search('salt').hits).toMatchObject([
    { document_id: 1, pages: [2], pages_found: 1, lacks: [] },
  ]);
  expect(ids('am-2 nickel')).toEqual([1]);
  expect([ids('three'), ids('zinc'), ids('salt', { latest: true })]).toEqual([[], [], []]);
});

test('where few documents have all words, others follow with the words that they lack', () => {
  const { search } = indexOf([
    [entryOf(1), 'salt spray of coated bolts'],
    [entryOf(2), 'salt spray and the like of it'],
    [entryOf(3), 'bolts'],
    [entryOf(4), 'of no use'],
  ]);
  const { total, relaxed, hits } = search('How long is the salt spray test of bolts M8?');
  expect({ total, relaxed }).toEqual({ total: 0, relaxed: 3 });
  expect(hits.map(({ document_id, lacks }) => [document_id, ...lacks])).toEqual([
    [1, 'test', 'M8'],
    [2, 'test', 'bolts', 'M8'],
    [3, 'salt', 'spray', 'test', 'M8'],
  ]);
  const all = search('salt spray');
  expect([all.total, all.relaxed]).toEqual([2, 0]);
});

test('relaxed answers keep to the filters and to what is excluded', () => {
  const { search } = indexOf([
    [entryOf(1, { customer_id: 1 }), 'salt'],
    [entryOf(2, { customer_id: 2 }), 'salt'],
    [entryOf(3, { customer_id: 2 }), 'salt and rust'],
  ]);
  const shown = search('salt spray -rust', { customer_id: 2 });
  expect(shown.hits.map(({ document_id }) => document_id)).toEqual([2]);
  expect(shown.facets.customer.map(({ count }) => count)).toEqual([1]);
});

test('from ten documents with all words on nothing is relaxed', () => {
  const many = indexOf(
    Array.from({ length: 12 }, (_, at) => [entryOf(at + 1), at < 10 ? 'salt spray' : 'salt']),
  );
  expect(many.search('salt spray')).toMatchObject({ total: 10, relaxed: 0 });
});

test('other forms of a word are found', () => {
  const { ids } = indexOf([
    [entryOf(1), 'it is tested here'],
    [entryOf(2), 'the testing is long'],
    [entryOf(3), 'Beschichtungen sind dick'],
    [entryOf(4), 'Die Beschichtung ist dick'],
    [entryOf(5), 'M8 M80'],
  ]);
  expect(ids('testing')).toEqual([2, 1]);
  expect(ids('Beschichtungen').toSorted()).toEqual([3, 4]);
  expect(ids('beschichtung').toSorted()).toEqual([3, 4]);
});

test('values are found by what they say, in any unit and spelling', () => {
  const { ids, search } = indexOf([
    [entryOf(1), 'The test lasts ≥ 720 h in salt spray.'],
    [entryOf(2), 'Es dauert 480 Stunden.'],
    [entryOf(3), 'for 30 days at −40 °C'],
    [entryOf(4), 'a thickness of 0,5 mm to 0,7 mm, torque 25 N·m'],
    [entryOf(5), 'at most 1000 h'],
  ]);
  expect(ids('720 hours').toSorted()).toEqual([1, 3]);
  expect(ids('>= 500 h').toSorted()).toEqual([1, 3]);
  expect(ids('≤ 480 h')).toEqual([2]);
  expect(ids('0.5..0.8 mm')).toEqual([4]);
  expect(ids('500 µm')).toEqual([4]);
  expect(ids('25 nm')).toEqual([4]);
  expect(ids('-40 °C')).toEqual([3]);
  expect(ids('salt spray >= 500 h')).toEqual([1]);
  expect(search('>= 2000 h').total).toBe(0);
});

test('a value of a table is found by the unit of its caption or column', () => {
  const caption = 'Tabelle 2 – Anziehdrehmomente in Nm\nGewinde 8.8 10.9 Streuung in %';
  const { ids, search } = indexOf([
    [entryOf(1), `${caption}\nM6 9 13 ± 8\nM8 22 33 ± 8\nSeite 3 von 5`],
    [entryOf(2), 'Bolt Torque [Nm] Length (mm)\nM8 40 25\nM10 60 ≤ 30'],
    [entryOf(3), 'Torque in Nm\n40'],
    [entryOf(4), 'Length in mm and torque\nM8 40 25'],
  ]);
  expect(ids('22 Nm')).toEqual([1]);
  expect(ids('8 %')).toEqual([1]);
  expect(ids('40 Nm')).toEqual([3, 2]);
  expect(ids('25 mm')).toEqual([2]);
  expect(ids('>= 30 mm')).toEqual([]);
  expect(ids('<= 30 mm')).toEqual([2]);
  expect(ids('40 mm')).toEqual([]);
  expect(search('40 nm').total).toBe(2);
});

test('a table whose head and rows have several lines, ranges and empty cells is read, too', () => {
  const head = 'Table 1 – Systems\nCode Thickness in\nµm\nWhite rust\nafter h\nRed rust\nafter h';
  const rows =
    'ZN1 Zinc, thick-film passivated 8 to 18 96 288\nZN2 Zinc-nickel\nand sealed\n10-16 – 720';
  const { ids } = indexOf([[entryOf(1), `${head}\n${rows}\nPage 2 of 327`]]);
  for (const q of ['18 µm', '288 hours', '4 days', '16 µm', '30 d']) expect(ids(q)).toEqual([1]);
  for (const q of ['2 h', '327 h', '327 µm']) expect(ids(q)).toEqual([]);
});

test('of the values within a bound none is lost', () => {
  const { ids } = indexOf([
    [entryOf(1), 'salt spray for 720 h'],
    [entryOf(2), 'salt spray for 15 years'],
    [entryOf(3), 'salt spray for 1000 h'],
    [entryOf(4), 'salt spray for 48 h'],
  ]);
  expect(ids('>= 500 h').toSorted()).toEqual([1, 2, 3]);
});

test('a number that is nowhere is not answered by its letters or by a longer decimal', () => {
  const { search } = indexOf([
    [entryOf(1), 'NV 4711 and a pH of 6.51; 11 parts, see 55. 2.1.1 Scope 2.1.10 Tests'],
  ]);
  for (const q of ['VW 011 55', 'NV 5011', 'nv 5011', 'pH 6.5']) {
    expect(search(q).hits.filter(({ lacks }) => lacks.length === 0)).toEqual([]);
  }
  for (const q of ['VW 011 55', 'NV 5011', 'nv 5011']) expect(search(q).hits).toEqual([]);
  expect(new Snippets(search('2.1.1').searchedParts).of('2.1.10 and 2.1.1').snippet.marks).toEqual([
    [11, 16],
  ]);
  expect(search('VW 011 55 parts').hits).toMatchObject([{ lacks: ['VW 011 55'] }]);
});

test('a number of several words is one: its parts alone are others', () => {
  const { search, ids } = indexOf([
    [entryOf(1), 'ISO 1463, thickness; see 9227'],
    [entryOf(2), 'ISO 9227, salt spray tests; ISO 1463'],
    [entryOf(3), 'A 2020-05-03 First issue'],
  ]);
  const { hits, searchedParts } = search('DIN EN ISO 9227');
  expect(hits).toMatchObject([{ document_id: 2, lacks: [] }]);
  expect(new Snippets(searchedParts).of('ISO 1463 and ISO 9227').snippet.marks).toEqual([[13, 21]]);
  expect(ids('2005')).toEqual([]);
});

test('a number with its revision finds its document first', () => {
  const { ids } = indexOf([
    [entryOf(1, { doc_num: 'NV 50180', doc_rev: '4' }), 'Revision 4'],
    [entryOf(2), 'see NV 50180 Rev. 4'],
  ]);
  expect(ids('NV 50180 Rev. 4')).toEqual([1, 2]);
});

test('words of a bound are a part of the value, and a compound is found by its beginning', () => {
  const { ids, search } = indexOf([
    [entryOf(1), 'Die Salzsprühnebelprüfung dauert 720 h.'],
    [entryOf(2), 'Sie dauert 240 h.'],
  ]);
  expect(ids('mindestens 500 h')).toEqual([1]);
  expect(ids('Wie lange dauert der Salzsprühnebeltest?')).toEqual([1]);
  expect(search('Salzsprühnebeltest').did_you_mean).toEqual(['salzspruhnebelprufung']);
});

test('a value that is nowhere is named as lacking, and its number and unit are not searched alone', () => {
  const { search } = indexOf([[entryOf(1), 'salt spray for 48 h, see clause 480']]);
  expect(search('salt spray 480 h')).toMatchObject({
    total: 0,
    total_is_least: false,
    hits: [{ document_id: 1, lacks: ['480 h'] }],
  });
});

test.each([
  ['10 kB', 'zinc '.repeat(2000)],
  ['1,000 terms', Array.from({ length: 1000 }, (_, at) => `t${at}`).join(' ')],
  ['only signs', '§$%&/()=?!'],
  ['only small words', 'what is the'],
  ['an open quote', '"zinc nickel'],
  ['right to left', 'اختبار الرش الملحي'],
])('a query of %s is answered', (_, q) => {
  const { search } = indexOf([[entryOf(1), 'what is the zinc']]);
  expect(() => search(q)).not.toThrow();
});

test('small words alone are found', () => {
  const { ids } = indexOf([
    [entryOf(1), 'what is the zinc'],
    [entryOf(2), 'nickel'],
  ]);
  expect(ids('what is the')).toEqual([1]);
});

test('a value is shown where it is, also if the other words are on other pages', () => {
  const pages = ['Salt spray test. The salt spray chamber.', 'Scope', 'Duration: 720 h at least.'];
  const { search } = indexOf([[entryOf(1), ...pages]]);
  const { hits, searchedParts, words } = search('>= 500 h salt spray');
  expect(hits[0]?.pages).toEqual([3, 1]);
  expect(words).toEqual(['salt', 'spray']);
  const snippets = new Snippets(searchedParts);
  const text = `Salt spray test. ${'x '.repeat(200)} ${pages[2]}`;
  expect(snippets.of(text).snippet.text).toContain('Duration: 720 h at least.');
});
