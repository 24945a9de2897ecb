import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { CleanUp } from '../clean-up.ts';
import { entryOf, password, startManaging } from '../harness.ts';
import { canMount, fillDisk, mountSmallDisk } from '../small-disk.ts';
import { type Drill, type Findings, noFindings } from './drill.ts';

/** The disk has room for one page more each time, so every write is once the one that fails. */
export const fullDiskDrill: Drill = {
  what: 'disk full at every write',
  times: { full: 150, short: 30 },
  run: fillAgainAndAgain,
};

const diskKilobytes = 64 * 1024;

async function fillAgainAndAgain(times: number, cleanUp: CleanUp): Promise<Findings> {
  const findings = noFindings();
  if (!canMount) {
    findings.notes.push('not tried: only Linux’s root can mount a small disk');
    return findings;
  }
  const disk = await mountSmallDisk(cleanUp, diskKilobytes);
  const library = await startManaging(cleanUp, { env: { DATA_DIR: disk }, entries: [{}] });
  const { app, cookie, post, db } = library;
  const upload = (content: string) =>
    app.inject({
      method: 'PUT',
      url: '/vue-egd-lib/api/manage/documents/1/file?replace=yes',
      headers: { cookie, 'content-type': 'application/pdf' },
      payload: content,
    });
  const importRows = (numbers: string[]) =>
    app.inject({
      method: 'POST',
      url: '/vue-egd-lib/api/manage/import?format=csv',
      headers: { cookie, 'content-type': 'application/octet-stream' },
      payload: [
        'customer,doc_num,doc_desc,doc_rev,language',
        ...numbers.map((number) => `Aurora Motors,${number},Zinc,1,EN`),
      ].join('\n'),
    });
  const signIn = () =>
    app.inject({ method: 'POST', url: '/auth', payload: { username: 'librarian', password } });
  const save = (doc_num: string) =>
    post('documents/save', { rows: [{ id: null, version: null, ...entryOf({ doc_num }) }] });

  let onDisk = '';
  for (let pages = 0; pages < times; pages++) {
    const acknowledged: string[] = [];
    const makeRoom = fillDisk(disk, pages);
    const check = (what: string, { statusCode }: { statusCode: number }) => {
      findings.tried += 1;
      if (statusCode !== 200 && statusCode !== 503) {
        findings.lost.push(`${pages} pages left, ${what}: ${statusCode}`);
      }
      return statusCode === 200;
    };
    if (check('save', await save(`S-${pages}`))) acknowledged.push(`S-${pages}`);
    const content = `%PDF-1.7\n% ${pages} ${'.'.repeat(5000)}\n%%EOF\n`;
    if (check('upload', await upload(content))) onDisk = content;
    const numbers = Array.from({ length: 50 }, (_, row) => `I-${pages}-${row}`);
    if (check('import', await importRows(numbers))) acknowledged.push(...numbers);
    check('sign-in', await signIn());
    makeRoom();

    const madeRoomAt = performance.now();
    const again = await save(`R-${pages}`);
    findings.recoveryMs.push(performance.now() - madeRoomAt);
    if (again.statusCode !== 200) findings.lost.push(`${pages} pages left: it did not recover`);
    const rows = await db.selectFrom('documents').select('doc_num').execute();
    const there = new Set(rows.map((row) => row.doc_num));
    for (const number of acknowledged) if (!there.has(number)) findings.lost.push(number);
    const some = numbers.filter((number) => there.has(number)).length;
    if (some !== 0 && some !== numbers.length) findings.lost.push(`half of the import ${pages}`);
    const file = path.join(library.config.shareDir, 'AM-1_EN_1.pdf');
    const bytes = await readFile(file, 'utf8').catch(() => '');
    if (bytes !== onDisk) findings.lost.push(`${pages} pages left: the uploaded file`);
  }
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  if (rows[0]?.integrity_check !== 'ok') findings.lost.push('the integrity of the database');
  return findings;
}
