import { expect, test } from 'vitest';
import type { Mark } from '#contract/search.ts';
import { wordsOnPage } from './words-on-page.ts';

/** What is in brackets is marked. */
function snippet(text: string) {
  const marks = [...text.matchAll(/\[(.*?)\]/g)].map(({ index, 1: word = '' }, at): Mark => {
    const from = index - 2 * at;
    return [from, from + word.length];
  });
  return { text: text.replaceAll(/[[\]]/g, ''), marks };
}

test.each([
  [['salt', 'spray'], '6.1 [Salt] [spray] test', ['salt', 'spray']],
  [['salt', 'chamber'], '6.1 [Salt] spray test', ['salt', 'chamber']],
  [['nv50180'], 'as in [NV 50180] and [NV-50180]', ['NV 50180', 'NV-50180']],
  [['hydrogenn', 'relief'], '[Relief] of [hydrogen]', ['relief', 'hydrogen']],
  [['schrauben'], 'die [Fahrwerksschrauben]', ['schrauben']],
  [['uberzuge'], '[Überzüge]', ['uberzuge']],
  [['masse'], 'die [Maße]', ['Maße']],
  [['AM-1'], 'nothing is marked', ['AM-1']],
])('of %j, on a page with %j, the viewer marks %j', (words, text, marked) => {
  expect(wordsOnPage(words, snippet(text))).toEqual(marked);
});
