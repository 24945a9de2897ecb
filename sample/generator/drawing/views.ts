import { randomNumbers } from '../random.ts';
import {
  beside,
  circle,
  cross,
  cuttingArrow,
  hiddenLine,
  holes,
  leader,
  dimensionLine,
  narrow,
  onCircle,
  tolerance,
  wide,
} from './marks.ts';
import {
  type Box,
  type Doc,
  type Point,
  centreLine,
  hatch,
  ink,
  label,
  line,
  outline,
} from '../pen.ts';

/** The housing from the front: bores, bolt circles, ribs, windows and feet. */
export function drawFrontView(doc: Doc, centre: Point): void {
  const [x, y] = centre;
  for (const radius of [520, 505, 400, 360, 352, 180, 120, 112]) circle(doc, centre, radius, wide);
  for (const radius of [460, 150]) circle(doc, centre, radius, narrow, true);
  holes(doc, centre, 460, 24, 17);
  holes(doc, centre, 150, 12, 9);
  for (let rib = 0; rib < 12; rib++) drawRib(doc, centre, (rib * Math.PI) / 6);
  for (let window = 0; window < 6; window++)
    drawWindow(doc, centre, (window * Math.PI) / 3 + Math.PI / 6);
  const foot: Point[] = [
    [x - 470, y + 600],
    [x - 470, y + 540],
    [x - 330, y + 540],
    [x - 290, y + 440],
    [x + 290, y + 440],
    [x + 330, y + 540],
    [x + 470, y + 540],
    [x + 470, y + 600],
  ];
  doc
    .save()
    .rect(x - 600, y + 432, 1200, 200)
    .clip();
  outline(doc, foot, wide);
  doc.restore();
  for (const across of [-420, -370, 370, 420]) {
    centreLine(doc, [x + across, y + 520], [x + across, y + 616]);
    for (const side of [-13, 13])
      hiddenLine(doc, [x + across + side, y + 540], [x + across + side, y + 600]);
  }
  centreLine(doc, [x - 560, y], [x + 560, y]);
  centreLine(doc, [x, y - 560], [x, y + 640]);
  const diameters: [half: number, offset: number, text: string][] = [
    [180, 690, 'Ø360 H7'],
    [360, 725, 'Ø720'],
    [460, 760, 'Ø920 ± 0.1'],
    [520, 795, 'Ø1040'],
  ];
  for (const [half, offset, text] of diameters)
    dimensionLine(doc, [x - half, y], [x + half, y], offset, text);
  dimensionLine(doc, [x - 470, y + 600], [x - 470, y], -130, '600 ± 0.2');
  dimensionLine(doc, [x - 330, y + 540], [x - 330, y + 600], -190, '60');
  dimensionLine(doc, [x + 520, y - 520], [x + 520, y + 600], 90, '1120');
  leader(
    doc,
    onCircle(centre, 460, -Math.PI / 3),
    [x + 470, y - 560],
    ['24 × Ø17 H13', 'equally spaced'],
  );
  leader(doc, onCircle(centre, 150, -2.2), [x - 470, y - 560], ['12 × M10 – 6H', 'depth 24 / 30']);
  leader(doc, onCircle(centre, 340, 3.66), [x - 560, y - 330], ['12 ribs, 14 thick', 'R8']);
  tolerance(doc, [x + 500, y - 440], ['Ø0.2', 'A', 'B', 'C']);
  tolerance(doc, [x - 700, y - 470], ['Ø0.05', 'A']);
  cuttingArrow(doc, [x, y - 610], 'A');
  cuttingArrow(doc, [x, y + 636], 'A');
}

/** The cut through the axis: walls hatched, steps of the bores dimensioned. */
export function drawSection(doc: Doc, centre: Point): void {
  const [x, y] = centre;
  const upper: Point[] = [
    [-230, -520],
    [-170, -520],
    [-170, -410],
    [120, -390],
    [120, -470],
    [190, -470],
    [190, -250],
    [230, -250],
    [230, -180],
    [150, -180],
    [150, -205],
    [40, -205],
    [40, -180],
    [-60, -180],
    [-60, -225],
    [-130, -225],
    [-130, -300],
    [-90, -330],
    [60, -330],
    [90, -350],
    [-180, -350],
    [-180, -120],
    [-230, -120],
  ];
  for (const way of [1, -1]) {
    const wall = upper.map(([right, up]): Point => [x + right, y + up * way]);
    hatch(doc, wall, 13);
    outline(doc, wall, wide);
    for (const up of [470, 445]) hiddenLine(doc, [x - 230, y - up * way], [x - 170, y - up * way]);
    centreLine(doc, [x - 260, y - 458 * way], [x - 140, y - 458 * way]);
  }
  for (const right of [-230, -180, -60, 40, 150, 230])
    line(doc, [x + right, y - 180], [x + right, y + 180], wide);
  centreLine(doc, [x - 330, y], [x + 330, y]);
  const lengths: [from: number, to: number, offset: number, text: string][] = [
    [-230, -170, -70, '60'],
    [-170, 120, -70, '290'],
    [120, 190, -70, '70'],
    [-230, 190, -110, '420 ± 0.15'],
    [-230, 230, -150, '460'],
  ];
  for (const [from, to, offset, text] of lengths)
    dimensionLine(doc, [x + from, y - 520], [x + to, y - 520], offset, text);
  const heights: [half: number, offset: number, text: string][] = [
    [180, 90, 'Ø360 H7'],
    [205, 135, 'Ø410 + 0.1'],
    [250, 180, 'Ø500 h9'],
    [470, 225, 'Ø940'],
  ];
  for (const [half, offset, text] of heights)
    dimensionLine(doc, [x + 230, y - half], [x + 230, y + half], offset, text);
  for (const [half, offset, text] of [
    [120, -80, 'Ø240'],
    [520, -130, 'Ø1040'],
  ] as const) {
    dimensionLine(doc, [x - 230, y - half], [x - 230, y + half], offset, text);
  }
  const steps: [from: number, to: number, offset: number, text: string][] = [
    [-60, 40, 90, '100'],
    [40, 150, 90, '110'],
    [150, 230, 90, '80'],
    [-60, 230, 130, '290 ± 0.1'],
  ];
  for (const [from, to, offset, text] of steps)
    dimensionLine(doc, [x + from, y + 470], [x + to, y + 470], offset, text);
  tolerance(doc, [x - 160, y + 660], ['0.03', 'A – B']);
  tolerance(doc, [x + 80, y + 660], ['0.02', 'B']);
  leader(doc, [x + 95, y - 205], [x + 20, y - 70], ['Rz 6.3', 'no marks across']);
  leader(doc, [x - 200, y + 200], [x - 60, y + 90], ['datum A', 'Rz 16']);
  circle(doc, [x + 170, y - 215], 78, narrow);
  label(doc, 'B', [x + 262, y - 300], { size: 24 });
  circle(doc, [x - 110, y + 262], 88, narrow);
  line(doc, [x - 70, y + 340], [x - 40, y + 430], narrow);
  label(doc, 'C', [x - 32, y + 432], { size: 24 });
  label(doc, 'SECTION A–A', [x, y + 720], { size: 28 });
}

/** The mounting face with its hole pattern, each hole named for the table. */
export function drawTopView(doc: Doc, box: Box): void {
  const next = randomNumbers('top view');
  const plate: Point[] = [
    [box.x + 60, box.y + 60],
    [box.x + box.width - 60, box.y + 60],
    [box.x + box.width, box.y + 120],
    [box.x + box.width, box.y + box.height - 90],
    [box.x + box.width - 60, box.y + box.height - 30],
    [box.x + 60, box.y + box.height - 30],
    [box.x, box.y + box.height - 90],
    [box.x, box.y + 120],
  ];
  outline(doc, plate, wide);
  const middle = box.y + box.height / 2 + 15;
  doc
    .roundedRect(box.x + 260, middle - 120, box.width - 520, 240, 60)
    .lineWidth(wide)
    .strokeColor(ink)
    .stroke();
  doc
    .roundedRect(box.x + 282, middle - 98, box.width - 564, 196, 46)
    .lineWidth(narrow)
    .stroke();
  centreLine(doc, [box.x - 40, middle], [box.x + box.width + 40, middle]);
  centreLine(doc, [box.x + box.width / 2, box.y], [box.x + box.width / 2, box.y + box.height + 20]);
  for (let hole = 0; hole < 22; hole++) {
    const edge = hole % 2 === 0 ? box.y + 118 : box.y + box.height - 88;
    const at: Point = [
      box.x + 70 + Math.floor(hole / 2) * ((box.width - 140) / 10),
      edge + (next() - 0.5) * 26,
    ];
    circle(doc, at, 9 + (hole % 3) * 3, wide);
    cross(doc, at, 24);
    label(doc, `H${hole + 1}`, [at[0] + 28, at[1] - 30], { size: 14 });
  }
  const step = (box.width - 140) / 10;
  for (let column = 0; column < 10; column++) {
    const left = box.x + 70 + column * step;
    dimensionLine(
      doc,
      [left, box.y + 60],
      [left + step, box.y + 60],
      -30,
      (42 + next() * 8).toFixed(1),
    );
  }
  dimensionLine(doc, [box.x, box.y + 120], [box.x + box.width, box.y + 120], -125, '565 ± 0.3');
  dimensionLine(doc, [box.x, box.y + 120], [box.x, box.y + box.height - 90], -60, '175');
  dimensionLine(
    doc,
    [box.x + box.width, box.y + 60],
    [box.x + box.width, box.y + box.height - 30],
    60,
    '235',
  );
  label(doc, 'VIEW D (mounting face)', [box.x + box.width / 2, box.y + box.height + 30], {
    size: 24,
  });
}

/** A corner, five times as large. */
export function drawDetail(doc: Doc, box: Box, name: string): void {
  const centre: Point = [box.x + box.width / 2, box.y + 250];
  circle(doc, centre, 230, narrow);
  doc
    .save()
    .circle(...centre, 230)
    .clip();
  const [x, y] = centre;
  const step = name === 'B' ? 60 : -20;
  const body: Point[] = [
    [x - 260, y + 260],
    [x - 260, y - 40],
    [x - 60, y - 40],
    [x - 60, y + step],
    [x + 30, y + step],
    [x + 60, y + step - 40],
    [x + 60, y - 150],
    [x + 150, y - 150],
    [x + 150, y + 40],
    [x + 260, y + 40],
    [x + 260, y + 260],
  ];
  hatch(doc, body, 16);
  outline(doc, body, wide);
  doc.restore();
  dimensionLine(doc, [x + 60, y - 150], [x + 150, y - 150], -46, name === 'B' ? '18 + 0.2' : '16');
  if (name === 'B') dimensionLine(doc, [x - 60, y - 40], [x - 60, y + step], -70, '20');
  dimensionLine(doc, [x - 60, y - 40], [x + 60, y - 40], -160, name === 'B' ? '24 ± 0.05' : '22');
  leader(doc, [x + 45, y + step - 20], [x + 190, y + 190], ['R3', 'blend, no step']);
  leader(doc, [x + 150, y - 60], [x + 225, y - 190], ['Rz 6.3']);
  label(doc, `DETAIL ${name} (5 : 1)`, [x, box.y + box.height - 40], { size: 24 });
}

function drawRib(doc: Doc, centre: Point, angle: number): void {
  for (const side of [-8, 8]) {
    const from = beside(onCircle(centre, 185, angle), angle, side);
    line(doc, from, beside(onCircle(centre, 350, angle), angle, side), wide);
  }
}

function drawWindow(doc: Doc, centre: Point, angle: number): void {
  const points: Point[] = [];
  for (let at = -6; at <= 6; at++) points.push(onCircle(centre, 320, angle + at * 0.028 + 0.26));
  for (let at = 6; at >= -6; at--) points.push(onCircle(centre, 230, angle + at * 0.02 + 0.26));
  outline(doc, points, narrow);
}
