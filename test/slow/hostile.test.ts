import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { randomNumbers } from '../../sample/generator/random.ts';
import { smallPdf } from '../../sample/small-pdf.ts';
import * as bombs from '../bombs.ts';
import { startLibrary } from '../harness.ts';
import { halfBrokenPdf, heavyPdf, japanesePdf, linkedPdf } from '../pdfs.ts';

// A hostile file may end the process that reads it, nothing else, and it gets a verdict.

const limits = { processes: 2, fileMs: 2000, pageMs: 1, wasmMegabytes: 256, megabytes: 768 };
const mutants = 1000;

test(
  '1,000 mutated PDFs and the bombs all get a verdict, and no reader exceeds its limits',
  { timeout: 300_000 },
  async () => {
    const library = await startLibrary(onTestFinished);
    const put = (name: string, content: Uint8Array) =>
      writeFile(path.join(library.config.shareDir, name), content);
    for (const [name, content] of Object.entries(bombFiles())) await put(`${name}.pdf`, content);
    const originals = [
      await smallPdf({ pages: 2 }),
      await linkedPdf(),
      japanesePdf(),
      halfBrokenPdf(),
      heavyPdf({ pages: 3, bytesEach: 100 }),
    ];
    for (let at = 0; at < mutants; at++) {
      const original = originals[at % originals.length] ?? Buffer.alloc(0);
      await put(`mutant ${at}.pdf`, mutate(original, at));
    }
    const watch = watchReaders();
    await library.scan(limits);
    const { largestMb, readers } = watch.end();

    const files = await library.db
      .selectFrom('files')
      .select(['path', 'verdict', 'fault'])
      .execute();
    expect(files).toHaveLength(mutants + Object.keys(bombFiles()).length);
    const expected = new Set(['name_unknown', 'broken', 'encrypted', 'not_pdf', 'incomplete']);
    expect(files.filter(({ verdict }) => !expected.has(verdict))).toEqual([]);
    // It depends on the machine which limit is reached first.
    const bomb = files.find((file) => file.path === 'recursiveForms.pdf');
    expect(bomb?.verdict).toBe('broken');
    expect(bomb?.fault).toMatch(/^It (takes too long to read|needs more memory than allowed)\.$/);
    expect(files.find((file) => file.path === 'countlessPages.pdf')?.verdict).toBe('name_unknown');
    // Readers that died were replaced; only Linux shows the processes.
    expect(process.platform === 'linux' ? readers : 3).toBeGreaterThan(2);
    expect(largestMb).toBeLessThan(limits.megabytes);
  },
);

function bombFiles(): Record<string, Buffer> {
  return {
    recursiveForms: bombs.recursiveForms(9),
    deflateBomb: bombs.deflateBomb(),
    hugePicture: bombs.hugePicture(),
    countlessPages: bombs.countlessPages(),
    endlessTree: bombs.endlessTree(),
    hugePage: bombs.hugePage(),
    endlessShading: bombs.endlessShading(),
    endlessText: bombs.endlessText(),
  };
}

/** Changes, removes and repeats bytes, and makes numbers large, at a few places. */
function mutate(original: Buffer, seed: number): Buffer {
  const random = randomNumbers('mutant', seed);
  let bytes: Buffer = Buffer.from(original);
  const changes = 1 + Math.floor(random() * 8);
  for (let change = 0; change < changes; change++) {
    const at = Math.floor(random() * bytes.length);
    const length = Math.floor(random() * 40);
    const kind = Math.floor(random() * 5);
    if (kind === 0) bytes[at] = Math.floor(random() * 256);
    if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    if (kind === 2) bytes.copyWithin(at, Math.floor(random() * bytes.length));
    if (kind === 3) bytes = Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
    if (kind === 4) bytes = withLargeNumber(bytes, Math.floor(random() * 30));
  }
  return bytes;
}

function withLargeNumber(bytes: Buffer, which: number): Buffer {
  let seen = 0;
  const text = bytes.toString('latin1');
  const large = text.replace(/\b\d+\b/g, (number) => (seen++ === which ? '2147483647' : number));
  return Buffer.from(large, 'latin1');
}

/** Watches the memory of the processes that read PDFs; only Linux shows it. */
function watchReaders() {
  const pids = new Set<string>();
  let largestMb = 0;
  const timer = setInterval(() => {
    for (const pid of childrenOf(process.pid)) {
      pids.add(pid);
      largestMb = Math.max(largestMb, dataMbOf(pid));
    }
  }, 50);
  return {
    end: () => {
      clearInterval(timer);
      return { largestMb, readers: pids.size };
    },
  };
}

function childrenOf(pid: number): string[] {
  return (textOf(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter((one) => one !== '');
}

function dataMbOf(pid: string): number {
  const status = textOf(`/proc/${pid}/status`) ?? '';
  return Number(/^VmData:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null; // the process has just ended
  }
}
