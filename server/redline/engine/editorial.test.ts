import { expect, test } from 'vitest';
import { prose, withFurniture } from '../../../test/redline-pdfs.ts';
import { randomNumbers } from '../../../test/random.ts';
import { compareTexts } from './compare.ts';
import type { DocumentPages } from './furniture.ts';

/** Pages of short paragraphs, one below the other; those that begin with a number are headings. */
function pagesOf(paragraphs: readonly string[]): DocumentPages {
  const words: DocumentPages['words'][number][number][][] = [];
  const headings: DocumentPages['headings'][number][] = [];
  for (const [at, paragraph] of paragraphs.entries()) {
    const page = Math.floor(at / 20);
    const own = (words[page] ??= []);
    if (/^\d+(?:\.\d+)* \p{Lu}/u.test(paragraph))
      headings.push({ page, at: 0, word: own.length, text: paragraph });
    let left = 60;
    for (const [text = '', tab] of paragraph.matchAll(/[^ \t]+|(\t)/g)) {
      if (tab === undefined)
        own.push({ text, left, top: 140 + (at % 20) * 30, width: text.length * 5, height: 10 });
      left += tab === undefined ? text.length * 5 + 4 : 10;
    }
  }
  return withFurniture({ words, headings, sizes: words.map(() => ({ width: 900, height: 842 })) });
}

const sentences = {
  en: {
    patterns: [
      'The # must # every # before delivery.',
      'Each # shall be # by the #.',
      'A # may # the # only after approval.',
      'The # has to # a # in writing.',
      'Every # is to be # with a #.',
    ],
    words: [
      'supplier buyer driver player welder auditor',
      'inspect replace cover seal heal file fill report paint clean filled filed sealed cleaned',
      'bracket washer housing flange gasket mask hand ticket batch weld plan plane',
    ],
  },
  de: {
    patterns: [
      'Der # muss jede # vor der Lieferung #.',
      'Die # darf nicht als # gelten und ist zu #.',
      'Ein # hat den # schriftlich zu #.',
      'Jeder # soll die # mindestens einmal #.',
      'Das # ist vor dem # gründlich zu #.',
    ],
    words: [
      'Lieferant Prüfer Käufer Fahrer Schweißer Betreiber',
      'Masse Maße Naht Dichtung Scheibe Hülle Probe Charge Blume',
      'fordern fördern prüfen drucken drücken reinigen ersetzen lösen melden zahlen zählen',
    ],
  },
  fr: {
    patterns: [
      'Le # doit # chaque # avant la livraison.',
      'La # ne doit pas # la #.',
      'Chaque # peut # une #.',
      'Il faut que le # puisse # la #.',
      'Le # est tenu de # toute #.',
    ],
    words: [
      'fournisseur client pilote joueur soudeur pêcheur pécheur',
      'contrôler remplacer couvrir payer peser signaler nettoyer poser',
      'pièce côte côté rondelle boîte plaque tache tâche vis bride',
    ],
  },
};

test.for(['en', 'de', 'fr'] as const)(
  'another word in a sentence that demands something is never editorial: %s',
  (language) => {
    const { patterns, words } = sentences[language];
    const random = randomNumbers('obligations', language);
    const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
    const lists = words.map((list) => list.split(' '));
    const pairs = Array.from({ length: 100 }, (_, at): [string, string] => {
      const filled = lists.map(pick);
      const slot = at % 3;
      const changed = filled.with(
        slot,
        pick((lists[slot] ?? []).filter((one) => one !== filled[slot])),
      );
      const sentence = (by: readonly string[]) => {
        let next = 0;
        return (patterns[at % patterns.length] ?? '').replaceAll('#', () => by[next++] ?? '');
      };
      return [
        `${sentence(filled)} ${prose(`${at}`, 5)}.`,
        `${sentence(changed)} ${prose(`${at}`, 5)}.`,
      ];
    });
    const { changes } = compareTexts(
      pagesOf(pairs.map(([from]) => from)),
      pagesOf(pairs.map(([, to]) => to)),
    );
    expect(changes).toHaveLength(100);
    const heavy = new Set(['limit', 'obligation', 'reference', 'requirement']);
    expect(changes.filter(({ weight }) => !heavy.has(weight))).toEqual([]);
  },
);

const between = (at: number) => Array.from({ length: 3 }, (_, row) => prose(`${at} ${row}`, 10));

test('case, punctuation and spelling of the same word are editorial', () => {
  const pairs = [
    ['The colour of the part shall be grey.', 'The color of the part shall be grey.'],
    ['Parts shall be analysed by the plant.', 'Parts shall be analyzed by the plant.'],
    ['The Supplier shall keep the list.', 'The supplier shall keep the list.'],
    ['Parts are dry, clean and oiled.', 'Parts are dry, clean, and oiled.'],
    ['Es gilt, daß sie trocken sein muss.', 'Es gilt, dass sie trocken sein muss.'],
  ];
  const side = (of: 0 | 1) =>
    pagesOf(pairs.flatMap((pair, at) => [pair[of] ?? '', ...between(at)]));
  const { changes } = compareTexts(side(0), side(1));
  expect(changes.map(({ weight }) => weight)).toEqual(pairs.map(() => 'editorial'));
});

test('a new clause renumbers those below it in one line, also where the text refers to them', () => {
  const text = (numbers: readonly string[], added: readonly string[]) =>
    pagesOf([
      '1 Scope',
      ...between(1),
      `Every weld of class ${numbers[0]} is tested as in ${numbers[1]} by the plant.`,
      '3 Rules',
      ...between(2),
      ...added,
      `${numbers[0]} Welds`,
      ...between(3),
      `${numbers[1]} Tests`,
      ...between(4),
    ]);
  const { changes } = compareTexts(
    text(['3.1', '3.2'], []),
    text(['3.2', '3.3'], ['3.1 Terms', ...between(5)]),
  );
  expect(changes.map(({ kind, weight, effect }) => [kind, weight, effect])).toEqual([
    ['inserted', 'text', null],
    ['changed', 'editorial', 'numbering'],
  ]);
  const line = changes[1]?.context.map(({ text: one }) => one).join('');
  expect(line).toMatch(/^4 numbers of clauses or items: /);
});

test('bullets are layout; another letter of a list is numbering', () => {
  const items = ['clean the surface well;', 'apply the primer twice;', 'dry it in air.'];
  const listed = (markers: string) =>
    pagesOf([
      ...between(1),
      'The following applies:',
      ...items.map((one, at) => `${markers.split(' ')[at] ?? ''} ${one}`.trim()),
      ...between(2),
    ]);
  expect(compareTexts(listed('• • •'), listed('– – –')).verdict).toBe('same_text');
  expect(compareTexts(listed('• • •'), listed('')).verdict).toBe('same_text');
  // A bullet is farther from its text than a sign from its number.
  const numbered = (marker: string) =>
    pagesOf([
      ...between(1),
      ...['1e1) Judges check it.', '1e2) Others sign it.'].map((one) => `${marker}${one}`),
      ...between(2),
    ]);
  expect(compareTexts(numbered(''), numbered('–\t')).verdict).toBe('same_text');
  expect(compareTexts(numbered(''), numbered('– ')).changes).toHaveLength(2);
  expect(compareTexts(listed('a) b) c)'), listed('a) c) d)')).changes).toMatchObject([
    { weight: 'editorial', effect: 'numbering', from_text: 'b) c)', to_text: 'c) d)' },
  ]);
});
