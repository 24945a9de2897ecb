/** How a customer's standards look, so that readers know at a glance whose paper they hold. */
export type HouseStyle = {
  department: string;
  colour: string;
  paper: 'A4' | 'LETTER';
  mark: 'bars' | 'ring' | 'wedge' | 'hexagon' | 'waves' | 'diamond' | 'cross' | 'arc';
  people: readonly [string, string, string];
};

const styles: Record<string, HouseStyle> = {
  'Norvanta Automotive': {
    department: 'Body and Chassis Engineering',
    colour: '#123c69',
    paper: 'A4',
    mark: 'bars',
    people: ['J. Whitlock', 'M. Sarraf', 'Dr. P. Ellmann'],
  },
  'Caelora Aircraft': {
    department: 'Materials and Processes',
    colour: '#7a1f2b',
    paper: 'LETTER',
    mark: 'wedge',
    people: ['R. Okafor', 'D. Lindqvist', 'T. Marsh'],
  },
  'Trakvia Rail Systems': {
    department: 'Rolling Stock Standards',
    colour: '#14532d',
    paper: 'A4',
    mark: 'ring',
    people: ['L. Brandt', 'K. Novotny', 'S. Adler'],
  },
  'Medorin Medical': {
    department: 'Design Quality',
    colour: '#0f5e6b',
    paper: 'LETTER',
    mark: 'cross',
    people: ['A. Pereira', 'N. Holt', 'Dr. I. Rahman'],
  },
  'Kazemori Heavy Industries': {
    department: '風森重工業 技術標準部',
    colour: '#8a3a00',
    paper: 'A4',
    mark: 'hexagon',
    people: ['佐藤 健', '高橋 直美', '中村 誠'],
  },
  'Fjordal Marine Power': {
    department: 'Propulsion and Deck Machinery',
    colour: '#1e3a5f',
    paper: 'A4',
    mark: 'waves',
    people: ['E. Solberg', 'H. Dahl', 'B. Rustad'],
  },
  'Ackerhold Landtechnik': {
    department: 'Normenstelle',
    colour: '#4a5a12',
    paper: 'A4',
    mark: 'diamond',
    people: ['F. Reimers', 'U. Kessler', 'Dr. G. Thoma'],
  },
  'Solenne Électronique': {
    department: 'Direction technique',
    colour: '#4b2a7b',
    paper: 'A4',
    mark: 'arc',
    people: ['C. Mercier', 'B. Aubry', 'V. Lacombe'],
  },
  'Joint Supplier Circle': {
    department: 'Working group 4',
    colour: '#374151',
    paper: 'A4',
    mark: 'ring',
    people: ['Working group 4', 'Editors', 'Assembly'],
  },
};

export function houseStyleOf(issuer: string): HouseStyle {
  const style = styles[issuer];
  if (style === undefined) throw new Error(`${issuer} has no house style.`);
  return style;
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
