import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { entryOf } from '../../test/full-text.ts';
import { createTexts, EngineWriter } from './engine.ts';

test('a term is in the dictionary once, also when it is written again after a kill', () => {
  const file = new DatabaseSync(':memory:');
  createTexts(file);
  for (const document_id of [1, 2, 1]) {
    const writer = new EngineWriter(file);
    writer.put(entryOf(document_id, { doc_num: 'NV 50180', doc_desc: 'Zinc' }), ['Zinc, 720 h']);
    writer.finish();
  }
  const terms = file.prepare('select term, is_label from terms order by 1, 2').all();
  const found = terms.map(({ term, is_label }) => `${String(term)} ${String(is_label)}`);
  expect(found).toEqual([...new Set(found)]);
  expect(found).toContain('zinc 0');
  expect(found).toContain('zinc 1');
  expect(found).toContain('50180 1');
  file.close();
});
