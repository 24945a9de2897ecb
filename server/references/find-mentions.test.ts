import { expect, test } from 'vitest';
import { looseText } from '../catalogue/loose-number.ts';
import type { Word } from '../pdf/text/words.ts';
import { findMentions } from './find-mentions.ts';
import { shapeOf, Shapes } from './shapes.ts';

const lineHeight = 12;

/** The words of a page: spaces separate words, line breaks separate lines. */
function pageOf(text: string): Word[] {
  return text.split('\n').flatMap((line, row) => {
    let left = 50;
    return line.split(' ').flatMap((word) => {
      const at = left;
      left += (word.length + 1) * 6;
      const box = { left: at, top: 50 + row * lineHeight, width: word.length * 6, height: 10 };
      return word === '' ? [] : [{ text: word, ...box }];
    });
  });
}

function shapesOf(numbers: readonly string[]): Shapes {
  return new Shapes(numbers.map((one) => shapeOf(looseText(one))).filter((one) => one !== null));
}

/** The numbers of the catalogue that pages cite. */
function cited(numbers: readonly string[], ...pages: string[]): string[] {
  const found = findMentions(pages.map(pageOf), shapesOf(numbers));
  const known = new Map(numbers.map((one) => [looseText(one), one]));
  return found
    .filter(({ places }) => places.some(({ longer }) => !longer.some((key) => known.has(key))))
    .flatMap(({ number_key }) => known.get(number_key) ?? []);
}

test.each([
  ['VW 011 55', 'as in VW 011 55 and'],
  ['VW 011 55', 'as in VW 01155 and'],
  ['VW 011 55', 'as in VW011 55 and'],
  ['VW 011 55', 'as in (VW01155), and'],
  ['VW 011 55', 'as in VW 011\n55 and'],
  ['VW 011 55', 'as in VW\n011 55 and'],
  ['VW 01155', 'as in VW 011 55.'],
  ['TL 52440', 'TL 52440'],
  ['TL 524 40-A', 'see TL 52440-A.'],
  ['GS 90036', 'GS 90036: 2020-02'],
  ['WSS-M2A163-A1/A4', 'to WSS-M2A163-A1/A4 in'],
  ['WSS-M2A163-A1/A4', 'to WSS-M2A163-\nA1/A4 in'],
  ['WSS-M2A163-A1/A4', 'to WSS M2A163 A1 / A4 in'],
  ['WSS-M99P1111-A', 'WSS–M99P1111–A'],
  ['ES-YC15-1N260-AB', '“ES-YC15-1N260-AB”'],
  ['GMW14574', 'GMW 14574'],
  ['GMW14574', 'GMW14574-compliant parts'],
  ['AIMS 10-04-023', 'AIMS10-04-023'],
  ['ABD0036', 'ABD 0036'],
  ['D6-51991', 'D6-51991'],
  ['D950-11059-1', 'D950-11059-1,'],
  ['MIL-STD-962D', 'MIL-STD-962D w/CHANGE 2'],
  ['N (S) 11368.0', 'N (S) 11368.0'],
  ['KES-G-1021', 'KES-G-1021による'],
  ['FJ#2207', 'FJ#2207/FJ#2310'],
  ['CADS-9 SHEET 2', 'CADS-9 Sheet 2'],
  ['SQAM', 'the SQAM says'],
  ['5Q0 123 456 A', 'part 5Q0123456A'],
  ['1002345', 'see 1002345'],
  ['TRK 04/117', 'ＴＲＫ 04/117'],
])('%s is cited by %j', (number, text) => {
  expect(cited([number], text)).toEqual([number]);
});

test.each([
  ['TL 52440', 'TL 524401'],
  ['TL 52440', 'TL 52440-A'],
  ['TL 52440', 'XTL 52440'],
  ['TL 52440', 'TL 52440.1'],
  ['D6-51991', 'D6-51991-2'],
  ['D6-51991', 'AD6-51991'],
  ['AIMS 10-04-023', 'AIMS 10-04-023-02'],
  ['TRK 04/117', 'TRK 04/1170'],
  ['TRK 0411', 'TRK 04/11/7'],
  ['IN 2009', 'published in 2009'],
  ['A-1000', 'A 1000 mm gap'],
  ['NV 5018 IN', 'NV 5018 in the'],
  ['NV 501812', 'NV 5018, 12 bolts'],
  ['3059', 'see 3059'],
  ['100200', 'values 100 200 300'],
  ['SQAM', 'the sqam says'],
  ['AM1', 'AM 1'],
])('%s is not cited by %j', (number, text) => {
  expect(cited([number], text)).toEqual([]);
});

test('a number broken between two pages is found across headers and footers', () => {
  const body = ['Parts are made', 'to the general', 'rules of VW'].join('\n');
  const pages = [
    `NV 1234 Page 1 of 2\n${body}\nCopyright`,
    `NV 1234 Page 2 of 2\n011 55 and\nare then\nmeasured\nCopyright`,
  ].map((text): Word[] => {
    const words = pageOf(text);
    const isOuter = ({ top }: Word) => top === 50 || top === words.at(-1)?.top;
    return words.map((word) => (isOuter(word) ? { ...word, furniture: 'header' } : word));
  });
  expect(findMentions(pages, shapesOf(['VW 011 55']))[0]?.places).toEqual([
    { page: 1, boxes: [[104, 86, 12, 10]], doc_rev: null, longer: [] },
  ]);
});

test('of two numbers at one place the longer one counts, if the library has it', () => {
  expect(cited(['VW 011', 'VW 011 55'], 'as in VW 011 55')).toEqual(['VW 011 55']);
  expect(cited(['VW 0110', 'VW 011 55'], 'as in VW 011 55')).toEqual(['VW 011 55']);
  expect(cited(['VW 0110', 'VW 0111 55'], 'VW 0110 55 bolts')).toEqual(['VW 0110']);
});

test('a place has a box for each of its lines, without the signs around the number', () => {
  const [found] = findMentions([pageOf('see (VW 011\n55), too')], shapesOf(['VW 01155']));
  expect(found).toMatchObject({ number_key: 'vw01155', written: 'VW 011 55', times: 1 });
  expect(found?.places[0]?.boxes).toEqual([
    [80, 50, 36, 10],
    [50, 62, 12, 10],
  ]);
});

test.each([
  ['GMW 3059 Rev. 4', '4'],
  ['GMW 3059 Rev 04 applies', '04'],
  ['GMW 3059, Issue F', 'F'],
  ['GMW 3059 (Issue: F)', 'F'],
  ['GMW 3059:2009-04', '2009-04'],
  ['GMW 3059:2009', '2009'],
  ['GMW 3059, 3rd Edition', '3'],
  ['GMW 3059 Ausgabe 2013--11', '2013--11'],
  ['GMW 3059 (2020-02)', '2020-02'],
  ['GMW 3059 Rev. R4', 'R4'],
  ['GMW 3059, Index c.', 'c'],
  ['GMW 3059\nRev. 4', '4'],
  ['GMW 3059. Edition of', null],
  ['GMW 3059 and Rev. 4', null],
  ['GMW 3059 in 2009', null],
  ['GMW 3059 (4 pages)', null],
])('%j cites revision %s', (text, doc_rev) => {
  const [found] = findMentions([pageOf(text)], shapesOf(['GMW 3059']));
  expect(found?.places[0]?.doc_rev).toBe(doc_rev);
});

test('in random texts the same numbers are found as by a plain search', () => {
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T; // none is empty
  const digits = (count: number) => Array.from({ length: count }, () => String(random(2))).join('');
  const aNumber = () =>
    `${pick(['VW', 'TL', 'VWT', 'K-E'])}${pick([' ', '-', ''])}${digits(2 + random(2))}${pick([' ', '-', ''])}${digits(1 + random(2))}${pick(['', '', '-A', '/B'])}`;
  for (let run = 0; run < 300; run++) {
    const numbers = [
      ...new Map(Array.from({ length: 4 }, aNumber).map((one) => [looseText(one), one])).values(),
    ];
    const written = () =>
      pick([...numbers, aNumber()]).replace(/[ -]/g, () => pick([' ', '-', '', '\n']));
    const text = Array.from({ length: 12 }, () =>
      pick([written(), written(), 'and', 'X', '7']),
    ).join(' ');
    const plainly = numbers.filter((one) => isPlainlyIn(text, looseText(one)));
    const found = findMentions([pageOf(text)], shapesOf(numbers)).map((one) => one.number_key);
    const known = new Set(numbers.map(looseText));
    const cited = found.filter((key) => known.has(key)).toSorted();
    expect({ text, cited }).toEqual({ text, cited: plainly.map(looseText).toSorted() });
  }
});

/** Searches one number letter by letter, with any signs between, and no letter or digit at its ends. */
function isPlainlyIn(text: string, key: string): boolean {
  if (shapeOf(key) === null) return false;
  const spelled = [...key].map((letter) => letter.toUpperCase()).join('[ \\n/-]*');
  const before = '(?<![A-Za-z0-9]|[A-Za-z0-9]-|[0-9]/(?=[0-9]))';
  const after = '(?![A-Za-z0-9]|-[A-Za-z0-9]|/[0-9])';
  return new RegExp(`${before}${spelled}${after}`).test(text);
}
