import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createLabels, LabelWriter } from './labels.ts';
import { QuickOpen } from './quick-open.ts';

test('an entry is found once it is put in, and not after it is removed', () => {
  const file = new DatabaseSync(':memory:');
  createLabels(file);
  const writer = new LabelWriter(file);
  writer.put({
    document_id: 7,
    customer_id: 1,
    customer: 'Norvanta Automotive',
    doc_num: 'GMW 3059',
    doc_desc: 'Zinc-nickel coatings',
    language: 'EN',
    doc_rev: '4',
    is_latest: true,
    has_file: true,
    hash: null,
    is_scan: false,
  });
  writer.finish();
  expect(new QuickOpen(file).find('gmw3059', 20)).toEqual({ hits: [7], didYouMean: [] });

  writer.remove(7);
  writer.finish();
  expect(new QuickOpen(file).find('gmw3059', 20)).toEqual({ hits: [], didYouMean: [] });
});
