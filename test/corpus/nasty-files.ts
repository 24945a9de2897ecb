import { open, writeFile } from 'node:fs/promises';
import { brotliCompressSync, deflateSync } from 'node:zlib';
import { smallPdf } from '../small-pdf.ts';
import { endlessShading, endlessTree, hugePage, recursiveForms } from '../bombs.ts';
import { mutate } from '../mutants.ts';
import { times } from '../times.ts';
import { halfBrokenPdf, hugePdf, japanesePdf, linkedPdf, rawPdf, stream } from '../pdfs.ts';
import { type Locked, type Revision, encryptedPdf, revisions } from './encrypted-pdf.ts';

/**
 * A file that is hard to take in or to show, and what must become of it: its verdict after ten
 * minutes without a change, and what a reader sees. Null where any verdict, or any of the answers, is right.
 */
export type NastyFile = {
  name: string;
  write: (at: string) => Promise<void>;
  verdict: string | null;
  shown: Shown | null;
};

/** `damaged`: the server knows it; `failed`: the viewer found out; `slow`, `read whole`: it says what it waits for. */
export type Shown = 'page' | 'password' | 'failed' | 'damaged' | 'slow' | 'read whole';

const fuzzed = times({ short: 6, full: 16 });

export async function nastyFiles(): Promise<NastyFile[]> {
  const small = await smallPdf({ pages: 2, title: 'Small' });
  return [
    ofBytes('no-end', small.subarray(0, small.lastIndexOf('%%EOF')), 'matched', 'page'),
    ofBytes('cut-in-half', small.subarray(0, small.length / 2), 'incomplete', 'damaged'),
    ofBytes('no-head', Buffer.concat([Buffer.from('%PDD'), small.subarray(4)]), 'matched', 'page'),
    ofBytes(
      'mail-before',
      Buffer.concat([Buffer.from('Received:\n'.repeat(300)), small]),
      'matched',
      'page',
    ),
    ofBytes('zeros-after', Buffer.concat([small, Buffer.alloc(100_000)]), 'matched', 'page'),
    ofBytes('empty', Buffer.alloc(0), 'incomplete', 'damaged'),
    ofBytes('no-pdf', Buffer.from('<html>no PDF at all</html>'), 'not_pdf', 'damaged'),
    ofBytes('half-broken', halfBrokenPdf(), 'matched', 'page'),
    ofBytes('brotli-page', brotliPage(), 'matched', 'page'),
    ofBytes('brotli-objects', brotliObjects(), 'broken', 'page'),
    ofBytes('odd-flate', oddFlate(), 'matched', 'page'),
    ofBytes('many-pages', manyPages(9999), 'matched', 'page'),
    ofBytes('too-many-pages', manyPages(10_001), 'matched', 'page'),
    ofBytes('deep-outline', deepOutline(3000), 'matched', 'page'),
    ofBytes('a0', await hugePdf(), 'matched', 'page'),
    ofBytes('huge-page', hugePage(), 'matched', null),
    ofBytes('endless-tree', endlessTree(), null, null),
    ofBytes('slow-cover', endlessShading(), 'matched', 'slow'),
    ofBytes('recursive-forms', recursiveForms(9), null, 'slow'),
    ...(await encryptedFiles()),
    ...(await fuzzedFiles(small)),
    sparse('hole', 1.5e9, 'matched', 'page'),
    sparse('too-large', 2.3e9, 'too_large', 'page'),
    sparse('too-large-without-table', 2.3e9, 'too_large', 'read whole'),
  ];
}

function ofBytes(
  name: string,
  bytes: Uint8Array,
  verdict: string | null,
  shown: Shown | null,
): NastyFile {
  return { name, write: (at) => writeFile(at, bytes), verdict, shown };
}

function sparse(name: string, bytes: number, verdict: string, shown: Shown): NastyFile {
  const hasTable = !name.endsWith('without-table');
  return { name, write: (at) => writeSparse(at, bytes, hasTable), verdict, shown };
}

async function encryptedFiles(): Promise<NastyFile[]> {
  const all = Object.keys(revisions).map(Number) as Revision[]; // the keys are those numbers
  const files: NastyFile[] = [];
  for (const revision of all) {
    for (const locked of ['user', 'owner'] satisfies Locked[]) {
      const bytes = await encryptedPdf(revision, locked);
      const [verdict, shown] =
        locked === 'user' ? (['encrypted', 'password'] as const) : (['matched', 'page'] as const);
      files.push(ofBytes(`encrypted-${revision}-${locked}`, bytes, verdict, shown));
    }
  }
  return files;
}

async function fuzzedFiles(small: Buffer): Promise<NastyFile[]> {
  const originals = [small, await linkedPdf(), japanesePdf(), deepOutline(5)];
  return Array.from({ length: fuzzed }, (_, seed) => {
    const original = originals[seed % originals.length] ?? small;
    return ofBytes(`fuzzed-${seed}`, mutate(original, 5000 + seed), null, null);
  });
}

const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
const onePage = '<< /Type /Pages /Count 1 /Kids [3 0 R] >>';
const page =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>';
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

function drawn(text: string): string {
  return `BT /F 18 Tf 72 700 Td (${text}) Tj ET`;
}

/** A page compressed with Brotli, as PDF 2.0 may soon have it. */
function brotliPage(): Buffer {
  const content = brotliCompressSync(drawn('By Brotli')).toString('latin1');
  return rawPdf([catalog, onePage, page, stream(content, '/Filter /BrotliDecode'), font]);
}

/** The same for the objects themselves: a reader without Brotli finds no page. */
function brotliObjects(): Buffer {
  const objects = [catalog, onePage, page];
  const offsets = objects.map((_, at) => objects.slice(0, at).join(' ').length + (at > 0 ? 1 : 0));
  const index = offsets.map((offset, at) => `${at + 1} ${offset}`).join(' ');
  const packed = brotliCompressSync(`${index} ${objects.join(' ')}`).toString('latin1');
  let file = '%PDF-1.7\n';
  const at = [drawn('Objects by Brotli'), font].map((one, place) => {
    const offset = file.length;
    file += `${4 + place} 0 obj\n${place === 0 ? stream(one) : one}\nendobj\n`;
    return offset;
  });
  const packedAt = file.length;
  const entries = `/Type /ObjStm /N 3 /First ${index.length + 1} /Filter /BrotliDecode`;
  file += `6 0 obj\n${stream(packed, entries)}\nendobj\n`;
  const tableAt = file.length;
  const row = (kind: number, value: number, extra: number) => [
    kind,
    value >> 8,
    value & 255,
    extra,
  ];
  const rows = Buffer.from([
    ...row(0, 0, 255),
    ...[0, 1, 2].flatMap((place) => row(2, 6, place)),
    ...[...at, packedAt, tableAt].flatMap((offset) => row(1, offset, 0)),
  ]);
  const table = stream(rows.toString('latin1'), '/Type /XRef /Size 8 /W [1 2 1] /Root 1 0 R');
  file += `7 0 obj\n${table}\nendobj\nstartxref\n${tableAt}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** Compressed text whose checksum is wrong and whose end is missing. */
function oddFlate(): Buffer {
  const whole = deflateSync(`${drawn('Oddly packed')} ${'0 0 m 9 9 l S '.repeat(2000)}`);
  const content = whole.subarray(0, whole.length - 8).toString('latin1');
  return rawPdf([catalog, onePage, page, stream(content, '/Filter /FlateDecode'), font]);
}

function manyPages(pages: number): Buffer {
  const kids = Array.from({ length: pages }, (_, at) => `${5 + at} 0 R`).join(' ');
  const one =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R /Resources << /Font << /F 4 0 R >> >> >>';
  return rawPdf([
    catalog,
    `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`,
    stream(drawn('One of many')),
    font,
    ...Array.from({ length: pages }, () => one),
  ]);
}

/** An outline in which every entry lies below the one before. */
function deepOutline(depth: number): Buffer {
  const first = 7;
  const entries = Array.from({ length: depth }, (_, at) => {
    const child =
      at + 1 < depth ? `/First ${first + at + 1} 0 R /Last ${first + at + 1} 0 R /Count 1` : '';
    return `<< /Title (Level ${at + 1}) /Parent ${first + at - 1} 0 R /Dest [3 0 R /Fit] ${child} >>`;
  });
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>',
    onePage,
    page,
    stream(drawn('Deep')),
    font,
    `<< /Type /Outlines /First ${first} 0 R /Last ${first} 0 R /Count 1 >>`,
    ...entries,
  ]);
}

/** A file of this length that is nearly all hole: a stream of zeros that no page needs. */
async function writeSparse(at: string, bytes: number, hasTable: boolean): Promise<void> {
  const whole = rawPdf([catalog, onePage, page, stream(drawn('After a hole')), font]);
  const text = whole.toString('latin1');
  const tableAt = text.indexOf('xref\n');
  const hole = `6 0 obj\n<< /Length ${bytes} >>\nstream\n`;
  const end = '\nendstream\nendobj\n';
  const shifted = tableAt + hole.length + bytes + end.length;
  const row = `${String(tableAt).padStart(10, '0')} 00000 n \n`;
  const table = text
    .slice(tableAt)
    .replace('xref\n0 6', 'xref\n0 7')
    .replace('trailer', `${row}trailer`)
    .replace('/Size 6', '/Size 7')
    .replace(/startxref\n\d+/, `startxref\n${hasTable ? shifted : 5}`);
  const file = await open(at, 'w');
  await file.write(Buffer.from(text.slice(0, tableAt) + hole, 'latin1'), 0, null, 0);
  await file.write(Buffer.from(end + table, 'latin1'), 0, null, shifted - end.length);
  await file.close();
}
