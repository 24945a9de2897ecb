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
