import { expect, onTestFinished, test } from 'vitest';
import { startManaging } from '../test/harness.ts';
import { folderPlace } from '../server/scan/place.ts';
import { Scanner } from '../server/scan/scan.ts';
import { addSampleEntries } from './add-entries.ts';
import { smallPdf } from './small-pdf.ts';
import { writeStrayFiles } from './stray-files.ts';
import type { ManagedFile } from '#contract/files.ts';

test('the stray files of the demo get the verdicts that they are there to show', async () => {
  const pdf = await smallPdf({ pages: 1, title: 'A standard' });
  const library = await startManaging(onTestFinished);
  await addSampleEntries(library.library);
  for (const name of ['CAMS-4417_EN_C.pdf', 'CAMS-4502_EN_D.pdf']) {
    await library.put(name, Buffer.concat([Buffer.from(`%PDF-1.7 ${name}\n`), pdf]));
  }
  const { shareDir } = library.config;
  await writeStrayFiles(shareDir);
  const scanner = new Scanner({ db: library.db, place: folderPlace(shareDir) });
  await scanner.scan({ settleAtOnce: true });
  const { data } = await library.read<{ data: ManagedFile[] }>('files');
  const verdicts = data.map(({ name, verdict, nearest }) => [name, verdict, nearest?.file_name]);
  expect(verdicts.slice(2)).toEqual([
    ['CAMS-4417 for the audit.pdf', 'name_unknown', undefined], // a duplicate, once it is read
    ['CAMS-4503_EN_A.pdf', 'incomplete', undefined],
    ['KES-P-5001_JA_R1 (1).pdf', 'name_unknown', 'KES-P-5001_JA_R1.pdf'],
    ['Minutes of the supplier meeting.pdf', 'name_unknown', undefined],
    ['NV 50734_EN_1.pdf', 'no_entry', undefined],
    ['NV-50733 rev 2 EN.pdf', 'name_unknown', 'NV 50733_EN_2.pdf'],
    ['TRK 09-302_EN_01.pdf', 'not_pdf', undefined],
  ]);
});
