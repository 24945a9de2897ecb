import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startManaging } from '../../test/harness.ts';
import { canMount, mountSmallDisk } from '../../test/small-disk.ts';
import { placeOf } from './place.ts';
import { Scanner } from './scan.ts';

const pdf = '%PDF-1.7\n%%EOF';

describe.runIf(canMount)('a shared folder that was mounted', () => {
  test('and is no more is not an empty one: the scan, uploads, readers and /readyz say so', async () => {
    const disk = await mountSmallDisk(onTestFinished, 1024);
    const library = await startManaging(onTestFinished, {
      env: { SHARE_DIR: disk },
      entries: [{}],
      files: { 'AM-1_EN_1.pdf': pdf },
    });
    const { app, cookie } = library;
    await library.scan();
    spawnSync('umount', [disk]);
    expect(await library.scan()).toEqual({
      state: 'stopped',
      fault:
        `The shared folder cannot be reached: ${disk} is not mounted. See "findmnt ${disk}" and mount it. Nothing else is needed. ` +
        'Only if the PDFs are in the folder itself from now on: npm run library -- scan --accept-loss',
    });
    const url = '/document/egd-lib/AM-1_EN_1.pdf';
    const answer = await app.inject({ url, headers: { cookie } });
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: 'share_unreachable' }]);
    const { share } = (await app.inject({ url: '/readyz' })).json<{ share: string }>();
    expect(share).toContain(`${disk} is not mounted`);
    const { id } = await library.db.selectFrom('documents').select('id').executeTakeFirstOrThrow();
    const upload = await app.inject({
      method: 'PUT',
      url: `/vue-egd-lib/api/manage/documents/${id}/file?replace=yes`,
      headers: { cookie, 'content-type': 'application/pdf' },
      payload: pdf,
    });
    expect([upload.statusCode, await readdir(disk)]).toEqual([503, []]);
    // After a boot its device may have another number.
    spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', disk]);
    await library.write('AM-1_EN_1.pdf', pdf);
    expect(await library.scan()).toMatchObject({ state: 'done', files: 1 });
  });

  test('that its PDFs are in the folder itself from now on is accepted once', async () => {
    const disk = await mountSmallDisk(onTestFinished, 1024);
    const library = await startManaging(onTestFinished, { env: { SHARE_DIR: disk } });
    expect(await library.scan()).toMatchObject({ state: 'done' });
    spawnSync('umount', [disk]);
    const scanner = new Scanner({ db: library.db, place: placeOf(library.config) });
    expect(await scanner.scan()).toMatchObject({ state: 'stopped' });
    expect(await scanner.scan({ acceptLoss: true })).toMatchObject({ state: 'done' });
    expect(await scanner.scan()).toMatchObject({ state: 'done' });
  });
});
