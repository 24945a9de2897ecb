import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeSeries } from './in-force.ts';

/** Each revision with its status, and what it amends; editions newest first, drafts at the end. */
function seriesOf(labels: readonly string[], chosen: readonly string[] | null = null): string[] {
  const revisions = labels.map((doc_rev, id) => ({ id, doc_rev }));
  return placeSeries(revisions, chosen).placed.map(
    ({ revision, kind, status, amends }) =>
      `${revision.doc_rev}: ${status}${kind === 'edition' || kind === 'draft' ? '' : ` ${kind}`}${amends ? ` ${amends.doc_rev}` : ''}`,
  );
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
    ['2015/Amd 1:2021: unsure beside', '2010: unsure'],
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

// Random series with a truth of their own: editions, and what hangs on them, in several spellings.

type Made = { label: string; kind: 'edition' | 'beside' | 'draft' | 'reaffirmed'; at: number };

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
    isBaseMissing: fc.boolean(),
  })
  .map(({ way, gaps, beside, again, drafts, isBaseMissing }): Made[] => {
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
    const hung = beside.flatMap(([on, how, n]): Made[] => {
      const at = on % distinct.length;
      const base = spell(distinct[at] ?? 0, at);
      const label = besideWays[how]?.(base, n + 1, (distinct[at] ?? 0) + 1) ?? '';
      return [{ label, kind: 'beside', at }];
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
      label: draftWays[how]?.(2030) ?? '',
      kind: 'draft',
      at: 99,
    }));
    const all = [...editions, ...hung, ...reaffirmed, ...planned];
    const once = [...new Map(all.map((one) => [one.label, one])).values()];
    return isBaseMissing ? once.filter(({ label }) => label !== editions.at(-1)?.label) : once;
  });

test('what is called in force is in force, or the library says that it is unsure', () => {
  const property = fc.property(madeSeries, fc.infiniteStream(fc.nat()), (made, random) => {
    const shuffled = made
      .map((one) => ({ ...one, key: random.next().value ?? 0 }))
      .toSorted((a, b) => a.key - b.key)
      .map(({ label, kind, at }, id) => ({ id, doc_rev: label, kind, at }));
    const { placed } = placeSeries(shuffled);
    expect(placed.map(({ revision }) => revision.id).toSorted()).toEqual(
      [...shuffled.keys()].toSorted(),
    );
    const newest = Math.max(...made.filter(({ kind }) => kind !== 'draft').map(({ at }) => at));
    for (const { revision, status, kind, amends } of placed) {
      if (status === 'unsure') continue;
      const truth =
        revision.kind === 'draft' ? 'draft' : revision.at === newest ? 'latest' : 'superseded';
      expect([revision.doc_rev, kind, status]).toEqual([revision.doc_rev, revision.kind, truth]);
      expect(amends?.at ?? revision.at).toBe(revision.at);
    }
  });
  fc.assert(property, { numRuns: 3000 });
});
