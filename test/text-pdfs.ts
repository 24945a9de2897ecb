import { rawPdf, stream } from './pdfs.ts';

// PDFs whose text must be put right before it can be searched.

/** One page of these contents, with the fonts F (Helvetica) and J (Japanese, not embedded);
 * M is the first of further objects. */
function onePage(
  content: string,
  further: { page?: string; catalog?: string; objects?: string[] } = {},
): Buffer {
  return rawPdf([
    `<< /Type /Catalog /Pages 2 0 R ${further.catalog ?? ''} >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R /J 6 0 R /M 9 0 R >> >> ${further.page ?? ''} >>`,
    stream(content),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiKakuGo-W5 /Encoding /UniJIS-UTF16-H /DescendantFonts [7 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiKakuGo-W5 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 8 0 R >>',
    '<< /Type /FontDescriptor /FontName /HeiseiKakuGo-W5 /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>',
    ...(further.objects ?? []),
  ]);
}

/** Words broken at the end of a line, a number that only looks so, and control characters. */
export function brokenWordsPdf(): Buffer {
  return onePage(
    'BT /F 12 Tf 72 700 Td (The gal-) Tj 0 -14 Td (vanic coating of 12-) Tj 0 -14 Td (15 mm\\001 is\\177 whole.) Tj ET',
  );
}

/** Japanese: set apart a little, with a space where a word ends, and with spaces typed. */
export function spacedJapanesePdf(): Buffer {
  const hex = (text: string) => `<${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
  return onePage(
    `BT /J 24 Tf 72 700 Td [${hex('引')} -200 ${hex('張')} -400 ${hex('強')} -300 ${hex('さ')} -1500 ${hex('試')} ${hex('験')}] TJ 0 -40 Td ${hex('厚 さ')} Tj ET`,
  );
}

/** A form: a value in a field above its widget, one hidden, a password, a check mark; and a free note. */
export function filledFormPdf(): Buffer {
  const box = '/Type /Annot /Subtype /Widget /Rect [10 10 100 30] /P 3 0 R';
  return onePage('BT /F 12 Tf 72 700 Td (Form) Tj ET', {
    catalog: '/AcroForm 9 0 R',
    page: '/Annots [11 0 R 12 0 R 13 0 R 14 0 R 15 0 R 16 0 R]',
    objects: [
      '<< /Fields [10 0 R 12 0 R 13 0 R 14 0 R 15 0 R] /DA (/F 12 Tf) >>',
      '<< /FT /Tx /T (supplier) /V (Nordwerk) /Kids [11 0 R] >>',
      `<< ${box} /F 4 /Parent 10 0 R >>`,
      `<< ${box} /F 4 /FT /Tx /T (batch) /V (B-4417) >>`,
      `<< ${box} /F 2 /FT /Tx /T (hidden) /V (not to be seen) >>`,
      `<< ${box} /F 4 /FT /Tx /Ff 8192 /T (password) /V (torque) >>`,
      `<< ${box} /F 4 /FT /Btn /T (agreed) /V /Yes >>`,
      '<< /Type /Annot /Subtype /FreeText /F 4 /Rect [10 90 100 110] /DA (/F 12 Tf) /Contents (Valid from May) >>',
    ],
  });
}

/** A word on a page that is cropped by 50 points at its left and 40 below, and turned to the right. */
export function turnedPdf(): Buffer {
  return onePage('BT /F 12 Tf 72 700 Td (Turned) Tj ET', {
    page: '/CropBox [50 40 595 842] /Rotate 90',
  });
}

/** Lines of text at these places; from the lower left of the page, in the order they are painted. */
function paintedPdf(
  lines: readonly (readonly [x: number, y: number, text: string, size?: number])[],
) {
  const painted = lines.map(
    ([x, y, text, size = 10]) =>
      `/F ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text.replaceAll(/[()]/g, '\\$&')}) Tj`,
  );
  return onePage(`BT ${painted.join(' ')} ET`);
}

/** Two columns and a title across both; a frame of the left column is painted last, as by browsers. */
export function columnsPdf(): Buffer {
  return paintedPdf([
    [72, 780, 'A title that is wider than one of the columns below it, as titles often are'],
    [72, 740, 'Left one of the first column'],
    [72, 728, 'left two of the first column'],
    [72, 680, 'Left four of the first column'],
    [320, 740, 'Right one of the second column'],
    [320, 728, 'right two of the second column'],
    [320, 704, 'Right three of the second column'],
    [320, 680, 'Right four of the second column'],
    [80, 704, 'left = three;'],
  ]);
}

/** An index in two columns, twice, with a heading before the second; a header above, a page number below. */
export function indexPdf(): Buffer {
  return paintedPdf([
    [72, 800, 'Nordwerk'],
    [330, 800, 'Page 9'],
    [72, 740, 'Adhesion 4'],
    [84, 716, '12'],
    [72, 692, 'Bolts 7'],
    [320, 740, 'Coating 5'],
    [332, 713, '16'],
    [320, 689, 'Drawing 2'],
    [72, 640, 'Figures', 14],
    [72, 600, 'Bracket 3'],
    [84, 576, 'Gasket 4'],
    [320, 600, 'Housing 5'],
    [332, 573, 'Weld 6'],
    [90, 60, '9'],
  ]);
}

/** A table of two rows, with cells of two lines. */
export function tablePdf(): Buffer {
  return paintedPdf([
    [72, 740, 'Coating of the'],
    [72, 728, 'outer surface'],
    [220, 740, 'at least 25'],
    [220, 728, 'micrometres'],
    [72, 704, 'Coating inside'],
    [220, 704, '12'],
  ]);
}

/** A table whose last column has one cell, and frames above and below it that are painted last, as by browsers. */
export function sparseTablePdf(): Buffer {
  return paintedPdf([
    [72, 740, 'Field'],
    [150, 740, 'Type'],
    [220, 740, 'Description'],
    [72, 716, 'headers'],
    [150, 716, 'map'],
    [220, 716, 'A short name'],
    [72, 692, 'links'],
    [150, 692, 'map of'],
    [150, 680, 'links'],
    [220, 692, 'Reference'],
    [400, 692, 'A map of links that can be'],
    [400, 680, 'followed from the response'],
    [72, 656, 'This object may be extended.'],
    [72, 608, 'A response with a text:'],
    [80, 764, '"headers": 0'],
    [80, 632, '"links": 1'],
    [80, 584, '"text": 2'],
  ]);
}

/** Raised digits with and without a blank before, a footnote's digit, and letters set apart. */
export function raisedPdf(): Buffer {
  return onePage(
    'BT /F 10 Tf 1 0 0 1 72 700 Tm (of 10) Tj 4 Ts /F 6 Tf (2) Tj 0 Ts /F 10 Tf ( mm) Tj 4 Ts /F 6 Tf (2,) Tj 0 Ts /F 10 Tf ( each coating) Tj 4 Ts /F 6 Tf (1) Tj 0 Ts /F 10 Tf ( of 102) Tj 1 0 0 1 72 680 Tm 4 Tc (Table Values) Tj 1 0 0 1 72 660 Tm 0 Tc 4 Ts /F 6 Tf (1) Tj 0 Ts /F 10 Tf (Only outside) Tj ET',
  );
}

/** Digits in a row, a letter with an index, and rows with a letter of a font that claims very tall boxes. */
export function oddLettersPdf(): Buffer {
  const content = [
    '/F 10 Tf 1 0 0 1 72 700 Tm (5 4 3 1 0) Tj',
    '1 0 0 1 72 680 Tm (The load R) Tj -3 Ts /F 7 Tf (b) Tj 0 Ts /F 10 Tf ( is known) Tj',
    ...[640, 622, 604].flatMap((y, at) => [
      `1 0 0 1 72 ${y} Tm (Row ${at + 1}) Tj`,
      `/M 10 Tf 1 0 0 1 200 ${y} Tm (x) Tj /F 10 Tf 1 0 0 1 300 ${y} Tm (value ${at + 1}) Tj`,
    ]),
  ];
  return onePage(`BT ${content.join(' ')} ET`, {
    objects: [
      '<< /Type /Font /Subtype /Type1 /BaseFont /Math /FirstChar 120 /LastChar 120 /Widths [500] /FontDescriptor 10 0 R >>',
      '<< /Type /FontDescriptor /FontName /Math /Flags 32 /FontBBox [0 -2700 1000 3900] /ItalicAngle 0 /Ascent 3900 /Descent -2700 /CapHeight 700 /StemV 80 >>',
    ],
  });
}

/** A line of text, then two lines along an axis that are turned to the left. */
export function turnedWordsPdf(): Buffer {
  return onePage(
    'BT /F 10 Tf 1 0 0 1 72 700 Tm (A chart of some words) Tj 0 1 -1 0 72 500 Tm (Salt spray) Tj 0 1 -1 0 90 500 Tm (in hours) Tj ET',
  );
}
