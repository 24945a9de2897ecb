import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { smallPdf } from '../small-pdf.ts';
import * as bombs from '../bombs.ts';
import { startLibrary } from '../harness.ts';
import { mutate } from '../mutants.ts';
import { times } from '../times.ts';
import { halfBrokenPdf, heavyPdf, japanesePdf, linkedPdf } from '../pdfs.ts';

// A hostile file may end the process that reads it, nothing else, and it gets a verdict.

const limits = { processes: 2, fileMs: 2000, pageMs: 1, wasmMegabytes: 256, megabytes: 768 };
const mutants = times({ short: 150, full: 1000 });

test('mutated PDFs and the bombs all get a verdict, and no reader exceeds its limits', async () => {
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

  const files = await library.db.selectFrom('files').select(['path', 'verdict', 'fault']).execute();
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
});

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
