import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RevisionKind } from '#contract/revision-words.ts';
import { placeSeries, type PlacedRevision, type RevisionSaid } from './in-force.ts';

/** Each revision with its status, and what it amends; editions newest first, drafts at the end. */
function seriesOf(labels: readonly string[], chosen: readonly string[] | null = null): string[] {
  return saidSeriesOf(
    labels.map((doc_rev) => ({ doc_rev })),
    chosen,
  );
}

type Said = { doc_rev: string } & Partial<RevisionSaid>;

/** The same with what a librarian says of each. */
function saidSeriesOf(said: readonly Said[], chosen: readonly string[] | null = null): string[] {
  const revisions = said.map((one, id) => ({ id, ...one }));
  return placeSeries(revisions, chosen).placed.map(inWords);
}

function inWords({ revision, kind, status, amends, missing }: PlacedRevision<Said>): string {
  const shown = kind === 'edition' || kind === 'draft' ? '' : ` ${kind}`;
  const base = amends ? ` ${amends.doc_rev}` : missing === null ? '' : ` ?${missing}`;
  return `${revision.doc_rev}: ${status}${shown}${base}`;
}

test.each([
  [
    ['1999', '1999/Amd.1:2003', '2005', '2005/Cor.1:2006'],
    [
      '2005: latest',
      '2005/Cor.1:2006: latest beside 2005',
      '1999: superseded',
      '1999/Amd.1:2003: superseded beside 1999',
    ],
  ],
  [
    ['2015', '2015/Amd 1:2021', '2015/Cor 1:2016', '2015/AC:2016', '2015 Berichtigung 1:2017'],
    [
      '2015: latest',
      '2015 Berichtigung 1:2017: latest beside 2015',
      '2015/AC:2016: latest beside 2015',
      '2015/Cor 1:2016: latest beside 2015',
      '2015/Amd 1:2021: latest beside 2015',
    ],
  ],
  [
    ['G', 'G CHANGE 2', 'G NOTICE 1'],
    ['G: latest', 'G NOTICE 1: latest beside G', 'G CHANGE 2: latest beside G'],
  ],
  [
    ['2015', '2015(2020)'],
    ['2015(2020): latest reaffirmed 2015', '2015: latest'],
  ],
  [
    ['2004', '2004 (R2009)', '2010'],
    ['2010: latest', '2004 (R2009): superseded reaffirmed 2004', '2004: superseded'],
  ],
  [
    ['2004 (R2009)', '2010'],
    ['2010: latest', '2004 (R2009): superseded reaffirmed'],
  ],
  [
    ['2019', '2019/A1:2021', '2019+A1:2021', '2019/A2:2023'],
    [
      '2019+A1:2021: latest instead',
      '2019/A2:2023: latest beside 2019+A1:2021',
      '2019: superseded',
      '2019/A1:2021: superseded beside 2019',
    ],
  ],
  [
    ['962D', '962D w/CHANGE 2'],
    ['962D w/CHANGE 2: latest instead', '962D: superseded'],
  ],
  [
    ['2015', 'DIS 2020', 'Entwurf 2019-05', 'prEN 2021'],
    ['2015: latest', 'prEN 2021: draft', 'Entwurf 2019-05: draft', 'DIS 2020: draft'],
  ],
  [
    ['B', 'Draft C'],
    ['B: latest', 'Draft C: draft'],
  ],
  [
    ['Draft 1', 'Draft 2'],
    ['Draft 2: draft', 'Draft 1: draft'],
  ],
  // The base of the amendment is newer than all that is here.
  [
    ['2010', '2015/Amd 1:2021'],
    ['2015/Amd 1:2021: unsure beside ?2015', '2010: unsure'],
  ],
  [
    ['2010', '2015', 'Amd 1:2021'],
    ['2015: latest', 'Amd 1:2021: unsure beside', '2010: superseded'],
  ],
  [
    ['2015', 'Amd 1:2021'],
    ['2015: latest', 'Amd 1:2021: latest beside 2015'],
  ],
  [
    ['Amendment 2', 'Amendment 3'],
    ['Amendment 3: latest', 'Amendment 2: superseded'],
  ],
  [
    ['2005', '2005/AMD1:2012', '2005/AMD1:2012/COR1:2013'],
    [
      '2005: latest',
      '2005/AMD1:2012/COR1:2013: latest beside 2005/AMD1:2012',
      '2005/AMD1:2012: latest beside 2005',
    ],
  ],
  [
    ['1999-05', '1999/Amd 1:2003', '1989-01'],
    ['1999-05: latest', '1999/Amd 1:2003: latest beside 1999-05', '1989-01: superseded'],
  ],
])('%s', (labels, expected) => {
  expect(seriesOf(labels)).toEqual(expected);
});

test.each([
  [['9848', '0312']],
  [['48/18', '03/21']],
  [['98345', '03012']],
  [['A', 'N/A']],
  [['C', 'AR']],
  [['C', 'AS', 'AN']],
])('%s: no revision is called the latest', (labels) => {
  expect(seriesOf(labels).join()).not.toContain('latest');
});

test.each([
  [['Issue 1 Rev 0', 'Issue 1 Rev 1', 'Issue 1 Rev 2']],
  [['Ed. 3 Rev. 0', 'Ed. 3 Rev. 1']],
  [['3 Amd 0', '3 Amd 1', '4']],
])('%s: the last one alone is the latest', (labels) => {
  expect(seriesOf(labels).filter((one) => one.includes('latest'))).toEqual([
    `${labels.at(-1)}: latest`,
  ]);
});

test('what a librarian put in order stays an edition, whatever its label says', () => {
  const chosen = ['2015/Amd 1:2021', '2015'];
  expect(seriesOf(['2015', '2015/Amd 1:2021'], chosen)).toEqual([
    '2015/Amd 1:2021: latest',
    '2015: superseded',
  ]);
});

test('a label that now says another thing than the order that a librarian set is a question', () => {
  const questions = (labels: string[], chosen: string[], said: Partial<RevisionSaid> = {}) =>
    placeSeries(
      labels.map((doc_rev, id) => ({ id, doc_rev, ...said })),
      chosen,
    ).placed.map(({ revision, question }) => `${revision.doc_rev} ${question}`);
  const chosen = ['2015/Amd 1:2021', '2015'];
  expect(questions(['2015', '2015/Amd 1:2021'], chosen)).toEqual([
    '2015/Amd 1:2021 beside',
    '2015 null',
  ]);
  // It is answered, or amendments are how this publisher counts editions.
  const answered = { stated_kind: 'edition' } as const;
  expect(questions(['2015', '2015/Amd 1:2021'], chosen, answered).join()).not.toContain('beside');
  expect(questions(['Amd 1', 'Amd 2'], ['Amd 2', 'Amd 1']).join()).not.toContain('beside');
});

const beside = (doc_rev: string, stated_amends: string | null = null): Said => ({
  doc_rev,
  stated_kind: 'beside',
  stated_amends,
});
const out = (doc_rev: string): Said => ({ doc_rev, withdrawn_on: '2026-01-01' });

test.each<[string, Said[], string[]]>([
  [
    'what a librarian says of a kind goes before the label',
    [{ doc_rev: 'A' }, { doc_rev: 'B', stated_kind: 'draft' }, beside('C', 'A')],
    ['A: latest', 'C: latest beside A', 'B: draft'],
  ],
  [
    'an amendment by its label is an edition if a librarian says so',
    [{ doc_rev: '2015' }, { doc_rev: '2015/Amd 1:2021', stated_kind: 'edition' }],
    ['2015/Amd 1:2021: latest', '2015: superseded'],
  ],
  [
    'an amendment of an amendment hangs on its edition',
    [{ doc_rev: '1' }, { doc_rev: '2' }, beside('N1', '2'), beside('N2', 'N1')],
    ['2: latest', 'N2: latest beside N1', 'N1: latest beside 2', '1: superseded'],
  ],
  [
    'a text that a librarian calls reaffirmed is that of its base',
    [
      { doc_rev: '1' },
      { doc_rev: '2' },
      { doc_rev: 'confirmed', stated_kind: 'reaffirmed', stated_amends: '2' },
    ],
    ['confirmed: latest reaffirmed 2', '2: latest', '1: superseded'],
  ],
  [
    'a base that a librarian names may be a consolidated text',
    [{ doc_rev: '2019' }, { doc_rev: '2019+A1:2021' }, beside('note', '2019+A1:2021')],
    ['2019+A1:2021: latest instead', 'note: latest beside 2019+A1:2021', '2019: superseded'],
  ],
  [
    'revisions that amend each other are unsure',
    [{ doc_rev: '1' }, beside('N1', 'N2'), beside('N2', 'N1')],
    ['1: latest', 'N2: unsure beside', 'N1: unsure beside'],
  ],
  [
    'without a named base, and with several editions, an amendment is unsure',
    [{ doc_rev: '1' }, { doc_rev: '2' }, beside('N1')],
    ['2: latest', 'N1: unsure beside', '1: superseded'],
  ],
  [
    'with the newest edition withdrawn, the one before it is in force',
    [
      { doc_rev: '2010' },
      { doc_rev: '2015' },
      { doc_rev: '2015/Amd 1' },
      out('2023'),
      { doc_rev: '2023/Cor 1' },
    ],
    [
      '2015: latest',
      '2015/Amd 1: latest beside 2015',
      '2010: superseded',
      '2023: withdrawn',
      '2023/Cor 1: withdrawn beside 2023',
    ],
  ],
  [
    'one withdrawn revision takes its doubt with it',
    [{ doc_rev: 'A' }, { doc_rev: '2019' }, out('A 7 x')],
    ['2019: unsure', 'A: unsure', 'A 7 x: withdrawn'],
  ],
  [
    'an edition stays in force without its withdrawn amendment',
    [{ doc_rev: '2015' }, out('2015/Amd 1')],
    ['2015: latest', '2015/Amd 1: withdrawn beside 2015'],
  ],
  [
    'of revisions that are all withdrawn the newest comes first',
    [out('1'), out('2')],
    ['2: withdrawn', '1: withdrawn'],
  ],
])('%s', (_name, said, expected) => {
  expect(saidSeriesOf(said)).toEqual(expected);
});

// Random series with a truth of their own: editions, and what hangs on them, in several spellings. Some say nothing in
// their labels, and a librarian says it; `at` is the place in time of the edition.

type Made = { label: string; kind: RevisionKind; at: number } & Partial<RevisionSaid>;

const editionWays: readonly ((year: number, at: number) => string)[] = [
  (year) => `${year}`,
  (year) => `${year}-05`,
  (year) => `Ausgabe ${year}`,
  (_, at) => 'ABCDEFGH'.charAt(at),
  (_, at) => `Rev. ${'ABCDEFGH'.charAt(at)}`,
  (_, at) => `${at + 1}`,
];
const besideWays: readonly ((base: string, n: number, year: number) => string)[] = [
  (base, n, year) => `${base}/Amd ${n}:${year}`,
  (base, n, year) => `${base}/Amd.${n}:${year}(E)`,
  (base, n, year) => `${base}/Cor ${n}:${year}`,
  (base, n, year) => `${base}/A${n}:${year}`,
  (base, n) => `${base} AMENDMENT ${n}`,
  (base, n) => `${base} NOTICE ${n}`,
  (base, n) => `${base} Beiblatt ${n}`,
  (base, n, year) => `${base} Berichtigung ${n}:${year}`,
];
const draftWays: readonly ((year: number) => string)[] = [
  (year) => `DIS ${year}`,
  (year) => `FDIS ${year}`,
  (year) => `Entwurf ${year}-03`,
  (year) => `prEN ${year}`,
  (year) => `Draft ${year}`,
];

const madeSeries = fc
  .record({
    way: fc.nat(editionWays.length - 1),
    gaps: fc.array(fc.integer({ min: 2, max: 9 }), { minLength: 1, maxLength: 5 }),
    beside: fc.array(fc.tuple(fc.nat(4), fc.nat(besideWays.length - 1), fc.nat(3)), {
      maxLength: 4,
    }),
    again: fc.array(fc.nat(4), { maxLength: 2 }),
    drafts: fc.array(fc.nat(draftWays.length - 1), { maxLength: 2 }),
    consolidated: fc.option(fc.nat(4), { freq: 2 }),
    isStated: fc.boolean(),
    withdrawn: fc.option(fc.nat(4), { freq: 2 }),
    isBaseMissing: fc.boolean(),
  })
  .map((drawn): Made[] => {
    const { way, gaps, again, drafts, consolidated, isStated, withdrawn, isBaseMissing } = drawn;
    const years = gaps.map(
      (_, at) => 1990 + (gaps.slice(0, at + 1).reduce((a, b) => a + b, 0) % 35),
    );
    years.sort((a, b) => a - b);
    const distinct = [...new Set(years)];
    const spell = editionWays[way] ?? String;
    const editions = distinct.map((year, at): Made => ({
      label: spell(year, at),
      kind: 'edition',
      at,
    }));
    const on = consolidated === null ? null : consolidated % distinct.length;
    const joined = on === null ? [] : [withChange(spell(distinct[on] ?? 0, on), distinct, on)];
    const hung = drawn.beside.map(([of, how, n]): Made => {
      const at = of % distinct.length;
      const base = spell(distinct[at] ?? 0, at);
      const label = besideWays[how]?.(base, n + 1, (distinct[at] ?? 0) + 1) ?? '';
      if (isStated) {
        const said = { stated_kind: 'beside', stated_amends: base } as const;
        return { label: `Sheet ${how} of ${n}`, kind: 'beside', at, ...said };
      }
      const isAmendment = /\/A|AMENDMENT/.test(label);
      // The consolidated text contains the first amendment, and what is no later.
      return { label, kind: 'beside', at: at === on && isAmendment && n > 0 ? at + 0.5 : at };
    });
    const reaffirmed =
      way > 0
        ? []
        : again.map((on): Made => {
            const at = on % distinct.length;
            const year = distinct[at] ?? 0;
            return { label: `${year} (R${year + 1})`, kind: 'reaffirmed', at };
          });
    const planned = drafts.map((how): Made => ({
      label: isStated ? `${how}` : (draftWays[how]?.(2030) ?? ''),
      kind: 'draft',
      at: 99,
      ...(isStated ? { stated_kind: 'draft' } : {}),
    }));
    const all = [...editions, ...joined, ...hung, ...reaffirmed, ...planned];
    const once = [...new Map(all.toReversed().map((one) => [one.label, one])).values()];
    if (isBaseMissing) return once.filter(({ label }) => label !== editions.at(-1)?.label);
    const gone = withdrawn === null ? null : editions[withdrawn % editions.length]?.label;
    return once.map((one) => (one.label === gone ? { ...one, withdrawn_on: '2026-01-01' } : one));
  });

function withChange(base: string, years: readonly number[], on: number): Made {
  return { label: `${base}+A1:${(years[on] ?? 0) + 1}`, kind: 'instead', at: on + 0.5 };
}

test('what is called in force is in force, or the library says that it is unsure', () => {
  const property = fc.property(madeSeries, fc.infiniteStream(fc.nat()), (made, random) => {
    const shuffled = made
      .map((one) => ({ ...one, key: random.next().value ?? 0 }))
      .toSorted((a, b) => a.key - b.key)
      .map(({ label, ...one }, id) => ({ id, doc_rev: label, ...one }));
    const { placed } = placeSeries(shuffled);
    expect(placed.map(({ revision }) => revision.id).toSorted()).toEqual(
      [...shuffled.keys()].toSorted(),
    );
    const isOut = (one: number) =>
      made.some(({ at, kind, withdrawn_on }) => at === one && kind === 'edition' && withdrawn_on) &&
      !made.some(({ at, kind }) => at === one && kind === 'reaffirmed');
    const newest = Math.max(
      ...made.filter(({ kind, at }) => kind !== 'draft' && !isOut(at)).map(({ at }) => at),
    );
    for (const { revision, status, kind, amends } of placed) {
      if (status === 'unsure') continue;
      const valid = revision.at === newest ? 'latest' : 'superseded';
      const isWithdrawn = revision.withdrawn_on || (kind === 'beside' && isOut(revision.at));
      const truth = isWithdrawn ? 'withdrawn' : revision.kind === 'draft' ? 'draft' : valid;
      expect([revision.doc_rev, kind, status]).toEqual([revision.doc_rev, revision.kind, truth]);
      expect(Math.floor(amends?.at ?? revision.at)).toBe(Math.floor(revision.at));
    }
  });
  fc.assert(property, { numRuns: 3000 });
});
