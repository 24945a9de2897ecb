import { expect, test } from 'vitest';
import type { Notice, Revision } from '#contract/revisions.ts';
import { type Revisions, noticeOf } from './revision-notice.ts';
import { statusesInWords } from './revision-marks.tsx';

const customer = 'Aurora Motors';

function revision(doc_rev: string, more: Partial<Revision> = {}): Revision {
  return {
    doc_rev,
    status: 'superseded',
    kind: 'edition',
    amends: null,
    missing: null,
    question: null,
    issued_on: null,
    valid_from: null,
    usable_until: null,
    confirmed_on: null,
    withdrawn_on: null,
    reason: null,
    stated_kind: null,
    stated_amends: null,
    superseded_by: null,
    superseded_on: null,
    has_file: true,
    doc_num: 'AM-1',
    language: 'EN',
    doc_desc: 'Zinc plating',
    document_id: 1,
    ...more,
  };
}

const three: Revisions = {
  data: [
    revision('03', { status: 'latest' }),
    revision('02', { superseded_by: '03', superseded_on: '2026-11-14' }),
    revision('01', { superseded_by: '02' }),
  ],
  notice: null,
  newer_elsewhere: [],
  is_order_sure: true,
  order_by: 'names',
};

const at = (doc_rev: string) => ({ doc_num: 'AM-1', language: 'EN', doc_rev });
const withNotice = (notice: Partial<Notice> & Pick<Notice, 'kind'>): Revisions => ({
  ...three,
  data: ['withdrawn', 'replaced'].includes(notice.kind)
    ? three.data.map((one) => ({ ...one, status: 'withdrawn' }))
    : three.data,
  notice: { on: null, remark: '', revisions: null, replaced_by: null, ...notice },
});
const labels = (revisions: Revisions, doc_rev: string) =>
  noticeOf(revisions, customer, at(doc_rev))?.links.map(({ label }) => label);
const words = (revisions: Revisions, doc_rev: string) =>
  noticeOf(revisions, customer, at(doc_rev))?.words;

test('nothing is said of the latest revision, nor of one that the answer does not have', () => {
  expect(noticeOf(three, customer, at('03'))).toBeNull();
  expect(noticeOf(three, customer, at('99'))).toBeNull();
});

test('a superseded revision names the next one and its day, and leads to the latest and to what changed', () => {
  expect(noticeOf(three, customer, at('02'))).toEqual({
    tone: 'caution',
    words: 'Revision 02 was superseded by 03 on 14 November 2026.',
    remark: '',
    links: [
      {
        label: 'Open 03',
        to: '/main?customer=Aurora+Motors&doc_num=AM-1&language=EN&doc_rev=03',
      },
      {
        label: 'What changed',
        to: '/redline?from=Aurora%2520Motors_AM-1_EN_02.pdf&to=Aurora%2520Motors_AM-1_EN_03.pdf',
      },
    ],
  });
});

test('a revision that is superseded twice names the next one and the latest', () => {
  expect(words(three, '01')).toBe('Revision 01 was superseded by 02. The latest is 03.');
  expect(labels(three, '01')).toEqual(['Open 03', 'What changed']);
});

test('what changed is not offered where a PDF is missing', () => {
  const [latest, ...older] = three.data;
  const data = [{ ...latest, has_file: false } as Revision, ...older];
  expect(labels({ ...three, data }, '02')).toEqual(['Open 03']);
});

test('a withdrawn standard says so on its latest revision, with day and remark', () => {
  const withdrawn = withNotice({ kind: 'withdrawn', on: '2026-02-01', remark: 'See the drawing.' });
  expect(noticeOf(withdrawn, customer, at('03'))).toEqual({
    tone: 'stop',
    words: 'AM-1 was withdrawn on 1 February 2026.',
    remark: 'See the drawing.',
    links: [],
  });
  expect(words(withdrawn, '02')).toBe(
    'AM-1 was withdrawn on 1 February 2026. Revision 02 was superseded by 03 on 14 November 2026.',
  );
});

test('a notice about some revisions is said of these alone, with what is in force instead', () => {
  const [newest, before] = three.data;
  const data = [
    { ...before, status: 'latest', superseded_by: null, superseded_on: null },
    { ...newest, status: 'withdrawn' },
  ] as Revision[];
  const about = { kind: 'withdrawn', on: '2026-02-01', revisions: ['03'] } as const;
  const revisions = { ...withNotice({ ...about, revisions: ['03'] }), data };
  expect(noticeOf(revisions, customer, at('02'))).toBeNull();
  expect(noticeOf(revisions, customer, at('03'))).toMatchObject({
    tone: 'stop',
    words: 'Revision 03 of AM-1 was withdrawn on 1 February 2026. In force: 02.',
  });
  expect(labels(revisions, '03')).toEqual(['Open 02', 'What changed']);
});

test('a replaced standard leads to the latest revision of what replaces it, of whichever customer', () => {
  const by = { customer: 'Boreal Air', doc_num: 'BA 7', language: null };
  const replaced = withNotice({ kind: 'replaced', replaced_by: { ...by, latest: '4' } });
  expect(noticeOf(replaced, customer, at('03'))).toMatchObject({
    tone: 'stop',
    words: 'AM-1 was replaced by BA 7 of Boreal Air.',
    links: [{ label: 'Open BA 7', to: '/main?customer=Boreal+Air&doc_num=BA+7&language=-' }],
  });
  const missing = withNotice({ kind: 'replaced', replaced_by: { ...by, latest: null } });
  expect(words(missing, '03')).toBe(
    'AM-1 was replaced by BA 7 of Boreal Air, which is not in the library.',
  );
  expect(labels(missing, '03')).toEqual([]);
});

test('not for new design is a caution, not a stop', () => {
  const old = withNotice({ kind: 'not_for_new_design', on: '2026-02-01' });
  expect(noticeOf(old, customer, at('03'))).toMatchObject({
    tone: 'caution',
    words: 'AM-1 is not for new design since 1 February 2026.',
  });
});

test('where the order is unsure nothing is called the latest, and the others are offered', () => {
  const unsure: Revisions = {
    data: [
      revision('C', { status: 'unsure' }),
      revision('2', { status: 'unsure' }),
      revision('1', { superseded_by: '2' }),
    ],
    notice: null,
    newer_elsewhere: [],
    is_order_sure: false,
    order_by: 'added',
  };
  const unsettled = 'It is unclear which revision of AM-1 is the latest. Ask your librarian.';
  expect(words(unsure, 'C')).toBe(unsettled);
  expect(labels(unsure, 'C')).toEqual(['Open 2', 'Open 1']);
  expect(words(unsure, '1')).toBe(`Revision 1 was superseded by 2. ${unsettled}`);
});

test('an edition and its amendments name each other: they are in force together', () => {
  const amended: Revisions = {
    data: [
      revision('2015', { status: 'latest' }),
      revision('2015/Amd 1:2021', { status: 'latest', kind: 'beside', amends: '2015' }),
      revision('2015/Cor 1:2016', { status: 'latest', kind: 'beside', amends: '2015' }),
      revision('2010', { superseded_by: '2015' }),
      revision('2010/Cor 1', { kind: 'beside', amends: '2010', superseded_by: '2015' }),
      revision('DIS 2024', { status: 'draft', kind: 'draft' }),
    ],
    notice: null,
    newer_elsewhere: [],
    is_order_sure: true,
    order_by: 'names',
  };
  expect(words(amended, '2015')).toBe('In force: 2015 with Amd 1:2021, Cor 1:2016.');
  expect(labels(amended, '2015')).toEqual(['Open 2015/Amd 1:2021', 'Open 2015/Cor 1:2016']);
  expect(words(amended, '2015/Amd 1:2021')).toBe('2015/Amd 1:2021 amends 2015. Both are in force.');
  expect(labels(amended, '2015/Amd 1:2021')).toEqual(['Open 2015']);
  expect(words(amended, '2010/Cor 1')).toBe('2010/Cor 1 amends 2010. 2010 was superseded by 2015.');
  expect(labels(amended, '2010/Cor 1')).toEqual(['Open 2015']);
  expect(words(amended, 'DIS 2024')).toBe(
    'DIS 2024 is a draft, not in force. The latest edition is 2015.',
  );
  expect(labels(amended, '2010')).toEqual(['Open 2015', 'What changed']);
});

test('an amendment whose base is not here says so, and nothing is called the latest', () => {
  const alone: Revisions = {
    data: [
      revision('2015/Amd 1:2021', { status: 'unsure', kind: 'beside', missing: '2015' }),
      revision('Amd 2', { status: 'unsure', kind: 'beside' }),
      revision('2010', { status: 'unsure' }),
    ],
    notice: null,
    newer_elsewhere: [],
    is_order_sure: true,
    order_by: 'names',
  };
  expect(words(alone, '2015/Amd 1:2021')).toBe(
    '2015/Amd 1:2021 amends 2015, which is not in the library.',
  );
  expect(words(alone, 'Amd 2')).toBe(
    'It is unclear which edition Amd 2 amends. Ask your librarian.',
  );
  expect(words(alone, '2010')).toBe(
    'It is unclear which revision of AM-1 is the latest. Ask your librarian.',
  );
});

test('a withdrawn edition names the one that is in force, and each its days and why', () => {
  const withdrawn: Revisions = {
    ...three,
    data: [
      revision('2015', { status: 'latest', usable_until: '2999-12-31', reason: 'Old projects.' }),
      revision('2010', { superseded_by: '2015', usable_until: '2012-01-31' }),
      revision('2023', { status: 'withdrawn', withdrawn_on: '2024-03-01', reason: 'Wrong table.' }),
    ],
  };
  expect(noticeOf(withdrawn, customer, at('2023'))).toMatchObject({
    tone: 'stop',
    words: 'Revision 2023 was withdrawn on 1 March 2024. In force: 2015.',
    remark: 'Wrong table.',
    links: [{ label: 'Open 2015' }, { label: 'What changed' }],
  });
  expect(noticeOf(withdrawn, customer, at('2015'))).toMatchObject({
    tone: 'caution',
    words: 'It may be used until 31 December 2999.',
    remark: 'Old projects.',
  });
  expect(words(withdrawn, '2010')).toBe(
    'Revision 2010 was superseded by 2015. It could be used until 31 January 2012.',
  );
});

test('a newer revision in another language is said', () => {
  const newer_elsewhere = [{ doc_num: 'AM-1', language: 'DE', doc_rev: '04' }];
  expect(words({ ...three, newer_elsewhere }, '03')).toBe(
    'There is a newer revision: 04 in German.',
  );
  expect(labels({ ...three, newer_elsewhere }, '03')).toEqual(['Open 04 in German']);
});

test('the latest revision of one language is not called the latest where the number has others', () => {
  const german = { doc_num: 'EN 1', language: 'DE', doc_rev: '2017' };
  const english = { doc_num: 'en-1', language: 'EN', doc_rev: '2023' };
  const words = (all: (typeof german)[], status: 'latest' | 'superseded' | 'draft') =>
    statusesInWords(all, () => status)(german).words;
  expect(words([german], 'latest')).toBe('Latest');
  expect(words([german, english], 'latest')).toBe('Latest in DE');
  expect(words([german, english], 'superseded')).toBe('Superseded');
  expect(words([german, english], 'draft')).toBe('Draft');
});
