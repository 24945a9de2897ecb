import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPS, type PDFDocumentProxy, getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallPdf } from '../../sample/small-pdf.ts';
import { sampleFiles, writeSampleFiles } from '../../sample/generator/write-sample.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'egd-sample-'));
  await writeFile(join(folder, 'NV 50210_EN_2.pdf'), 'made by an older generator');
  await writeFile(join(folder, '.sample-generator'), 'an older generator');
  await writeSampleFiles(folder);
}, 120_000); // some seconds on an idle machine, much longer on a busy one

afterAll(() => rm(folder, { recursive: true }));

test('every file of the catalogue is written, and nothing half-written is left', async () => {
  const names = (await readdir(folder)).filter((name) => name !== '.sample-generator');
  expect(names.toSorted()).toEqual([...sampleFiles().keys()].toSorted());
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(40_000_000);
});

test('a second run leaves files alone and puts back one that is gone, byte for byte', async () => {
  const [kept, gone] = [join(folder, 'NV 50305_EN_1.pdf'), join(folder, 'KES-G-1021_JA_R5.pdf')];
  const before = await digest(gone);
  await writeFile(kept, 'changed by a reader');
  await rm(gone);
  const progress: number[] = [];
  await writeSampleFiles(folder, { onProgress: (done) => progress.push(done) });
  expect(await readFile(kept, 'utf8')).toBe('changed by a reader');
  expect(await digest(gone)).toBe(before);
  expect(progress.at(-1)).toBe(sampleFiles().size);
});

test('a file of an older generator is written anew', async () => {
  await openPdf('NV 50210_EN_2.pdf', async (pdf) => expect(pdf.numPages).toBe(6));
});

test('a standard has an outline, and every link in it leads to a page', async () => {
  await openPdf('TRK 04-117_EN_03.pdf', async (pdf) => {
    const outline = await pdf.getOutline();
    expect(outline.map((item) => item.title).slice(0, 3)).toEqual([
      'Welding of bogie frames',
      '1 Scope',
      '2 Normative references',
    ]);
    expect(outline.some((item) => item.items.some((inner) => inner.items.length > 0))).toBe(true);
    const links = await linksIn(pdf);
    expect(links).toHaveLength(27);
    for (const link of links) expect(await pageOf(pdf, link)).toBeGreaterThan(1);
  });
});

test('a standard says in its metadata what it is', async () => {
  await openPdf('NV 50214_DE_3.pdf', async (pdf) => {
    const { info } = await pdf.getMetadata();
    expect(info).toMatchObject({
      Title: 'NV 50214 Anziehen von Schraubenverbindungen in der Endmontage',
      Subject: 'Anziehen von Schraubenverbindungen',
      Author: 'Norvanta Automotive',
      Language: 'de',
    });
  });
});

test('Japanese text can be read back from the page', async () => {
  await openPdf('KES-G-1021_JA_R5.pdf', async (pdf) => {
    expect(await textOf(pdf, 3)).toContain('この規格は、鉄鋼部品の腐食を防ぐための金属皮膜');
  });
});

test('two revisions differ in a few values, and the newer one says where', async () => {
  const texts = await Promise.all(
    ['NV 50180_EN_3.pdf', 'NV 50180_EN_4.pdf'].map((name) =>
      openPdf(name, async (pdf) => Promise.all([1, 3, 4].map((page) => textOf(pdf, page)))),
    ),
  );
  const [[, ...older] = [], [title = '', ...newer] = []] = texts;
  expect(older.join('')).not.toBe(newer.join(''));
  expect(title).toMatch(/4\s+2026-02-16\s+Requirements changed in \d/);
});

test('the handbook has more than 300 pages, each saying which it is', async () => {
  await openPdf('TRK 06-011_EN_04.pdf', async (pdf) => {
    expect(pdf.numPages).toBeGreaterThan(300);
    expect(await textOf(pdf, 250)).toContain(`Page 250 of ${pdf.numPages}`);
  });
});

test('the drawing is one A0 sheet in landscape', async () => {
  await openPdf('CADS-9 SHEET 2_-_C.pdf', async (pdf) => {
    expect(pdf.numPages).toBe(1);
    const [, , width, height] = (await pdf.getPage(1)).view;
    expect([width, height].map((points) => Math.round(((points ?? 0) * 25.4) / 72))).toEqual([
      1189, 841,
    ]);
    expect(await textOf(pdf, 1)).toContain('SECTION A–A');
  });
});

test('the scanned document has pictures and no text', async () => {
  await openPdf('CAPS-77_EN_A.pdf', async (pdf) => {
    expect(pdf.numPages).toBe(3);
    expect(await textOf(pdf, 1)).toBe('');
  });
});

test('no letter is missing from its font', async () => {
  // The handbook has all English topics on its first pages; the sheets behind them are alike.
  const names = [
    'TRK 06-011_EN_04.pdf',
    'KES-H-2100_JA_R1.pdf',
    'NV 50180_DE_4.pdf',
    'SLN-E 330_FR_2.pdf',
    'SLN-M 018_FR_3.pdf',
    'TRK 04-117_ES_03.pdf',
    'TRK 07-045_ES_01.pdf',
  ];
  for (const name of names) {
    await openPdf(name, async (pdf) => {
      for (let page = 1; page <= Math.min(pdf.numPages, 45); page++) {
        expect(await missingLettersOn(pdf, page)).toEqual([]);
      }
    });
  }
});

test('a small PDF holds the text it was given, and is the same each time', async () => {
  const bytes = await smallPdf({ pages: ['first page', 'second page'], title: 'A-1' });
  expect(bytes.equals(await smallPdf({ pages: ['first page', 'second page'], title: 'A-1' }))).toBe(
    true,
  );
  await openBytes(bytes, async (pdf) => {
    expect(pdf.numPages).toBe(2);
    expect(await textOf(pdf, 2)).toContain('second page');
  });
});

type Use<Found> = (pdf: PDFDocumentProxy) => Promise<Found>;

async function openPdf<Found>(name: string, use: Use<Found>): Promise<Found> {
  return openBytes(await readFile(join(folder, name)), use);
}

async function openBytes<Found>(bytes: Buffer, use: Use<Found>): Promise<Found> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  try {
    return await use(await loading.promise);
  } finally {
    await loading.destroy();
  }
}

async function textOf(pdf: PDFDocumentProxy, page: number): Promise<string> {
  const { items } = await (await pdf.getPage(page)).getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join('');
}

/** The texts with a letter that their font does not have: pdf.js gives NUL for it. */
async function missingLettersOn(pdf: PDFDocumentProxy, page: number): Promise<string[]> {
  const { fnArray, argsArray } = await (await pdf.getPage(page)).getOperatorList();
  const texts = fnArray.flatMap((operator, at) => {
    if (operator !== OPS.showText) return [];
    // pdf.js gives the glyphs of one text with numbers for the spacing between them.
    const glyphs: (number | { unicode: string })[] = argsArray[at][0];
    return glyphs.map((glyph) => (typeof glyph === 'object' ? glyph.unicode : '')).join('');
  });
  return texts.filter((text) => text.includes('\0'));
}

async function linksIn(pdf: PDFDocumentProxy): Promise<string[]> {
  const links: string[] = [];
  for (let page = 1; page <= pdf.numPages; page++) {
    const annotations: { dest?: unknown }[] = await (await pdf.getPage(page)).getAnnotations();
    for (const { dest } of annotations) if (typeof dest === 'string') links.push(dest);
  }
  return links;
}

async function pageOf(pdf: PDFDocumentProxy, destination: string): Promise<number> {
  const [page] = (await pdf.getDestination(destination)) ?? [];
  return (await pdf.getPageIndex(page)) + 1;
}

async function digest(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}
