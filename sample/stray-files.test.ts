import { cp } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startManaging } from '../test/harness.ts';
import { folderPlace } from '../server/scan/place.ts';
import { Scanner } from '../server/scan/scan.ts';
import { addSampleEntries } from './add-entries.ts';
import { strayDocuments } from './catalogue.ts';
import type { ManagedFile } from '#contract/files.ts';

test('the stray files of the demo get the verdicts that they are there to show', async () => {
  const library = await startManaging(onTestFinished);
  await addSampleEntries(library.library);
  const { shareDir } = library.config;
  await cp(strayDocuments, shareDir, { recursive: true });
  const scanner = new Scanner({ db: library.db, place: folderPlace(shareDir) });
  await scanner.scan({ settleAtOnce: true });
  const { data } = await library.read<{ data: ManagedFile[] }>('files');
  const verdicts = data.map(({ name, verdict, nearest }) => [name, verdict, nearest?.file_name]);
  expect(verdicts).toEqual([
    ['CAMS-4417 for the audit.pdf', 'name_unknown', undefined], // a duplicate, once it is read
    ['CAMS-4503_EN_A.pdf', 'incomplete', undefined],
    ['KES-P-5001_JA_R1 (1).pdf', 'name_unknown', 'KES-P-5001_JA_R1.pdf'],
    ['Minutes of the supplier meeting.pdf', 'name_unknown', undefined],
    ['NV 50734_EN_1.pdf', 'no_entry', undefined],
    ['NV-50733 rev 2 EN.pdf', 'name_unknown', 'NV 50733_EN_2.pdf'],
    ['TRK 09-302_EN_01.pdf', 'not_pdf', undefined],
  ]);
});
