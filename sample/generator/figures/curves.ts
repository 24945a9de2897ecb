import { random, randomNumbers } from '../random.ts';
import type { Figure } from './figure.ts';
import { type Box, type Doc, type Point, arrow, callOut, ink, label, line } from '../pen.ts';

export const stressStrain: Figure = (doc, box, { say, seed, tensile }) => {
  const yieldMpa = tensile?.yieldMpa ?? Math.round(300 + 60 * Math.floor(random(seed, 're') * 10));
  const strengthMpa = tensile?.strengthMpa ?? Math.round((yieldMpa * 1.25) / 10) * 10;
  const elongationPercent = tensile?.elongationPercent ?? Math.round(10 + random(seed, 'a') * 14);
  const top = strengthMpa * 1.15;
  const far = elongationPercent * 1.2;
  const at = axes(doc, box, `${say('Strain')} (%)`, `${say('Stress')} (MPa)`, far, top);
  const elastic = far * 0.04;
  const necking = elongationPercent * 0.72;
  curve(doc, [
    at(0, 0),
    at(elastic, yieldMpa),
    at(elastic * 2, yieldMpa * 0.985),
    at(necking * 0.45, yieldMpa + (strengthMpa - yieldMpa) * 0.72),
    at(necking, strengthMpa),
    at(elongationPercent, strengthMpa * 0.86),
  ]);
  dashedLine(doc, at(0, strengthMpa), at(necking, strengthMpa));
  dashedLine(doc, at(0, yieldMpa), at(elastic, yieldMpa));
  dashedLine(doc, at(elongationPercent, strengthMpa * 0.86), at(elongationPercent, 0));
  const end = at(elongationPercent, strengthMpa * 0.86);
  doc.circle(end[0], end[1], 2).fill(ink);
  label(doc, `Rm ${strengthMpa}`, moved(at(necking, strengthMpa), 0, -11));
  callOut(doc, `Re ${yieldMpa}`, moved(at(elastic, yieldMpa), 40, 26), at(elastic, yieldMpa));
  label(doc, `A ${elongationPercent}`, moved(at(elongationPercent, 0), -4, -12), {
    align: 'right',
  });
};

export const temperatureCycle: Figure = (doc, box, { say, seed }) => {
  const high = 900 + 10 * Math.floor(random(seed, 'high') * 5);
  const hardening = 820 + 10 * Math.floor(random(seed, 'hardening') * 4);
  const temper = 160 + 10 * Math.floor(random(seed, 'temper') * 4);
  const at = axes(doc, box, `${say('Time')} (h)`, `${say('Temperature')} (°C)`, 12, 1050);
  const course: [number, number][] = [
    [0, 20],
    [1.5, high],
    [5.2, high],
    [5.8, hardening],
    [6.6, hardening],
    [6.9, 60],
    [7.8, 60],
    [8.4, temper],
    [10.4, temper],
    [11.4, 20],
  ];
  polyline(
    doc,
    course.map(([hours, degrees]) => at(hours, degrees)),
    1.3,
  );
  const above = (hours: number, degrees: number, text: string) =>
    label(doc, text, moved(at(hours, degrees), 0, -12));
  above(3.3, high, `${say('Carburise')} ${high}`);
  above(6.6, hardening, `${say('Quench')} ${hardening}`);
  above(9.4, temper, `${say('Temper')} ${temper}`);
  for (const hours of [1.5, 5.2, 8.4, 10.4]) dashedLine(doc, at(hours, 0), at(hours, 130));
};

export const torqueAngle: Figure = (doc, box, { say, seed }) => {
  const final = 40 + 5 * Math.floor(random(seed, 'final') * 12);
  const snug = Math.round(final * 0.4);
  const at = axes(doc, box, `${say('Angle')} (°)`, `${say('Torque')} (Nm)`, 200, final * 1.3);
  curve(doc, [
    at(0, final * 0.04),
    at(60, final * 0.06),
    at(85, snug),
    at(130, final * 0.8),
    at(165, final),
  ]);
  const [left, top] = at(150, final * 1.12);
  const [right, bottom] = at(180, final * 0.9);
  doc
    .rect(left, top, right - left, bottom - top)
    .fillOpacity(0.12)
    .fill('#1f6f3f')
    .fillOpacity(1);
  doc
    .rect(left, top, right - left, bottom - top)
    .lineWidth(0.6)
    .strokeColor('#1f6f3f')
    .stroke();
  label(doc, say('Window'), [(left + right) / 2, top - 11]);
  dashedLine(doc, at(0, snug), at(85, snug));
  dashedLine(doc, at(0, final), at(165, final));
  label(doc, `${say('Snug torque')} ${snug}`, moved(at(4, snug), 0, -10), { align: 'left' });
  label(doc, `${say('Final torque')} ${final}`, moved(at(4, final), 0, -10), { align: 'left' });
};

export const roughness: Figure = (doc, box, { say, seed }) => {
  const next = randomNumbers(seed, 'profile');
  const middle = box.y + box.height / 2;
  const width = box.width - 60;
  const points: Point[] = [];
  let height = 0;
  for (let step = 0; step <= 260; step++) {
    height = height * 0.72 + (next() - 0.5) * 34;
    points.push([box.x + 30 + (step / 260) * width, middle + height]);
  }
  polyline(doc, points, 0.8);
  line(doc, [box.x + 20, middle], [box.x + box.width - 20, middle], 0.6);
  label(doc, say('Mean line'), [box.x + box.width - 22, middle + 4], { align: 'right' });
  const section = width / 5;
  for (let at = 0; at < 5; at++) {
    const x = box.x + 30 + at * section;
    const mine = points.filter((point) => point[0] >= x && point[0] <= x + section);
    const peak = Math.min(...mine.map((point) => point[1]));
    const valley = Math.max(...mine.map((point) => point[1]));
    dashedLine(doc, [x, box.y + 14], [x, box.y + box.height - 24]);
    line(doc, [x + 3, peak], [x + section - 3, peak], 0.3);
    line(doc, [x + 3, valley], [x + section - 3, valley], 0.3);
    arrow(doc, [x + section * 0.2, middle], [x + section * 0.2, peak], 0.4);
    arrow(doc, [x + section * 0.2, middle], [x + section * 0.2, valley], 0.4);
    label(doc, `Rz${at + 1}`, [x + section * 0.2 + 12, box.y + 14]);
  }
  dashedLine(doc, [box.x + 30 + width, box.y + 14], [box.x + 30 + width, box.y + box.height - 24]);
  const foot = box.y + box.height - 18;
  arrow(doc, [box.x + box.width / 2, foot], [box.x + 30, foot], 0.4);
  arrow(doc, [box.x + box.width / 2, foot], [box.x + 30 + width, foot], 0.4);
  label(doc, say('Measured length'), [box.x + box.width / 2, foot + 5]);
};

/** Draws both axes and gives the function that finds the point for a pair of values. */
function axes(doc: Doc, box: Box, xName: string, yName: string, xMost: number, yMost: number) {
  const left = box.x + 58;
  const bottom = box.y + box.height - 30;
  const right = box.x + box.width - 20;
  const top = box.y + 8;
  const at = (x: number, y: number): Point => [
    left + ((right - left - 14) * x) / xMost,
    bottom - ((bottom - top - 14) * y) / yMost,
  ];
  const step = niceStep(xMost);
  for (let x = step; x <= xMost; x += step) {
    line(doc, [at(x, 0)[0], bottom], [at(x, 0)[0], bottom + 3]);
    label(doc, String(Math.round(x * 10) / 10), [at(x, 0)[0], bottom + 5], { size: 6.5 });
  }
  const rise = niceStep(yMost);
  for (let y = rise; y <= yMost; y += rise) {
    line(doc, [left - 3, at(0, y)[1]], [left, at(0, y)[1]]);
    label(doc, String(y), [left - 5, at(0, y)[1] - 3.5], { size: 6.5, align: 'right' });
  }
  arrow(doc, [left, bottom], [right, bottom], 0.8);
  arrow(doc, [left, bottom], [left, top], 0.8);
  label(doc, xName, [right, bottom + 16], { align: 'right' });
  doc.save().rotate(-90, { origin: [box.x + 12, (top + bottom) / 2] });
  label(doc, yName, [box.x + 12, (top + bottom) / 2]);
  doc.restore();
  return at;
}

function niceStep(most: number): number {
  const rough = most / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 2.5, 5, 10].find((each) => each * power >= rough) ?? 10;
  return factor * power;
}

function polyline(doc: Doc, points: Point[], width: number): void {
  points.forEach(([x, y], at) => (at === 0 ? doc.moveTo(x, y) : doc.lineTo(x, y)));
  doc.lineWidth(width).lineJoin('round').strokeColor(ink).stroke();
}

/** A smooth curve through the points. */
function curve(doc: Doc, points: Point[]): void {
  points.forEach((point, at) => {
    const last = points[at - 1];
    if (last === undefined) return doc.moveTo(...point);
    const beforeLast = points[at - 2] ?? last;
    const next = points[at + 1] ?? point;
    const out: Point = [
      last[0] + (point[0] - beforeLast[0]) / 6,
      last[1] + (point[1] - beforeLast[1]) / 6,
    ];
    const into: Point = [point[0] - (next[0] - last[0]) / 6, point[1] - (next[1] - last[1]) / 6];
    return doc.bezierCurveTo(...out, ...into, ...point);
  });
  doc.lineWidth(1.4).strokeColor(ink).stroke();
}

function dashedLine(doc: Doc, from: Point, to: Point): void {
  doc.save().dash(2.5, { space: 2 });
  line(doc, from, to, 0.4);
  doc.undash().restore();
}

function moved([x, y]: Point, right: number, down: number): Point {
  return [x + right, y + down];
}
