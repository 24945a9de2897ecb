import type { DocumentIdentity } from '#contract/file-name.ts';
import type { NoticeKind } from '#contract/revisions.ts';

type SampleStandard = { customer: string } & Omit<DocumentIdentity, 'doc_rev'>;

/** What the librarians of the sample library say of whole standards. */
export type SampleNotice = {
  of: SampleStandard;
  user: string;
  kind: NoticeKind;
  on: string;
  remark: string;
  replaced_by: SampleStandard | null;
};

export const sampleNotices: SampleNotice[] = [
  {
    of: { customer: 'Caelora Aircraft', doc_num: 'CAPS-77', language: 'EN' },
    user: 'adubois',
    kind: 'withdrawn',
    on: '2024-07-08',
    remark: 'Cadmium is not used any more.',
    replaced_by: null,
  },
  {
    of: { customer: 'Solenne Électronique', doc_num: 'SLN-E 352', language: 'EN' },
    user: 'lnovak',
    kind: 'replaced',
    on: '2024-09-01',
    remark: 'Solenne Électronique has joined the Joint Supplier Circle.',
    replaced_by: { customer: 'Norvanta Automotive', doc_num: 'JSC-1003', language: 'EN' },
  },
  {
    of: { customer: 'Norvanta Automotive', doc_num: 'NV 50520', language: 'EN' },
    user: 'jsmith',
    kind: 'not_for_new_design',
    on: '2026-05-04',
    remark: 'New housings follow the supplier manual.',
    replaced_by: { customer: 'Norvanta Automotive', doc_num: 'NV 50700', language: 'EN' },
  },
];
