import { expect, test } from 'vitest';
import { fieldChanges, subjectText } from './field-changes.ts';

const document = { customer: 'Aurora Motors', doc_num: 'AM-1', language: null, doc_rev: '3' };

test('a change shows the fields that differ, before and after', () => {
  const changes = fieldChanges({
    before: { ...document, doc_desc: '' },
    after: { ...document, doc_desc: 'Zinc plating', language: 'EN' },
  });
  expect(changes).toEqual([
    { field: 'Language', before: '-', after: 'EN' },
    { field: 'Description', before: null, after: 'Zinc plating' },
  ]);
});

test('what was added shows all its fields', () => {
  expect(fieldChanges({ before: null, after: { customer: 'Aurora Motors' } })).toEqual([
    { field: 'Customer', before: null, after: 'Aurora Motors' },
  ]);
});

test('a line names what it is about', () => {
  const line = {
    id: 1,
    at: '',
    user: '',
    change_id: '',
    action: 'deleted',
    subject_id: 7,
  } as const;
  expect(subjectText({ ...line, subject: 'document', before: document, after: null })).toBe(
    'AM-1 · - · Rev. 3',
  );
});

test('what librarians say of a standard is put into words', () => {
  const standard = { customer: 'Aurora', doc_num: 'AM-1', language: 'EN' };
  expect(
    fieldChanges({
      before: { ...standard, settled_order: '["C","June 2019"]' },
      after: { ...standard, notice: 'not_for_new_design', notice_on: '2026-11-14' },
    }),
  ).toEqual([
    { field: 'Order, newest first', before: 'C, June 2019', after: null },
    { field: 'Notice', before: null, after: 'Not for new design' },
    { field: 'Since', before: null, after: '2026-11-14' },
  ]);
});

test('a move of a change case is put into words', () => {
  const changes = fieldChanges({
    before: { state: 'in_review', verdict: null, reviewed_on: null },
    after: { state: 'reviewed', verdict: 'no_impact', reviewed_on: '2026-11-18', what: 'Signed' },
  });
  expect(changes).toEqual([
    { field: 'State', before: 'in review', after: 'reviewed' },
    { field: 'Verdict', before: null, after: 'no impact' },
    { field: 'Reviewed', before: null, after: '2026-11-18' },
    { field: 'Done', before: null, after: 'Signed' },
  ]);
});
