import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryOf, indexOf } from '../../../test/full-text.ts';
import { type Part, parseQuery } from './query.ts';

/** The slow tests ask 100,000. */
const randomQueries = 1000;

/** A query in short: what is excluded has a minus. */
function shortly(q: string): string[] {
  const key = (part: Part) => {
    if (part.what === 'value') return part.written;
    return part.what === 'phrase' ? part.keys.join(' ') : part.key;
  };
  return parseQuery(q).parts.map(
    (part) => `${part.isExcluded ? '-' : ''}${part.what} ${key(part)}`,
  );
}

test.each([
  ['zinc nickel', ['word zinc', 'word nickel']],
  ['"zinc nickel" coating', ['phrase zinc nickel', 'word coating']],
  ['“zinc nickel”', ['phrase zinc nickel']],
  ['coat* M1*', ['prefix coat', 'prefix m1']],
  ['zinc -nickel -"on steel"', ['word zinc', '-word nickel', '-phrase on steel']],
  ['02091-C-71', ['joined 2091c71']],
  ['zinc-nickel', ['joined zincnickel']],
  ['M10x1.5 8.8 §4.2 0,25', ['code m10x1.5', 'code 8.8', 'code 4.2', 'code 0.25']],
  ['防錆皮膜 鋼', ['phrase 防錆 錆皮 皮膜', 'word 鋼']],
  ['"zinc"', ['word zinc']],
  ['Wie lange dauert, gilt, muss oder darf die Prüfung?', ['word prufung']],
  ['AM 7 is as AM', ['word am', 'code 7']],
])('%s asks for %j', (q, parts) => {
  expect(shortly(q)).toEqual(parts);
});

test.each([
  ['-40 °C', ['value -40 °C']], // a temperature
  ['-nickel', ['word nickel']], // nothing but exclusions
  ['"zinc nickel', ['word zinc', 'word nickel']], // never closed
  ['zinc AND nickel OR NOT NEAR(', ['word zinc', 'word nickel', 'word near']],
  ['words:zinc ^zinc #50180', ['word words', 'word zinc', 'code 50180']],
  ['*', []],
  ['"', []],
  ['""', []],
  ['- -- "-" ** "*"', []],
  ['\0', []],
  ['\uD800', []],
  ['', []],
])('%j is plain text', (q, parts) => {
  expect(shortly(q)).toEqual(parts);
});

test('only the first letters of a long word are read', () => {
  expect(shortly('x'.repeat(5000))).toEqual([`word ${'x'.repeat(40)}`]);
});

test('random queries are answered, none with an error', () => {
  const { search } = indexOf([
    [entryOf(1, { doc_desc: 'Zinc-nickel' }), 'zinc nickel 02091-C-71 0,25 mm', 'a b 防錆皮膜'],
    [entryOf(2, { doc_num: '"*-^#@=' }), 'a-b "c" AND'],
  ]);
  const letters = fc.oneof(
    fc.constantFrom(
      ...'ab1"*-^:(){}+.,#@=/\\\0\n 防錆\uD800\uDC00üß',
      'AND ',
      ' NOT ',
      '"a b"',
      ' -',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  );
  const queries = fc.array(letters, { maxLength: 12 }).map((all) => all.join(''));
  let longest = 0;
  fc.assert(
    fc.property(queries, (q) => {
      const answer = search(q);
      expect(answer.hits.length).toBe(answer.total + answer.relaxed);
      longest = Math.max(longest, answer.total);
    }),
    { seed: 15, numRuns: randomQueries },
  );
  expect(longest).toBe(2);
});

test('a very long query is answered by its first words, and says how many it leaves out', () => {
  const { search } = indexOf([
    [entryOf(1), 'zinc and nickel'],
    [entryOf(2), 'chromium'],
  ]);
  const found = ({ hits, total, relaxed, words_left_out }: ReturnType<typeof search>) => ({
    hits: hits.map(({ document_id, lacks }) => [document_id, lacks.length]),
    total,
    relaxed,
    words_left_out,
  });
  const once = { hits: [[1, 0]], total: 1, relaxed: 0, words_left_out: 0 };
  expect(found(search('zinc '.repeat(2000)))).toEqual(once); // 10 kB
  const thousand = Array.from({ length: 1000 }, (_, at) => `z${at}`).join(' ');
  expect(found(search(`zinc ${thousand}`))).toEqual({
    hits: [[1, 59]],
    total: 0,
    relaxed: 1,
    words_left_out: 162, // of the thousand letters that are read
  });
});

test.each([
  ['only signs', '"*-^:(){}+.,#@=/\\ …', 0],
  ['only small words', 'the of and', 1],
  ['a quotation mark that is not closed', '"zinc nickel', 1],
  ['quotation marks that cross', 'zinc" "nickel"', 1],
  ['right-to-left letters', 'גלוון أبيض', 1],
  ['right-to-left letters in a row with marks', '\u200f"גלוון أبيض"\u200e', 1],
])('%s: the documents that have it', (_what, q, total) => {
  const { search } = indexOf([
    [entryOf(1), 'of the zinc and nickel'],
    [entryOf(2), 'chromium גלוון أبيض'],
  ]);
  expect(search(q)).toMatchObject({ total, words_left_out: 0 });
});
