import nodeFs from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/harness.ts';
import { type ShareFs, SharedFolder } from '../share/shared-folder.ts';
import { sendBytes } from './send.ts';

const size = 100_000;
const letters = ['a', 'b', 'c', 'd'];

/** Serves files that are each full of one letter, from a share whose reads the test can hold back. */
async function startSending() {
  const root = await temporaryFolder(onTestFinished);
  /** Reads that were given up: each still writes into its buffer when it is let go. */
  const held: (() => void)[] = [];
  let hold = false;
  let letGo: number | null = null;
  type Done = (error: NodeJS.ErrnoException | null, bytes: number, buffer: Buffer) => void;
  const read = ((
    fd: number,
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: Done,
  ) => {
    if (hold) {
      hold = false;
      held.push(() => {
        try {
          nodeFs.readSync(fd, buffer, offset, length, position);
        } catch {
          // Its file was closed since, as happens on a slow machine: it brings nothing.
        }
      });
      return;
    }
    nodeFs.read(fd, buffer, offset, length, position, (error, bytes, into) => {
      // The late read comes back between this read and the sending of its bytes.
      if (letGo !== null) held.splice(letGo % Math.max(held.length, 1), 1)[0]?.();
      letGo = null;
      done(error, bytes, into);
    });
  }) as typeof nodeFs.read;
  const fs: ShareFs = { ...nodeFs, read };
  const folder = new SharedFolder({ root, fs, longestWaitMs: 100 });
  const files = new Map<string, { path: string; bytes: number; modified_ns: string }>();
  for (const letter of letters) {
    await writeFile(path.join(root, letter), letter.repeat(size));
    const { mtimeNs } = await stat(path.join(root, letter), { bigint: true });
    files.set(letter, { path: letter, bytes: size, modified_ns: String(mtimeNs) });
  }
  const server = createServer(async (request, response) => {
    const known = files.get(request.url?.slice(1) ?? '');
    const file = known === undefined ? 'missing' : await folder.open(known).catch(() => 'missing');
    if (typeof file === 'string') return response.destroy();
    response.writeHead(200, { 'content-length': size });
    return sendBytes(response, file, 0, size - 1).catch(() => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    folder.close();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    /** The bytes that came, all of them or as many as came before the connection ended. */
    read: (letter: string) =>
      new Promise<string>((resolve) => {
        get({ port, path: `/${letter}`, agent: false }, (answer) => {
          let text = '';
          answer.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')));
          answer.on('close', () => resolve(text));
          answer.on('error', () => {});
        }).on('error', () => resolve(''));
      }),
    /** The next read hangs until it is given up. */
    holdNextRead: () => void (hold = true),
    /** During the next read, one that was given up comes back. */
    letGoDuringNextRead: (pick: number) => void (letGo = pick),
  };
}

test('however late a read comes back after it was given up, nobody gets another file’s bytes', async () => {
  const sending = await startSending();
  const step = fc.oneof(
    fc.record({ does: fc.constant('hang' as const), letter: fc.constantFrom(...letters) }),
    fc.record({
      does: fc.constant('read' as const),
      letter: fc.constantFrom(...letters),
      late: fc.nat(),
    }),
  );
  let whole = 0;
  const property = fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
    for (const step of steps) {
      if (step.does === 'hang') sending.holdNextRead();
      else sending.letGoDuringNextRead(step.late);
      const text = await sending.read(step.letter);
      expect(new Set(text)).toEqual(new Set(text === '' ? [] : [step.letter]));
      if (text.length === size) whole += 1;
    }
  });
  await fc.assert(property, { numRuns: 10 });
  expect(whole).toBeGreaterThan(5); // or nothing was tried
});
