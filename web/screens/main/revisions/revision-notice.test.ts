import { expect, test } from 'vitest';
import type { Notice, Revision } from '#contract/revisions.ts';
import { type Revisions, noticeOf } from './revision-notice.ts';

const customer = 'Aurora Motors';

function revision(doc_rev: string, more: Partial<Revision> = {}): Revision {
  return {
    doc_rev,
    status: 'superseded',
    kind: 'edition',
    amends: null,
    issued_on: null,
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
  is_order_sure: true,
  order_by: 'names',
};

const at = (doc_rev: string) => ({ doc_num: 'AM-1', language: 'EN', doc_rev });
const withNotice = (notice: Partial<Notice> & Pick<Notice, 'kind'>): Revisions => ({
  ...three,
  notice: { on: null, remark: '', replaced_by: null, ...notice },
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
      revision('2010', { superseded_by: '2015' }),
      revision('2010/Cor 1', { kind: 'beside', amends: '2010', superseded_by: '2015' }),
      revision('DIS 2024', { status: 'draft', kind: 'draft' }),
    ],
    notice: null,
    is_order_sure: true,
    order_by: 'names',
  };
  expect(words(amended, '2015')).toBe('2015 is in force together with 2015/Amd 1:2021.');
  expect(labels(amended, '2015')).toEqual(['Open 2015/Amd 1:2021']);
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
      revision('2015/Amd 1:2021', { status: 'unsure', kind: 'beside' }),
      revision('2010', { status: 'unsure' }),
    ],
    notice: null,
    is_order_sure: true,
    order_by: 'names',
  };
  expect(words(alone, '2015/Amd 1:2021')).toBe(
    '2015/Amd 1:2021 amends a revision that is not in the library, or that its label does not name clearly.',
  );
  expect(words(alone, '2010')).toBe(
    'It is unclear which revision of AM-1 is the latest. Ask your librarian.',
  );
});
