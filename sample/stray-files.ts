import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { smallPdf } from './small-pdf.ts';

/**
 * Writes the kinds of wrong files that librarians find: misnamed, unknown, copied, cut off, not a
 * PDF. They show what the console says of each, and that no reader gets to see them.
 */
export async function writeStrayFiles(folder: string): Promise<void> {
  const at = (name: string) => join(folder, name);
  const write = async (name: string, title: string) =>
    writeFile(at(name), await smallPdf({ pages: 2, title }));
  await write('NV-50733 rev 2 EN.pdf', 'Adhesive bonding of body panels');
  await write('KES-P-5001_JA_R1 (1).pdf', 'Packaging of spare parts');
  await write('NV 50734_EN_1.pdf', 'Sealing of body joints');
  await write('Minutes of the supplier meeting.pdf', 'Minutes');
  await copyFile(at('CAMS-4417_EN_C.pdf'), at('CAMS-4417 for the audit.pdf'));
  const whole = await readFile(at('CAMS-4502_EN_D.pdf'));
  await writeFile(at('CAMS-4503_EN_A.pdf'), whole.subarray(0, whole.length / 2));
  await writeFile(at('TRK 09-302_EN_01.pdf'), '<html>Your session has expired.</html>\n');
}
