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
