import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankLabels } from './schemes.ts';

/** Each line is one standard's revisions, oldest first. */
const inOrder = [
  // letters
  ['-', 'A', 'B', 'C', 'Z', 'AA', 'AB', 'BA'],
  ['NEW', 'A', 'B', 'Y', 'AA'],
  ['0', 'A', 'H', 'J', 'X'],
  ['H', 'I', 'J', 'O', 'Q', 'S', 'X', 'Z', 'AA', 'AI', 'AO', 'BA'],
  ['C', 'L'],
  ['NEW', 'Rev A', 'Rev B', 'REV L'],
  ['Issue E', 'Issue: F', 'Issue G'],
  ['Index a', 'Index b'],
  ['RevA', 'RevB'],
  // numbers
  ['0', '1', '2', '9', '10', '11'],
  ['00', '01', '02', '10'],
  ['-', '1', '2'],
  ['Rev 1', 'Rev 2', 'Rev. 3', 'REV 10'],
  ['Rev. No. 3', 'Rev. No. 4'],
  ['v1', 'v2', 'V10'],
  ['Draft 1', 'Draft 2', 'Draft 10'],
  ['1.0', '1.1', '2.0'],
  ['1', '1.1', '1.2', '1.10', '2'],
  ['28', '29', '30', '31', '49', '50'],
  // Roman numerals
  ['I', 'II', 'III', 'IV', 'V', 'IX', 'X'],
  ['IV', 'V'],
  ['I', 'V', 'X'],
  // dates, year first
  ['1996-01', '2002-10', '2009-04'],
  ['07.79', '1996-01', '2002-10', '2009-04', '2013--11', '2014 06 10', 'June 2019', '2020-02-01'],
  ['20190305', '20200101'],
  ['2019/03', '2020/11'],
  // month and year
  ['07.79', '09.79', '01.80', '12.99', '02.03'],
  ['Ausgabe 03/2018', 'Ausgabe 11/2019', 'Ausgabe 01/2021'],
  ['Rev. 03/2018', 'Rev. 11/2019', 'Rev. 01/2021'],
  ['Issue 03/2018', 'Issue 11/2019', 'Issue 01/2021'],
  ['Stand: 03.2018', 'Stand: 11.2019', 'Stand: 01.2021'],
  // day, month and year
  ['Rev 5.3.2019', 'Rev 14.1.2020'],
  ['01.04.2009', '30.04.2009', '2010-01-01'],
  ['25/03/2019', '02/01/2020'],
  ['05/03/2019', '04/06/2019', '25/07/2019'],
  ['03/25/2019', '04/06/2019', '05/03/2019'],
  // names of months
  ['März 2018', 'Mai 2018', 'décembre 2018'],
  ['5 March 2019', 'March 6, 2019'],
  ['05MAR19', '12JAN21'],
  ['MAR-05', 'JAN-98'].toReversed(),
  // editions
  ['2nd Edition', '3rd Edition', '10th Edition'],
  ['2nd Edition, May 2018', '3rd Edition, June 2019', '3rd Edition, August 2019'],
  ['3. Ausgabe', '4. Ausgabe'],
  ['Third edition', 'Fourth Edition'],
  ['Rev 02 2012 01 01', 'Rev 03 2014 06 10'],
  ['3 (2019-05)', '4 (2020-01)'],
  // a base and its changes
  ['1999', '1999/Amd.1:2003', '1999/Amd.2:2004', '2005', '2005/Cor.1:2006'],
  ['1999', '1999/A1:2003', '1999+A2:2004', '2005', '2005/AC:2006'],
  ['1567:1999', '1567:1999/Amd.1:2003(E)', '1567:2008'],
  ['C', 'D', 'D w/CHANGE 2', 'D w/CHANGE 10', 'E'],
  ['962C', '962D', '962D w/CHANGE 1', '962D w/CHANGE 2', '962E'],
  ['2004', '2004 (R2009)', '2010'],
  ['-19', '-19a', '-19ae1', '-21'],
  ['Issue 4 Rev B', 'Issue 5 Rev A', 'ISSUE 5 REV I'],
  ['2019', '2019 Rev 2', '2021'],
  // letters and numbers
  ['R1', 'R2', 'R10'],
  ['A1', 'A2', 'B1'],
  ['A', 'A.1', 'A.2', 'B'],
  ['1A', '1B', '2A'],
];

test.each(inOrder.map((series) => [series.join(', '), series] as const))(
  '%s are in order',
  (_, series) => {
    expect(ranked(series)).toEqual(series.map((_label, rank) => rank));
    expect(ranked(series.toReversed())).toEqual(series.map((_label, rank) => rank).toReversed());
  },
);

test.each([
  ['two schemes', ['A', '2009-04']],
  ['two schemes', ['A', '01']],
  ['two schemes', ['1', '2', '2019']],
  ['two schemes', ['A', 'B', 'I', 'II']],
  ['two schemes', ['5', '05.03.2019']],
  ['first issues are listed before A and 1 only', ['-', '2009-04']],
  ['two first issues', ['-', 'NEW']],
  ['two first issues', ['-', '0', 'A']],
  ['a word that only some have', ['Draft B', 'B']],
  ['words that count different things', ['Issue 2', 'Rev 3']],
  ['no letters', ['N/C', 'A']],
  ['no letters', ['NC', 'A']],
  ['no letters', ['NA', 'NC']],
  ['pairs that do not follow Z', ['A', 'PA', 'PB']],
  ['pairs that do not follow Z', ['C', 'L', 'HN']],
  ['pre-releases', ['P1', 'P2', 'A']],
  ['pre-releases', ['P01', 'P02', 'C01']],
  ['pre-releases', ['A1', 'A']],
  ['drafts in small letters', ['a', 'b', 'A']],
  ['words', ['Draft', 'A']],
  ['words', ['final version', 'B']],
  ['a year and a month of it', ['2019', 'June 2019']],
  ['month and year, or steps', ['10.12', '11.11']],
  ['month and year, or steps', ['01.00', '01.01', '02.00']],
  ['1938 or 2038, or steps', ['07.38', '02.41', '11.40']],
  ['steps or decimals', ['1.9', '1.10']],
  ['day or month first', ['05/03/2019', '04/06/2019']],
  ['day or month first, with dots too', ['05.03.2019', '04.06.2019']],
  ['March 2005 or the 5th of March', ['MAR-05', 'JAN-21']],
  ['day or year first', ['25MAR19', '02JAN20']],
  ['1999 and 2000, or numbers', ['99', '00', '01']],
  ['month and year, or numbers', ['0319', '1119', '0121']],
  ['month and year, or numbers', ['032018', '112019', '012021']],
  ['an amendment that is younger than the next edition', ['1999', '1999/Amd.1:2003', '2001']],
  ['changes of two kinds without days', ['D', 'D AMENDMENT 1', 'D CHANGE 1']],
  ['counts that restart each year', ['1 (2019)', '2 (2019)', '1 (2020)']],
  ['an edition of which only one has a day', ['3rd Edition', '3rd Edition, June 2019']],
] as const)('%s: %s are unsure', (_, series) => {
  expect(ranked(series)).toBeNull();
});

test.each([
  ['Rev A', 'A'],
  ['01', '1'],
  ['rev. 3', 'Rev 03'],
  ['2013--11', '2013-11'],
  ['June 2019', '2019-06'],
  ['2', '2.0'],
])('%s and %s are the same revision', (a, b) => {
  expect(ranked([a, b])).toEqual([0, 0]);
});

test('a label alone is in order, whatever it is', () => {
  expect(ranked(['Draft'])).toEqual([0]);
  expect(ranked(['Draft', 'Draft'])).toEqual([0, 0]);
});

test('the order of a librarian decides between two readings', () => {
  const days = ['05/03/2019', '04/06/2019'];
  expect(ranked([...days, '03/07/2019'], days)).toEqual([2, 1, 0]); // month first
  expect(ranked([...days, '03/07/2019'], days.toReversed())).toEqual([0, 1, 2]);
});

test('any text is read in a moment', () => {
  const texts = ['', ' ', '/', '((((', 'a'.repeat(4000), '1 '.repeat(2000), '9'.repeat(4000)];
  for (const text of [...texts, '\u0000', '発行 3', 'Rev', 'Rev.', '-'.repeat(59)]) {
    expect(ranked([text, 'Z 9'])).toBeNull();
  }
  const thousands = Array.from({ length: 5000 }, (_, at) => `Rev. ${at}`);
  expect(ranked(thousands.slice(0, 1000))).toEqual([...Array(1000).keys()]);
  const mixed = thousands.map((label, at) => (at % 2 ? label : `0${at % 9}/${at % 60}/19`));
  expect(ranked(mixed)).toBeNull();
});

function ranked(labels: readonly string[], chosen?: readonly string[]): number[] | null {
  const ranks = rankLabels(labels, chosen);
  return ranks === null ? null : labels.map((label) => ranks.get(label) ?? -1);
}

// Random series of every scheme we know of, also of such as the library does not know. Each is made in its
// true order, oldest first.

const two = (value: number) => String(value).padStart(2, '0');
const byValue = (a: number, b: number) => a - b;

const someOf = (min: number, max: number) =>
  fc
    .uniqueArray(fc.integer({ min, max }), { minLength: 2, maxLength: 6 })
    .map((values) => values.toSorted(byValue));

/** Spells each of some numbers, in the order of the numbers. */
const counted = (min: number, max: number, spell: (value: number) => string) =>
  someOf(min, max).map((values) => values.map(spell));

const skipLists = ['', 'IO', 'IOQ', 'IOQSXZ', 'IOQSXZGU'];
const lettersAt = (alphabet: string, at: number) =>
  (at < alphabet.length ? '' : (alphabet[Math.floor(at / alphabet.length) - 1] ?? '')) +
  (alphabet[at % alphabet.length] ?? '');
const letterSeries = fc
  .tuple(fc.constantFrom(...skipLists), someOf(0, 200), fc.constantFrom('', '-', 'NEW', '0'))
  .map(([skipped, places, first]) => {
    const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((one) => !skipped.includes(one));
    const labels = places.map((at) => lettersAt(alphabet.join(''), at));
    return first === '' ? labels : [first, ...labels];
  });

const romans = (value: number) =>
  'X'.repeat(Math.floor(value / 10)) +
  ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'][value % 10];

const monthsOf = {
  en: 'January February March April May June July August September October November December',
  short: 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC',
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
};

type Day = { y: number; m: number; d: number };
type Spelling = (day: Day, name: string, sign: string) => string;

/** Every way to write a day, also those that lose a part of it. */
const spellings: Record<string, Spelling> = {
  y: ({ y }) => `${y}`,
  yy: ({ y }) => two(y % 100),
  'y-m': ({ y, m }, _, sign) => `${y}${sign}${two(m)}`,
  'y--m': ({ y, m }) => `${y}--${two(m)}`,
  'y-m-d': ({ y, m, d }, _, sign) => `${y}${sign}${two(m)}${sign}${two(d)}`,
  ymd: ({ y, m, d }) => `${y}${two(m)}${two(d)}`,
  ym: ({ y, m }) => `${y}${two(m)}`,
  'm-y': ({ y, m }, _, sign) => `${two(m)}${sign}${y}`,
  'm-y short': ({ y, m }, _, sign) => `${m}${sign}${y}`,
  'm-yy': ({ y, m }, _, sign) => `${two(m)}${sign}${two(y % 100)}`,
  'yy-m': ({ y, m }, _, sign) => `${two(y % 100)}${sign}${two(m)}`,
  'd-m-y': ({ y, m, d }, _, sign) => `${two(d)}${sign}${two(m)}${sign}${y}`,
  'd-m-y short': ({ y, m, d }, _, sign) => `${d}${sign}${m}${sign}${y}`,
  'm-d-y': ({ y, m, d }, _, sign) => `${two(m)}${sign}${two(d)}${sign}${y}`,
  'm-d-y short': ({ y, m, d }, _, sign) => `${m}${sign}${d}${sign}${y}`,
  'd-m-yy': ({ y, m, d }, _, sign) => `${two(d)}${sign}${two(m)}${sign}${two(y % 100)}`,
  'm-d-yy': ({ y, m, d }, _, sign) => `${two(m)}${sign}${two(d)}${sign}${two(y % 100)}`,
  'yy-m-d': ({ y, m, d }, _, sign) => `${two(y % 100)}${sign}${two(m)}${sign}${two(d)}`,
  dmy: ({ y, m, d }) => `${two(d)}${two(m)}${y}`,
  mdy: ({ y, m, d }) => `${two(m)}${two(d)}${y}`,
  dmyy: ({ y, m, d }) => `${two(d)}${two(m)}${two(y % 100)}`,
  mdyy: ({ y, m, d }) => `${two(m)}${two(d)}${two(y % 100)}`,
  yymd: ({ y, m, d }) => `${two(y % 100)}${two(m)}${two(d)}`,
  my: ({ y, m }) => `${two(m)}${y}`,
  myy: ({ y, m }) => `${two(m)}${two(y % 100)}`,
  yym: ({ y, m }) => `${two(y % 100)}${two(m)}`,
  'name y': ({ y }, name) => `${name} ${y}`,
  'd name y': ({ y, d }, name) => `${d} ${name} ${y}`,
  'd. name y': ({ y, d }, name) => `${d}. ${name} ${y}`,
  'name d, y': ({ y, d }, name) => `${name} ${d}, ${y}`,
  dNAMEyy: ({ y, d }, name) => `${two(d)}${name}${two(y % 100)}`,
  'd-name-yy': ({ y, d }, name) => `${two(d)}-${name}-${two(y % 100)}`,
  yyNAMEd: ({ y, d }, name) => `${two(y % 100)}${name}${two(d)}`,
  'NAME-yy': ({ y }, name) => `${name}-${two(y % 100)}`,
  'yy-NAME': ({ y }, name) => `${two(y % 100)}-${name}`,
};

const days = (minYear: number, maxYear: number) =>
  fc
    .uniqueArray(
      fc.record({
        y: fc.integer({ min: minYear, max: maxYear }),
        m: fc.integer({ min: 1, max: 12 }),
        d: fc.integer({ min: 1, max: 28 }),
      }),
      { minLength: 2, maxLength: 6, selector: ({ y, m, d }) => (y * 12 + m) * 31 + d },
    )
    .map((all) => all.toSorted((a, b) => a.y - b.y || a.m - b.m || a.d - b.d));

/** Dates of one spelling, or of two that are mixed, one of a month; days of one year are the hard ones. */
/** What a spelling looks like. A series uses one spelling of each look: two could not be told apart. */
const lookOf = (label: string) =>
  label
    .replace(/\p{L}+/gu, 'M')
    .replace(/\d{3,}/g, (digits) => ` ${digits.length}`)
    .replace(/\d\d?/g, 'n')
    .replace(/[^Mn\d]/g, '');
const oneOfEachMonth = (all: Day[]) =>
  all.filter(({ y, m }, at) => all[at - 1]?.y !== y || all[at - 1]?.m !== m);
const dateSeries = fc
  .tuple(
    fc.oneof(days(1930, 2029), days(1996, 2023), days(2019, 2020), days(2019, 2019)),
    fc.constantFrom(...Object.keys(spellings)),
    fc.option(fc.constantFrom(...Object.keys(spellings)), { nil: null }),
    fc.constantFrom(...Object.values(monthsOf)),
    fc.constantFrom('-', '/', '.', ' '),
  )
  // The numbers 30 to 49 alone are no years: see yearsOfIssue.
  .filter(([all, one, other]) => ![one, other].includes('yy') || all.every(({ y }) => y >= 1950))
  .map(([all, one, other, names, sign]) =>
    (other === null ? all : oneOfEachMonth(all)).map((day, at) => {
      const spelling = at % 2 === 1 && other !== null ? other : one;
      const label = spellings[spelling]?.(day, names.split(' ')[day.m - 1] ?? '', sign) ?? '';
      return { spelling, label };
    }),
  )
  .filter((series) =>
    series.every(({ spelling, label }) =>
      series.every((other) => spelling === other.spelling || lookOf(label) !== lookOf(other.label)),
    ),
  )
  .map((series) => series.map(({ label }) => label));

/** As a spreadsheet shows a day: without its year. */
const dayAndMonth = days(2019, 2019).map((all) =>
  all.map(({ m, d }) => `${two(d)}-${monthsOf.short.split(' ')[m - 1]}`),
);

const kinds = ['Amd.', 'Cor.', 'AC', 'A', 'Amendment '];
const amended = fc
  .tuple(days(1996, 2023), fc.constantFrom(...kinds), fc.array(fc.boolean()))
  .map(([all, kind, areChanges]) => {
    let [base, count] = [all[0]?.y ?? 0, 0];
    return all.map(({ y }, at) => {
      if (at > 0 && areChanges[at] === true) return `${base}/${kind}${++count}:${y}`;
      [base, count] = [y, 0];
      return `${y}`;
    });
  });

const words = [
  '',
  '',
  'Rev ',
  'Rev. ',
  'REV-',
  'Revision ',
  'Issue ',
  'Issue: ',
  'Ausgabe ',
  'Stand: ',
].concat(['Ed. ', 'Edition ', 'Version ', 'Index ', 'Nr. ', 'Rev. No. ', 'Draft ', 'Bauzustand ']);
/** The same word before each of them. */
const worded = (series: fc.Arbitrary<string[]>) =>
  fc
    .tuple(fc.constantFrom(...words), series)
    .map(([word, labels]) => labels.map((label) => word + label));
const after = (first: fc.Arbitrary<string[]>, then: fc.Arbitrary<string[]>) =>
  fc.tuple(first, then).map(([one, other]) => [...one, ...other]);

const ordinal = (value: number) =>
  `${value}${value % 100 > 10 && value % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th')}`;
const dated = (spell: (count: number, day: Day, month: string) => string) =>
  days(2000, 2025).map((all) =>
    all.map((day, at) => spell(at + 1, day, monthsOf.en.split(' ')[day.m - 1] ?? '')),
  );

const everyScheme: Record<string, fc.Arbitrary<string[]>> = {
  letters: worded(letterSeries),
  'small letters': worded(letterSeries.map((all) => all.map((label) => label.toLowerCase()))),
  'double letters': counted(0, 40, (at) =>
    at < 26 ? lettersAt('ABCDEFGHIJKLMNOPQRSTUVWXYZ', at) : String.fromCharCode(39 + at).repeat(2),
  ),
  numbers: worded(counted(0, 120, String)),
  'padded numbers': worded(counted(0, 99, two)),
  'Roman numerals': worded(counted(1, 39, romans)),
  'small Roman numerals': worded(counted(1, 39, (value) => romans(value).toLowerCase())),
  dates: worded(dateSeries),
  'days without a year': dayAndMonth,
  steps: worded(counted(10, 400, (value) => `${Math.floor(value / 20)}.${value % 20}`)),
  'padded steps': worded(
    counted(10, 400, (value) => `${two(Math.floor(value / 20))}.${two(value % 20)}`),
  ),
  decimals: worded(counted(10, 400, (value) => `${value / 100}`)),
  editions: counted(1, 40, (value) => `${ordinal(value)} Edition`),
  'dated editions': dated((count, { y }, month) => `${ordinal(count)} Edition, ${month} ${y}`),
  'dated numbers': dated((count, { y, m, d }) => `Rev ${two(count)} ${y} ${two(m)} ${two(d)}`),
  'dated letters': dated((count, { y, m }) => `${'ABCDEFGHIJ'[count]} (${two(m)}/${y})`),
  'counts of a year': dated((_, { y, m, d }) => `${m * 31 + d} (${y})`),
  'counts of a year, with a slash': dated((_, { y, m, d }) => `${m * 31 + d}/${y}`),
  amendments: amended,
  ASTM: counted(
    9 * 26,
    24 * 26,
    (value) =>
      `-${two(Math.floor(value / 26))}${value % 26 === 0 ? '' : String.fromCharCode(96 + (value % 26))}`,
  ),
  changes: counted(0, 30, (value) => {
    const base = 'ABCDEFGH'[Math.floor(value / 4)];
    return value % 4 === 0 ? `${base}` : `${base} w/CHANGE ${value % 4}`;
  }),
  'issue and revision': counted(
    0,
    60,
    (value) => `Issue ${Math.floor(value / 10) + 1} Rev ${'ABCDEFGHIJ'[value % 10]}`,
  ),
  'letters with numbers': counted(
    0,
    60,
    (value) => `${'ABCDEFGHIJ'[Math.floor(value / 10)]}${value % 10}`,
  ),
  'numbers with letters': counted(
    0,
    60,
    (value) => `${Math.floor(value / 10)}${'abcdefghij'[value % 10]}`,
  ),
  'preliminary, then contractual': after(
    counted(1, 9, (value) => `P0${value}`),
    counted(1, 9, (value) => `C0${value}`),
  ),
  'preliminary, then letters': after(
    counted(1, 9, (value) => `P${value}`),
    letterSeries,
  ),
  'draft letters, then letters': after(
    counted(1, 9, (value) => `P${'ABCDEFGHIJ'[value]}`),
    letterSeries,
  ),
  'small letters, then capitals': after(
    letterSeries.map((all) => all.map((label) => label.toLowerCase())),
    letterSeries,
  ),
  'no change, then letters': after(
    fc.constantFrom(['NC'], ['N/C'], ['Draft'], ['P']),
    letterSeries,
  ).filter(([first]) => first !== 'P'),
  'letters, then dates': after(letterSeries, dateSeries),
  'dates, then letters': after(dateSeries, letterSeries),
  'years, then numbers': after(counted(1990, 2010, String), counted(1, 20, String)),
  'numbers, then letters': after(counted(1, 20, String), letterSeries),
  'letters, then numbers': after(letterSeries, counted(1, 20, String)),
};

test.each(Object.entries(everyScheme))(
  '%s: the order of a random series is the true one, or unsure',
  (_, scheme) => {
    const property = fc.property(scheme, fc.infiniteStream(fc.nat()), (series, random) => {
      // Spellings that lose a part make several the same, which is no order.
      fc.pre(new Set(series).size === series.length);
      const shuffled = series
        .map((label) => ({ label, at: random.next().value ?? 0 }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ label }) => label);
      const ranks = rankLabels(shuffled);
      const order = ranks && shuffled.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
      expect([series, null]).toContainEqual(order);
      expect([null, series.length]).toContain(ranks && new Set(ranks.values()).size);
    });
    fc.assert(property, { numRuns: 500, maxSkipsPerRun: 1000 });
  },
  60_000,
);

/** Labels with the schemes that they can be of, as a person says. */
const labelled: Record<string, readonly string[]> = {
  A: ['letters', 'dated', 'changed', 'letter and number'],
  B: ['letters', 'dated', 'changed', 'letter and number'],
  'Rev. C': ['letters', 'dated', 'changed', 'letter and number'],
  AA: ['letters', 'dated', 'changed', 'letter and number'],
  b: ['small letters', 'dated', 'changed'],
  '-': ['letters', 'small letters', 'numbers', 'changed'],
  NEW: ['letters', 'small letters', 'numbers', 'changed'],
  '0': ['letters', 'small letters', 'numbers', 'dated', 'changed'],
  '3': ['numbers', 'dated', 'changed'],
  '12': ['numbers', 'dated', 'changed', 'years'],
  'Rev 12': ['numbers', 'dated', 'changed', 'years'],
  'Issue 7': ['numbers', 'dated', 'changed'],
  '1.4': ['numbers', 'changed'],
  '2.1': ['numbers', 'changed'],
  IV: ['Roman', 'dated', 'changed'],
  V: ['letters', 'Roman', 'dated', 'changed', 'letter and number'],
  XI: ['Roman', 'dated', 'changed'],
  '2009-04': ['dates', 'changed'],
  '2011': ['dates', 'changed', 'years'],
  'June 2019': ['dates', 'changed'],
  '25/03/2018': ['dates', 'changed'],
  'Stand: 11.2019': ['dates', 'changed'],
  '05MAR19': ['dates', 'changed'],
  '3rd Edition': ['numbers', 'dated', 'changed'],
  '4th Edition, June 2019': ['dated'],
  'C (2012-05)': ['dated'],
  '1999/Amd.1:2003': ['changed'],
  'D w/CHANGE 2': ['changed'],
  'Issue 5 Rev I': ['changed'],
  '19e1': ['years'],
  '2004 (R2009)': ['years'],
  R4: ['letter and number'],
  P2: ['letter and number'],
  'A.1': ['letter and number'],
  '1A': ['number and letter', 'years', 'changed'],
  '962D': ['number and letter', 'changed'],
  NC: [],
  'N/C': [],
  Draft: [],
  'Draft B': [],
  'final version': [],
  'Q3 2019': [],
  'KW 12/2019': [],
  'A-B': [],
};

test('labels that are not all of one scheme are unsure', () => {
  const label = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...Object.keys(labelled)) },
    fc.string({ maxLength: 8 }).map((text) => `?${text}`), // of no scheme
  );
  const series = fc.uniqueArray(label, { minLength: 2, maxLength: 4 });
  const property = fc.property(series, (labels) => {
    if (rankLabels(labels) === null) return;
    const all = labels.map((one) => new Set(labelled[one]));
    const common = all.reduce((some, others) => some.intersection(others));
    expect([labels, [...common]]).not.toEqual([labels, []]);
  });
  fc.assert(property, { numRuns: 5000 });
});
