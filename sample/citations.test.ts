import type { Static } from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import type { listMissingReferences, readReferences } from '#contract/references.ts';
import { ReferencesKeeper } from '../server/references/references-keeper.ts';
import { startManaging } from '../test/harness.ts';
import { addSampleEntries } from './add-entries.ts';
import { copySampleFiles } from './catalogue.ts';

type References = Static<typeof readReferences.response>;
type Missing = Static<typeof listMissingReferences.response>;

test('standards of the sample cite each other, one in an older revision, and one that is missing', async () => {
  const library = await startManaging(onTestFinished);
  await addSampleEntries(library.library);
  const names = ['NV 50210_EN_2.pdf', 'NV 50214_EN_3.pdf', 'CAMS-4610_EN_B.pdf'];
  await copySampleFiles(library.config.shareDir, names);
  await library.scan();
  await new ReferencesKeeper({ db: library.db }).follow();

  const citesOf = async (customer: string, doc_num: string, doc_rev: string) => {
    const query = new URLSearchParams({ customer, doc_num, language: 'EN', doc_rev });
    const url = `/vue-egd-lib/api/references?${query}`;
    const answer = await library.app.inject({ url, headers: { cookie: library.cookie } });
    const { cites } = answer.json<References>();
    return cites.map((one) => [one.doc_num, one.doc_rev, one.is_outdated]);
  };
  expect(await citesOf('Norvanta Automotive', 'NV 50214', '3')).toEqual([
    ['NV 50180', '4', true],
    ['NV 50210', '2', false],
  ]);
  expect(await citesOf('Caelora Aircraft', 'CAMS-4610', 'B')).toEqual([['CAMS-4417', 'C', true]]);
  const missing = await library.read<Missing>('references/missing');
  expect(missing.data.map(({ number, documents }) => [number, documents])).toEqual([
    ['NV 50219', 2],
  ]);
});
