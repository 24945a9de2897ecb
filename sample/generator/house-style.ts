import { optionIn, readTable } from './texts/table-file.ts';

const papers = ['A4', 'LETTER'] as const;
const marks = ['bars', 'ring', 'wedge', 'hexagon', 'waves', 'diamond', 'cross', 'arc'] as const;

/** How a customer's standards look; readers recognise the customer by it. */
export type HouseStyle = {
  department: string;
  colour: string;
  paper: (typeof papers)[number];
  mark: (typeof marks)[number];
  prepared: string;
  checked: string;
  approved: string;
};

const columns = [
  'issuer',
  'department',
  'colour',
  'paper',
  'mark',
  'prepared',
  'checked',
  'approved',
] as const;

export function readHouseStyle(issuer: string): HouseStyle {
  const row = readTable('texts/issuers.csv', columns).find(({ cells }) => cells.issuer === issuer);
  if (row === undefined) throw new Error(`${issuer} has no row in texts/issuers.csv.`);
  const { line, cells } = row;
  return {
    ...cells,
    paper: optionIn(line, cells.paper, papers),
    mark: optionIn(line, cells.mark, marks),
  };
}

/** The issuer's mark, drawn in a square. */
export function drawMark(
  doc: PDFKit.PDFDocument,
  style: HouseStyle,
  x: number,
  y: number,
  size: number,
): void {
  const at = (across: number, down: number): [number, number] => [
    x + across * size,
    y + down * size,
  ];
  doc
    .save()
    .fillColor(style.colour)
    .strokeColor(style.colour)
    .lineWidth(size * 0.12);
  switch (style.mark) {
    case 'bars':
      for (const bar of [0, 1, 2])
        doc.rect(
          x + bar * size * 0.36,
          y + bar * size * 0.18,
          size * 0.24,
          size * (1 - bar * 0.18),
        );
      doc.fill();
      break;
    case 'wedge':
      doc.polygon(at(0, 1), at(1, 0), at(0.62, 1)).fill();
      break;
    case 'ring':
      doc.circle(...at(0.5, 0.5), size * 0.42).stroke();
      doc.rect(...at(0.05, 0.44), size * 0.9, size * 0.12).fill();
      break;
    case 'cross':
      doc.roundedRect(...at(0.34, 0), size * 0.32, size, size * 0.1).fill();
      doc.roundedRect(...at(0, 0.34), size, size * 0.32, size * 0.1).fill();
      break;
    case 'hexagon':
      doc
        .polygon(
          at(0.5, 0),
          at(0.95, 0.26),
          at(0.95, 0.74),
          at(0.5, 1),
          at(0.05, 0.74),
          at(0.05, 0.26),
        )
        .stroke();
      doc.circle(...at(0.5, 0.5), size * 0.16).fill();
      break;
    case 'waves':
      for (const wave of [0.25, 0.5, 0.75]) {
        doc
          .moveTo(...at(0, wave))
          .bezierCurveTo(...at(0.3, wave - 0.3), ...at(0.6, wave + 0.3), ...at(1, wave))
          .stroke();
      }
      break;
    case 'diamond':
      doc.polygon(at(0.5, 0), at(1, 0.5), at(0.5, 1), at(0, 0.5)).fill();
      break;
    case 'arc':
      doc
        .moveTo(...at(0, 0.9))
        .bezierCurveTo(...at(0, 0.2), ...at(0.9, 0.2), ...at(0.95, 0.9))
        .stroke();
      doc.circle(...at(0.48, 0.8), size * 0.14).fill();
      break;
  }
  doc.restore();
}
