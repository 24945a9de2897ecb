import { buffer } from 'node:stream/consumers';
import PdfKit from 'pdfkit';

// Two revisions of one standard whose differences are known: a value, an obligation, a clause that was
// added, one that was deleted, an annex that moved to the front, and the footer of every page.

const issued = new Date('2026-01-15T08:00:00Z');

type Clause = { heading: string; lines: string[] };

const scope: Clause = {
  heading: '1 Scope',
  lines: [
    'This standard applies to zinc plated fasteners of steel that are delivered to all plants.',
    'It does not apply to fasteners of stainless steel or of aluminium alloys, nor to springs.',
  ],
};

const annex: Clause = {
  heading: '5 Marking and packing',
  lines: [
    'Every box carries the number of the standard, the number of the lot and the day of plating.',
    'Boxes are closed so that no moisture reaches the parts during six months of dry storage.',
    'Lots of different coatings are never packed together, not even for urgent deliveries by air.',
  ],
};

const material = (grade: string): Clause => ({
  heading: '2 Material',
  lines: [
    `Bolts are made of steel of property class ${grade} and nuts of the class that goes with it.`,
    'The supplier keeps the certificates of the mill for ten years and shows them when asked.',
  ],
});

const thickness = (verb: string): Clause => ({
  heading: '3 Thickness',
  lines: [
    `The thickness ${verb} be measured on five parts of each lot with a magnetic gauge at the head.`,
    'The mean of the five values is written in the record together with the name of the tester.',
  ],
});

const deleted: Clause = {
  heading: '4 Colour',
  lines: ['A yellow chromate conversion is allowed for parts that are not seen after assembly.'],
};

const inserted: Clause = {
  heading: '4 Friction',
  lines: [
    'The coefficient of friction lies between 0.09 and 0.14 when tested with a clean washer.',
  ],
};

/** The older revision and the newer one: each clause has a page of its own. */
export function revisedPdfs(): Promise<[older: Buffer, newer: Buffer]> {
  return Promise.all([
    standardPdf('Issue 1', [scope, material('8.8'), thickness('should'), deleted, annex]),
    standardPdf('Issue 2', [annex, scope, material('10.9'), thickness('shall'), inserted]),
  ]);
}

function standardPdf(issue: string, clauses: readonly Clause[]): Promise<Buffer> {
  const doc = new PdfKit({ size: 'A4', autoFirstPage: false, info: { CreationDate: issued } });
  const pages = clauses.length;
  for (const [at, { heading, lines }] of clauses.entries()) {
    doc.addPage({ margin: 72 });
    doc.fontSize(15).text(heading, 72, 120);
    doc.fontSize(11);
    for (const [line, text] of lines.entries()) doc.text(text, 72, 160 + line * 40, { width: 440 });
    doc.fontSize(9).text(`AM-1 ${issue}`, 72, 780, { lineBreak: false, height: 10 });
    doc.text(`Page ${at + 1} of ${pages}`, 460, 780, { lineBreak: false, height: 10 });
  }
  doc.end();
  return buffer(doc);
}
