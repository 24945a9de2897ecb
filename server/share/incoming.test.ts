import nodeFs from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/harness.ts';
import { discard, receive } from './incoming.ts';
import { moveFile, place } from './moves.ts';
import { type ShareFs, SharedFolder } from './shared-folder.ts';

const pdf = Buffer.from('%PDF-1.7\nsome text\n%%EOF\n');
const never = (() => {}) as never;

async function folderWith(calls: Partial<ShareFs>, longestWaitMs = 60_000): Promise<SharedFolder> {
  const root = await temporaryFolder(onTestFinished);
  return new SharedFolder({ root, fs: { ...nodeFs, ...calls }, longestWaitMs });
}

/** Longer than a call that answers takes on a busy machine. */
const hangsMs = 300;

test('a PDF is received under a hidden name, then renamed to its own', async () => {
  const folder = await folderWith({});
  const incoming = await receive(folder, Readable.from([pdf.subarray(0, 9), pdf.subarray(9)]));
  expect((await readdir(folder.root)).every((name) => name.startsWith('.incoming-'))).toBe(true);
  await place(folder, incoming.name, 'A_EN_1.pdf', null);
  expect(await readdir(folder.root)).toEqual(['A_EN_1.pdf']);
  expect(await readFile(path.join(folder.root, 'A_EN_1.pdf'))).toEqual(pdf);
});

test.each(['open', 'write', 'fsync', 'close'] as const)(
  'an upload to a share that hangs at %s ends with an error',
  async (call) => {
    // The limit for a flush is long, so this test's share ends the call itself.
    const failing = ((_fd: number, done: (error: Error) => void) =>
      done(Object.assign(new Error('EIO'), { code: 'EIO' }))) as unknown as typeof nodeFs.fsync;
    const folder = await folderWith(
      call === 'fsync' ? { fsync: failing } : { [call]: never },
      hangsMs,
    );
    const code = call === 'fsync' ? 'EIO' : 'share_unreachable';
    await expect(receive(folder, Readable.from([pdf]))).rejects.toMatchObject({ code });
  },
);

test('an upload to a share that hangs when the file gets its name ends with an error', async () => {
  const folder = await folderWith({ link: never }, hangsMs);
  const incoming = await receive(folder, Readable.from([pdf]));
  await expect(place(folder, incoming.name, 'A_EN_1.pdf', null)).rejects.toMatchObject({
    code: 'share_unreachable',
  });
  await discard(folder, incoming.name);
  expect(await readdir(folder.root)).toEqual([]);
});

test('a rename on a share that hangs ends with an error, and the file keeps its name', async () => {
  const folder = await folderWith({ link: never }, hangsMs);
  await writeFile(path.join(folder.root, 'wrong.pdf'), pdf);
  await expect(moveFile(folder, 'wrong.pdf', 'A_EN_1.pdf')).rejects.toMatchObject({
    code: 'share_unreachable',
    message: 'The shared folder is not answering. Try again.',
  });
  expect(await readdir(folder.root)).toEqual(['wrong.pdf']);
});

test('a rename is durable: the folder is flushed to disk before we go on', async () => {
  const opened = new Map<number, string>();
  const calls: string[] = [];
  const folder = await folderWith({
    open: ((at: string, flags: string, done: (error: Error | null, fd: number) => void) =>
      nodeFs.open(at, flags, (error, fd) => {
        opened.set(fd, at);
        done(error, fd);
      })) as typeof nodeFs.open,
    link: ((from: string, to: string, done: nodeFs.NoParamCallback) => {
      calls.push('link');
      nodeFs.link(from, to, done);
    }) as typeof nodeFs.link,
    rename: ((from: string, to: string, done: nodeFs.NoParamCallback) => {
      calls.push('rename');
      nodeFs.rename(from, to, done);
    }) as typeof nodeFs.rename,
    fsync: ((fd: number, done: nodeFs.NoParamCallback) => {
      calls.push(
        `sync ${path.relative(folder.root, opened.get(fd) ?? '?').replace(/.+part$/, 'file')}`,
      );
      nodeFs.fsync(fd, done);
    }) as typeof nodeFs.fsync,
  });
  const first = await receive(folder, Readable.from([pdf]));
  await place(folder, first.name, 'A_EN_1.pdf', null);
  expect(calls.splice(0)).toEqual(['sync file', 'link', 'sync ']);
  const second = await receive(folder, Readable.from([pdf]));
  await place(folder, second.name, 'A_EN_1.pdf', { path: 'A_EN_1.pdf', at: new Date(0) });
  expect(calls).toEqual(['sync file', 'link', 'sync .superseded', 'rename', 'sync ']);
});

test('a file gets the mode of its folder, whatever the umask, also in place of another', async () => {
  const folder = await folderWith({});
  const modeOf = async (name: string) =>
    ((await stat(path.join(folder.root, name))).mode & 0o777).toString(8);
  await mkdir(path.join(folder.root, 'sub'));
  await chmod(folder.root, 0o2755);
  await chmod(path.join(folder.root, 'sub'), 0o775);
  await writeFile(path.join(folder.root, 'sub', 'A_EN_1.pdf'), pdf);
  const replaced = { path: 'sub/A_EN_1.pdf', at: new Date(0) };
  for (const [name, before, mode] of [
    ['A_EN_1.pdf', null, '644'],
    ['sub/A_EN_1.pdf', replaced, '664'],
  ] as const) {
    const incoming = await receive(folder, Readable.from([pdf]));
    await chmod(path.join(folder.root, incoming.name), 0o600); // as UMask=0077 of the service makes it
    await place(folder, incoming.name, name, before);
    expect([name, await modeOf(name)]).toEqual([name, mode]);
  }
});

test('a share that refuses chmod takes the file nevertheless', async () => {
  const refused = Object.assign(new Error('EPERM'), { code: 'EPERM', syscall: 'chmod' });
  const chmodRefused = ((_at: string, _mode: number, done: (error: Error) => void) =>
    done(refused)) as unknown as typeof nodeFs.chmod;
  const folder = await folderWith({ chmod: chmodRefused });
  const incoming = await receive(folder, Readable.from([pdf]));
  await place(folder, incoming.name, 'A_EN_1.pdf', null);
  expect(await readdir(folder.root)).toEqual(['A_EN_1.pdf']);
});
