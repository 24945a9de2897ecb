import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTexts, Engine, EngineWriter } from '../../server/search/engine.ts';
import { createLabels, LabelWriter } from '../../server/search/quick-open/labels.ts';
import { QuickOpen } from '../../server/search/quick-open/quick-open.ts';
import { anyQuery } from '../any-query.ts';
import { times } from '../times.ts';

test('random texts are never an error to quick open', () => {
  const file = new DatabaseSync(':memory:');
  createTexts(file);
  createLabels(file);
  const texts = new EngineWriter(file);
  const writer = new LabelWriter(file, texts);
  for (let document_id = 1; document_id <= 1000; document_id++) {
    writer.put({
      document_id,
      customer_id: 1,
      customer: 'Norvanta Automotive',
      doc_num: `GMW ${document_id * 3}`,
      doc_desc: '締結部品の防錆皮膜, Überzüge für Schrauben',
      language: 'EN',
      doc_rev: '1',
      is_latest: document_id % 3 > 0,
      has_file: true,
      hash: null,
      text_state: 'searched',
    });
  }
  writer.finish();
  texts.finish();
  const quickOpen = new QuickOpen(file, new Engine(file));
  fc.assert(
    fc.property(anyQuery, (q) => {
      const { hits, didYouMean } = quickOpen.find(q);
      expect(hits.length + didYouMean.length).toBeLessThanOrEqual(1030);
    }),
    { seed: 15, numRuns: times({ short: 2_000, full: 100_000 }) },
  );
});
