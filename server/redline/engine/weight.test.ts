import { expect, test } from 'vitest';
import type { RedlineChange } from '#contract/redline.ts';
import { changeWeights, effectOf, partTitle, summaryOf } from '#contract/redline-words.ts';
import { prose } from '../../../test/redline-pdfs.ts';
import { compareTexts } from './compare.ts';
import type { DocumentPages } from './furniture.ts';

const letter = 5;
const lineHeight = 14;

/** Pages of paragraphs, set in lines; a paragraph with tabs is a row of a table. */
function pagesOf(paragraphs: readonly string[], lineWidth = 450): DocumentPages {
  const pages: DocumentPages['words'][number][number][][] = [[]];
  const headings: DocumentPages['headings'][number][] = [];
  let top = 60;
  for (const paragraph of paragraphs) {
    const isFull = top > 760;
    if (/^\d+(?:\.\d+)* \p{Lu}\p{Ll}+(?: \p{L}+){0,4}$/u.test(paragraph)) {
      const [page, word] = isFull
        ? [pages.length, 0]
        : [pages.length - 1, pages.at(-1)?.length ?? 0];
      headings.push({ page, at: 0, word, text: paragraph });
    }
    const isUnspaced = !paragraph.includes(' ');
    let left = 70;
    for (const [column, cell] of paragraph.split('\t').entries()) {
      if (column > 0) left = 70 + column * 110;
      for (const text of isUnspaced && column === 0 && cell.length > 20 ? cell : cell.split(' ')) {
        const width = text.length * letter;
        if (left + width > 70 + lineWidth) {
          left = 70;
          top += lineHeight;
        }
        if (top > 760) {
          pages.push([]);
          top = 60;
        }
        pages.at(-1)?.push({ text, left, top, width, height: 10 });
        left += width + (isUnspaced ? 0 : letter);
      }
    }
    top += lineHeight * 1.5;
  }
  return { words: pages, sizes: pages.map(() => ({ width: 595, height: 842 })), headings };
}

const before = [
  '1 Scope',
  ...Array.from({ length: 4 }, (_, at) => prose(`before ${at}`, 40)),
  '2 Rules',
];
const after = ['3 Delivery', ...Array.from({ length: 4 }, (_, at) => prose(`after ${at}`, 40))];

function changesOf(from: string[], to: string[], lineWidth = 450): RedlineChange[] {
  const older = pagesOf([...before, ...from, ...after]);
  const newer = pagesOf([...before, ...to, ...after], lineWidth);
  return compareTexts(older, newer).changes;
}

/** `limit (looser, +25 %): of at most [-2-] [+2.5+] mm` */
function inWords(change: RedlineChange): string {
  const effect = effectOf(change);
  const sentence = change.context.map(({ kind, text }) =>
    kind === 'same' ? text : kind === 'deleted' ? `[-${text}-]` : `[+${text}+]`,
  );
  const row = change.row === null ? '' : `${change.row}: `;
  return `${change.weight}${effect === '' ? '' : ` (${effect})`}: ${row}${sentence.join('')}`;
}

const list = (from: string[], to: string[]) => changesOf(from, to).map(inWords);

test('a change is shown in its sentence; several in one sentence are one line', () => {
  expect(
    list(
      [
        'Body parts pass the test with a creep of at most 2 mm from the scribe. The rest is the same.',
      ],
      [
        'Body parts pass the test with a creep of at most 2.5 mm from the scribe. The rest is the same.',
      ],
    ),
  ).toEqual([
    'limit (looser, +25 %): Body parts pass the test with a creep of at most [-2-] [+2.5+] mm from the scribe.',
  ]);
  const found = changesOf(
    ['Pins of 5 mm (hardened) are used for covers of painted sheet, and never for the hinges.'],
    ['Pins of 6 mm (hardened) are used for covers of coated sheet, and never for the hinges.'],
  );
  expect(found.map(inWords)).toEqual([
    'limit (+20 %): Pins of [-5-] [+6+] mm (hardened) are used for covers of [-painted-] [+coated+] sheet, and never for the hinges.',
  ]);
  expect(found[0]?.to[0]?.boxes).toHaveLength(2);
});

test('a limit is stricter or looser only where both are numbers and the direction is certain', () => {
  const of = (from: string, to: string) => list([from], [to]).map((line) => line.split(':')[0]);
  expect(of('It shall be at least 5 mm thick.', 'It shall be at least 6 mm thick.')).toEqual([
    'limit (stricter, +20 %)',
  ]);
  expect(of('The gap is 5 mm max. and even.', 'The gap is 4 mm max. and even.')).toEqual([
    'limit (stricter, −20 %)',
  ]);
  expect(of('The force must not exceed 8 kN.', 'The force must not exceed 9 kN.')).toEqual([
    'limit (looser, +13 %)',
  ]);
  expect(of('Dicke mindestens 8 µm je Seite.', 'Dicke mindestens 6 µm je Seite.')).toEqual([
    'limit (looser, −25 %)',
  ]);
  // Which parts are tested, not how thick they have to be.
  expect(
    of('Parts of at least 8 mm shall be tested.', 'Parts of at least 10 mm shall be tested.'),
  ).toEqual(['limit (+25 %)']);
  expect(
    of('It is tested if at least 3 kN are applied.', 'It is tested if at least 4 kN are applied.'),
  ).toEqual(['limit (+33 %)']);
  // Their zero is arbitrary: the difference says more.
  expect(of('Heat it to 20 °C for an hour.', 'Heat it to 25 °C for an hour.')).toEqual([
    'limit (+5 °C)',
  ]);
  expect(of('Cool it to −30 °C for an hour.', 'Cool it to −40 °C for an hour.')).toEqual([
    'limit (−10 °C)',
  ]);
  expect(of('Class 8.8 is used for bolts.', 'Class 10.9 is used for bolts.')).toEqual(['limit']);
  expect(of('Use a washer of 8 mm there.', 'Use a washer of 8 cm there.')).toEqual(['limit']);
  expect(of('It is at most 5 mm wide.', 'It is at least 5 mm wide.')).toEqual(['limit']);
  expect(of('A mass of 1,500 kg is moved.', 'A mass of 900 kg is moved.')).toEqual(['limit']);
});

test('numbers that say nothing of how much are no limits', () => {
  const of = (from: string, to: string) => list([from], [to]).map((line) => line.split(':')[0]);
  const isText = ([from, to]: [string, string]) => of(from, to).join();
  const pairs: [string, string][] = [
    [
      'See https://example.org/a/v1 for the newest data.',
      'See https://example.org/a/v2 for the newest data.',
    ],
    ['The file table-3.pdf has all of the values.', 'The file table-4.pdf has all of the values.'],
    [
      'The values are listed in Table 3 of the annex.',
      'The values are listed in Table 4 of the annex.',
    ],
    [
      'Details are in clauses 4.2 and 4.3 of this text.',
      'Details are in clauses 4.2 and 4.4 of this text.',
    ],
    ['It was drawn in March 2021 by the plant.', 'It was drawn in March 2022 by the plant.'],
    ['Read it with version 2.0 of the tool.', 'Read it with version 2.1 of the tool.'],
    [
      'The law of 2019-04-01 is the one that counts.',
      'The law of 2020-04-01 is the one that counts.',
    ],
  ];
  expect(pairs.map(isText)).toEqual(pairs.map(() => 'text'));
});

test('a minus apart from its number is part of the limit; a list marker and the dash of a range are not', () => {
  const pairs: [string, string, string[]][] = [
    ['The store has – 5 °C or more.', 'The store has 5 °C or more.', ['limit']],
    ['T in °C\t– 5\t7', 'T in °C\t5\t7', ['limit']],
    ['The store has – 5 °C or more.', 'The store has −5 °C or more.', []],
    ['Use 10 – 12 mm of cork.', 'Use 10 –12 mm of cork.', []],
  ];
  const weights = pairs.map(([from, to]) => changesOf([from], [to]).map(({ weight }) => weight));
  expect(weights).toEqual(pairs.map(([, , weight]) => weight));
});

test('obligations are raised, lowered, reversed, new or dropped, in six languages', () => {
  const of = (from: string, to: string) => list([from], [to]).map((line) => line.split(':')[0]);
  const pairs = [
    ['The plant should inform the buyer.', 'The plant shall inform the buyer.', 'raised'],
    ['The plant must inform the buyer.', 'The plant may inform the buyer.', 'lowered'],
    ['Parts shall be greased by hand.', 'Parts shall not be greased by hand.', 'now the opposite'],
    ['Der Lieferant sollte es vorher melden.', 'Der Lieferant muss es vorher melden.', 'raised'],
    [
      'Le fournisseur doit prévenir le client.',
      'Le fournisseur peut prévenir le client.',
      'lowered',
    ],
    ['El proveedor debería avisar al cliente.', 'El proveedor debe avisar al cliente.', 'raised'],
    [
      '供应商应在交货之前通知所有的客户并保存记录。',
      '供应商宜在交货之前通知所有的客户并保存记录。',
      'lowered',
    ],
    [
      '部品は納入の前に洗浄してもよい。記録は保管する。',
      '部品は納入の前に洗浄しなければならない。記録は保管する。',
      'raised',
    ],
  ] as const;
  expect(pairs.map(([from, to]) => of(from, to))).toEqual(
    pairs.map(([, , effect]) => [`obligation (${effect})`]),
  );
  const kept = 'Boxes are closed with tape.';
  expect(of(kept, `${kept} The plant shall keep a list of them.`)).toEqual(['obligation (new)']);
  expect(of(`${kept} The plant shall keep a list.`, kept)).toEqual(['obligation (dropped)']);
  expect(of(kept, `${kept} The plant may keep a list.`)).toEqual(['obligation (permission)']);
  expect(of('Oil is used on threads.', 'Oil is not used on threads.')).toEqual(['text']);
});

test('references to other standards are new, dropped, replaced, or another edition', () => {
  const of = (from: string, to: string) => list([from], [to]).map((line) => line.split(':')[0]);
  expect(
    of('Test to ISO 9227:2017 in salt spray.', 'Test to ISO 9227:2022 in salt spray.'),
  ).toEqual(['reference (another edition)']);
  expect(of('Test to ISO 9227 in salt spray.', 'Test to ASTM B117 in salt spray.')).toEqual([
    'reference (another standard)',
  ]);
  expect(
    of('Bolts are delivered dry.', 'Bolts are delivered dry. DIN EN ISO 898-1 applies.'),
  ).toEqual(['reference (new)']);
  const older = pagesOf([...before, 'The finish is described by NV 50180 alone.', ...after]);
  const newer = pagesOf([...before, 'The finish is described by NV 50181 alone.', ...after]);
  const catalogue = compareTexts(older, newer, ['nv00000']).changes;
  expect(catalogue.map(({ weight, effect }) => [weight, effect])).toEqual([
    ['reference', 'replaced'],
  ]);
});

test('case and punctuation are editorial; other words are text, or that of a requirement', () => {
  const of = (from: string, to: string) => list([from], [to]).map((line) => line.split(':')[0]);
  expect(
    of('The Supplier keeps the certificates.', 'The supplier keeps the certificates.'),
  ).toEqual(['editorial']);
  expect(
    of('Parts are dry, clean and packed well.', 'Parts are dry, clean, and packed well.'),
  ).toEqual(['editorial']);
  expect(of('A report accompanies the delivery.', 'A record accompanies the delivery.')).toEqual([
    'text',
  ]);
  expect(of('Parts must be fully cleaned.', 'Parts must be roughly cleaned.')).toEqual([
    'requirement',
  ]);
  expect(of('Boxes are closed.', 'Boxes are closed. Lids are taped at both ends.')).toEqual([
    'text',
  ]);
  expect(
    of('Code XB is used for all of the doors.', 'Code XC is used for all of the doors.'),
  ).toEqual(['text']);
});

test('re-lettering a list is numbering, and an item that was added is a change', () => {
  const items = [
    'clean the surface with alcohol;',
    'apply the primer in one layer;',
    'dry it in air.',
  ];
  const lettered = (all: string[]) => all.map((one, at) => `${'abcdef'[at]}) ${one}`);
  const added = items.toSpliced(1, 0, 'wipe off the rest with a dry cloth;');
  expect(list(lettered(items), lettered(added))).toEqual([
    'text: [+b) wipe off the rest with a dry cloth;+]',
    'editorial (numbering): 2 numbers of clauses or items: [-b)-] [+c)+]  [-c)-] [+d)+]',
  ]);
  expect(
    list(
      lettered(items),
      items.map((one) => `• ${one}`),
    ),
  ).toEqual(['editorial (numbering): 3 numbers of clauses or items: [-a)-]  [-b)-]  [-c)-]']);
});

const table = (torque: string, row = 'M10') => [
  'Table 3 – Tightening',
  'Size\tClass\tTorque (Nm)\tmin. depth',
  'M8\t8.8\t25\t12',
  `${row}\t8.8\t${torque}\t15`,
  'M12\t8.8\t84\t18',
];

test('a value of a row says by how much it changed, wherever its unit is', () => {
  const of = (from: string[], to: string[]) => changesOf(from, to).map(effectOf);
  const table = (head: string, cell: string) => [
    'Table 3 Data',
    head,
    'A\t12\t17',
    `B\t${cell}\t30`,
    'C\t14\t45',
  ];
  const celsius = (cell: string) => table('Lot\tTemperature (°C)\tTime (h)', cell);
  expect(of(celsius('160'), celsius('200'))).toEqual(['+40 °C']);
  const samples = (cell: string) => table('Lot\tSamples\tAccepted', cell);
  expect(of(samples('16'), samples('20'))).toEqual(['+25 %']);
  const grades = (cell: string) => table('Lot\tClass\tAccepted', cell);
  expect(of(grades('2'), grades('3'))).toEqual(['']);
  const unitBeside = (value: string) => [
    'Table 3 Data',
    'Property\tUnit\tValue',
    'Torque\tNm\t17.5',
    `Thickness\tmm\t${value}`,
    'Mass\tkg\t45',
  ];
  expect(of(unitBeside('2.5'), unitBeside('3'))).toEqual(['+20 %']);
});

test('a reference that comes or goes between two that stay is new, or dropped', () => {
  const one = ['ISO 9227 Corrosion tests', 'ISO 6270-2 Humidity', 'EN 10204 Metallic products'];
  const two = one.toSpliced(1, 0, 'ISO 4628-8 Delamination');
  expect(list(one, two)).toEqual(['reference (new): [+ISO 4628-8 Delamination+]']);
  expect(list(two, one)).toEqual(['reference (dropped): [-ISO 4628-8 Delamination-]']);
});

test('a cell of a table is named by table, row and column; where that is not certain, the row is shown', () => {
  expect(list(table('47'), table('49'))).toEqual([
    'limit (+4.3 %): Table 3, M10, Torque: [-47-] [+49+] Nm',
  ]);
  expect(
    list(
      table('47').map((row) => row.replace(/15$/, '16')),
      table('49').map((row) => row.replace(/15$/, '17')),
    ),
  ).toEqual([
    'limit (+4.3 %): Table 3, M10, Torque: [-47-] [+49+] Nm',
    'limit (stricter, +6.3 %): Table 3, M10, min. depth: [-16-] [+17+]',
  ]);
  const withoutHead = (torque: string) => table(torque).toSpliced(1, 1);
  expect(list(withoutHead('47'), withoutHead('49'))).toEqual([
    'limit: Table 3: M10 8.8 [-47-] [+49+] 15',
  ]);
  expect(list(table('47').toSpliced(3, 1), table('47'))).toEqual([
    'limit (new): Table 3: [+M10 8.8 47 15+]',
  ]);
});

test('a table that goes on on the next page has its caption and columns there, too', () => {
  const long = (torque: string) => [
    'Table 3 – Tightening',
    'Size\tClass\tTorque (Nm)\tmin. depth',
    ...Array.from(
      { length: 60 },
      (_, at) => `M${at}\t8.8\t${at === 55 ? torque : 100 + at}\t${at}`,
    ),
  ];
  const found = changesOf(long('47'), long('49'));
  expect(found.map(inWords)).toEqual(['limit (+4.3 %): Table 3, M55, Torque: [-47-] [+49+] Nm']);
  expect(found[0]?.to).toMatchObject([{ page: 3 }]);
});

test('a word broken at the end of a line has its hyphen as elsewhere, or if both parts are words', () => {
  const rules = (text: string) => ['Nothing works as well as a mechanical galvanic part.', text];
  const broken = 'A well\u00AD mechanical part is gal\u00AD vanic and of 5 mm.';
  expect(list(rules(broken), rules(broken.replace('5', '6')))).toEqual([
    'limit (+20 %): A well-mechanical part is galvanic and of [-5-] [+6+] mm.',
  ]);
});

test('lines of the contents are editorial where their clauses have the change, too', () => {
  const set = (titles: readonly string[], pages: readonly number[], contents = titles) =>
    pagesOf([
      ...contents.map((title, at) => `${title} ........ ${pages[at] ?? 1}`),
      prose('preface', 700),
      ...titles.flatMap((title) => [title, prose(title.slice(0, 4), 400)]),
    ]);
  const text = (titles: readonly string[], contents = titles) =>
    set(
      titles,
      set(titles, []).headings.map(({ page }) => page + 1),
      contents,
    );
  const titles = ['1 Scope', '2 Rules', '3 Delivery', '4 Marking'];
  const only = (contents: readonly string[], own = titles) =>
    compareTexts(text(titles), text(own, contents)).changes.map(inWords);
  const longer = titles.with(2, '3 Delivery of bolts');
  expect(only(longer)).toEqual(['text: 3 Delivery [+of bolts+]']);
  expect(only(longer, longer)).toEqual([
    'editorial: 3 Delivery [+of bolts+]',
    'text: 3 Delivery [+of bolts+]',
  ]);
  const back = compareTexts(text(longer), text(longer, titles)).changes.map(inWords);
  expect(back).toEqual(['text: 3 Delivery [-of bolts-]']);
  expect(only([...titles, '5 Packing'])).toEqual(['text: [+5 Packing ........ 1+]']);
  const { changes } = compareTexts(text(titles.toSpliced(2, 1)), text(titles));
  expect(changes.filter(({ clause }) => clause === null).map(inWords)).toEqual([
    'editorial: [+3 Delivery+]',
  ]);
  expect(changes.find(({ clause }) => clause === '3 Delivery')).toMatchObject({ weight: 'text' });
});

test('a number that is many times as large is said so', () => {
  expect(list(['It is 2 mm wide.'], ['It is 111 mm wide.'])).toEqual([
    'limit (56 times): It is [-2-] [+111+] mm wide.',
  ]);
});

test('each datum in a line of the cover page is a change of its own', () => {
  const cover = (line: string) => pagesOf(['Zinc plating', line, ...before, ...after]);
  const { changes } = compareTexts(
    cover('Number AM-1 Revision 3 Date of issue 2019-03-11 for all plants'),
    cover('Number AM-1 Revision 4 Date of issue 2021-09-06 for all plants'),
  );
  expect(changes.map(({ weight, effect }) => [weight, effect])).toEqual([
    ['cover', 'revision'],
    ['cover', 'date'],
  ]);
});

test('a word of a title is text, also beside the revision on the cover', () => {
  const titled = (title: string, clause: string) =>
    pagesOf([`Revision B – Coating of ${title}`, ...before, clause, ...after]);
  const { changes } = compareTexts(titled('Bolts', '3 Dry parts'), titled('Nuts', '3 Wet parts'));
  expect(changes.map(({ weight, to_text }) => [weight, to_text])).toEqual([
    ['text', 'Nuts'],
    ['text', 'Wet'],
  ]);
});

test('a German, French or Italian cover is the cover page, too', () => {
  const cover = (...lines: string[]) => pagesOf(['Zink', ...lines, ...before, ...after]);
  const { changes } = compareTexts(
    cover('Ausgabe 3', 'Ausgabedatum 2019-03-11', 'Edizione 3', 'Annule et remplace AM-1 2'),
    cover('Ausgabe 4', 'Ausgabedatum 2021-09-06', 'Edizione 4', 'Annule et remplace AM-1 3'),
  );
  expect(changes.map(({ weight, effect }) => [weight, effect])).toEqual([
    ['cover', 'revision'],
    ['cover', 'date'],
    ['cover', 'revision'],
    ['cover', 'supersedes'],
  ]);
});

test('a row of revision and date below their labels is the cover page', () => {
  const cover = (...row: string[]) =>
    pagesOf([
      'Zinc plating',
      'Number\tRevision\tDate of issue',
      row.join('\t'),
      ...before,
      ...after,
    ]);
  const { changes } = compareTexts(
    cover('AM-1', 'B', '2019-03-11'),
    cover('AM-1', 'C', '2021-09-06'),
  );
  expect(changes.map(({ weight, effect }) => [weight, effect])).toEqual([['cover', 'revision']]);
});

test('revision, date and history of the document itself are the cover page', () => {
  const cover = (revision: string, date: string, history: string[], own: string) => [
    'Zinc plating of fasteners',
    `Revision ${revision}`,
    `Date ${date}`,
    own,
    'Revision history',
    ...history,
    ...before,
    'All bolts are plated.',
    ...after,
  ];
  const rows = ['1 2019-03-11 First issue.', '2 2021-09-06 Limits of 6.2 are 5 mm.'];
  const older = pagesOf(cover('1', '2019-03-11', rows.slice(0, 1), 'Gauge 5 mm for all plants'));
  const newer = pagesOf(cover('2', '2021-09-06', rows, 'Gauge 6 mm for all plants'));
  const { changes } = compareTexts(older, newer);
  expect(changes.map(({ weight, effect }) => [weight, effect])).toEqual([
    ['cover', 'revision'],
    ['cover', 'date'],
    ['limit', null], // also on a cover page
    ['cover', 'history'],
  ]);
  const covers = changes.filter(({ weight }) => weight === 'cover');
  expect(partTitle('cover', covers)).toBe('Cover page: revision, date, history');
});

test('years of a copyright, and a clause of what changed since a revision, are data of the document', () => {
  const written = (year: number, item: string) =>
    pagesOf([...before, `© ${year} Nordwerk GmbH`, ...after, '8 Changes since revision B', item]);
  const { changes } = compareTexts(
    written(2019, 'The hardness of 6.2 must be 30 HRC.'),
    written(2024, 'The coating of 7.1 may be 12 µm.'),
  );
  expect(changes.map(({ weight, effect }) => [weight, effect])).toEqual([
    ['cover', 'date'],
    ['cover', 'history'],
  ]);
});

test('the line on top counts what there is, in words', () => {
  const told = (weight: RedlineChange['weight'], effect: RedlineChange['effect'] = null) =>
    ({ kind: 'changed', weight, effect, percent: null }) as const;
  expect(summaryOf([])).toBe('');
  expect(summaryOf([told('limit')])).toBe('1 limit changed.');
  expect(
    summaryOf([
      ...Array.from({ length: 14 }, () => told('editorial')),
      told('limit', 'looser'),
      told('limit'),
      told('limit', 'new'),
      told('obligation', 'new'),
      told('obligation', 'raised'),
      told('obligation', 'raised'),
      told('reference', 'edition'),
      told('text'),
    ]),
  ).toBe(
    '2 limits changed, 1 new limit, 1 new obligation, 2 obligations raised, 1 reference, 1 text change, 14 editorial.',
  );
});

test('the text in one has headings marked, items on lines of their own, and no labels of figures', () => {
  const middle = (depth: string) => [
    'The parts are washed in this order.',
    'a) rinse;',
    'b) dry.',
    'Nozzle',
    'Brine 35 °C',
    `Figure 1 – Chamber of ${depth} mm`,
  ];
  const older = pagesOf([...before, ...middle('5'), ...after]);
  const newer = pagesOf([...before, ...middle('6'), ...after]);
  const { runs } = compareTexts(older, newer);
  expect(runs.filter(({ is_heading }) => is_heading).map(({ text }) => text)).toEqual([
    '1 Scope\n',
    '2 Rules\n',
    '3 Delivery\n',
  ]);
  const text = runs.map((run) => run.text).join('');
  expect(text).toContain('order.\na) rinse;\nb) dry.\nFigure 1 – Chamber of 5 6 mm\n3 Delivery');
});

test('of ten planted changes of limits and obligations among many others, nine are in the first ten lines', () => {
  const planted: [string, string][] = [
    ['The layer is at least 8 µm thick.', 'The layer is at least 10 µm thick.'],
    ['The torque shall be 25 Nm ± 2 Nm.', 'The torque shall be 27 Nm ± 2 Nm.'],
    ['Samples dry for 24 h at room climate.', 'Samples dry for 48 h at room climate.'],
    ['The creep must not exceed 2 mm.', 'The creep must not exceed 2.5 mm.'],
    ['Heat the parts to 180 °C in air.', 'Heat the parts to 200 °C in air.'],
    ['The supplier should record each batch.', 'The supplier shall record each batch.'],
    ['Burrs shall be removed by hand.', 'Burrs may be removed by hand.'],
    ['Oil is allowed on the thread.', 'Oil is not allowed on the thread.'],
    ['Lids are closed with tape.', 'Lids are closed with tape. Each lid shall be marked.'],
    ['Coating is checked at 5 % of the parts.', 'Coating is checked at 10 % of the parts.'],
  ];
  const others: [string, string][] = Array.from({ length: 40 }, (_, at) => {
    const text = prose(`other ${at}`, 24);
    const word = text.split(' ')[9] ?? '';
    const edits: [string, string][] = [
      [`See clause ${at + 1}.2: ${text}`, `See clause ${at + 2}.2: ${text}`],
      [`Stored in list-${at}.csv: ${text}`, `Stored in list-${at + 1}.csv: ${text}`],
      [text, text.replace(word, `${word},`)],
      [text, text.replace(word, word.toUpperCase())],
      [`Drawn in ${1990 + at} by hand: ${text}`, `Drawn in ${1991 + at} by hand: ${text}`],
    ];
    return edits[at % edits.length] ?? ['', ''];
  });
  const mixed = others.flatMap((one, at) =>
    at % 4 === 1 ? [one, planted[(at - 1) / 4] ?? one] : [one],
  );
  const found = changesOf(
    mixed.map(([from]) => from),
    mixed.map(([, to]) => to),
    400,
  );
  const inOrder = changeWeights.flatMap((part) => found.filter(({ weight }) => weight === part));
  const lines = inOrder.slice(0, 10).map(({ context }) => context.map(({ text }) => text).join(''));
  const isShown = ([, to]: [string, string]) =>
    lines.some((line) =>
      line.includes(to.split('. ').at(-1)?.split(' ').slice(-3).join(' ') ?? to),
    );
  expect(planted.filter(isShown).length).toBeGreaterThanOrEqual(9);
  expect(found.length).toBeGreaterThan(40);
});
