import { deflateSync } from 'node:zlib';
import { rawPdf, stream } from './pdfs.ts';

// Small PDFs that need gigabytes or endless time to read, each in another way.

const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
const onePage = '<< /Type /Pages /Count 1 /Kids [3 0 R] >>';

function page(entries: string, resources = ''): string {
  return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${entries} /Resources << ${resources} >> >>`;
}

function deflated(content: Buffer, entries = '/Filter /FlateDecode'): string {
  return stream(content.toString('latin1'), entries);
}

/** Each form draws the one before it ten times: ten to the power of `depth` in all. */
export function recursiveForms(depth: number): Buffer {
  const form = (draws: string, resources: string) =>
    stream(
      draws,
      `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << ${resources} >>`,
    );
  const forms = Array.from({ length: depth }, (_, at) =>
    at === 0
      ? form('BT /F 9 Tf 9 9 Td (again) Tj ET 0 0 m 500 500 l S', '/Font << /F 5 0 R >>')
      : form('/X Do '.repeat(10), `/XObject << /X ${5 + at} 0 R >>`),
  );
  return rawPdf([
    catalog,
    onePage,
    page('/Contents 4 0 R', `/XObject << /X ${5 + depth} 0 R >>`),
    stream('/X Do '.repeat(10)),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...forms,
  ]);
}

/** A content stream of a gigabyte of operators, deflated twice. */
export function deflateBomb(): Buffer {
  const megabyte = Buffer.from('0 0 m 9 9 l S '.repeat(75_000));
  const once = deflateSync(Buffer.concat(Array.from({ length: 400 }, () => megabyte)), {
    level: 9,
  });
  const twice = deflateSync(once, { level: 9 });
  return rawPdf([
    catalog,
    onePage,
    page('/Contents 4 0 R'),
    deflated(twice, '/Filter [/FlateDecode /FlateDecode]'),
  ]);
}

/** A picture of 30,000 by 30,000 pixels, all of them white. */
export function hugePicture(): Buffer {
  const side = 30_000;
  const white = deflateSync(Buffer.alloc((side * side) / 8, 0xff), { level: 9 });
  const entries = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode`;
  return rawPdf([
    catalog,
    onePage,
    page('/Contents 4 0 R', '/XObject << /I 5 0 R >>'),
    stream('q 595 0 0 842 0 0 cm /I Do Q'),
    deflated(white, entries),
  ]);
}

/** A PDF of one page that claims to have two thousand million. */
export function countlessPages(): Buffer {
  return rawPdf([
    catalog,
    '<< /Type /Pages /Count 2000000000 /Kids [3 0 R] >>',
    page('/Contents 4 0 R'),
    stream('0 0 m 9 9 l S'),
  ]);
}

/** A tree of pages that contains itself. */
export function endlessTree(): Buffer {
  return rawPdf([catalog, '<< /Type /Pages /Count 9 /Kids [2 0 R 2 0 R 3 0 R] >>', page('')]);
}

/** A page as large as a continent. */
export function hugePage(): Buffer {
  return rawPdf([
    catalog,
    onePage,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 900000000 900000000] /Contents 4 0 R >>',
    stream('0 0 900000000 900000000 re f'),
  ]);
}

/** A line of text, perhaps empty, and a shading with a slow function, drawn ten thousand times over the whole page. */
export function endlessShading(text = 'A slow cover'): Buffer {
  const program = `{ ${'dup mul sqrt sin '.repeat(400)} exch pop dup dup }`;
  return rawPdf([
    catalog,
    onePage,
    page(
      '/Contents 4 0 R',
      '/Font << /F 6 0 R >> /Shading << /S << /ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 600 0 900] /Function 5 0 R >> >>',
    ),
    stream(`BT /F 18 Tf 72 700 Td (${text}) Tj ET ${'/S sh '.repeat(10_000)}`),
    stream(program, '/FunctionType 4 /Domain [0 600 0 900] /Range [0 1 0 1 0 1]'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
}

/** Millions of letters on one page. */
export function endlessText(): Buffer {
  const line = `BT /F 1 Tf 9 9 Td (${'letters '.repeat(100)}) Tj ET\n`;
  const text = deflateSync(Buffer.from(line.repeat(30_000)), { level: 9 });
  return rawPdf([
    catalog,
    onePage,
    page('/Contents 4 0 R', '/Font << /F 5 0 R >>'),
    deflated(text),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
}
