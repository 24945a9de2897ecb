import { random } from '../random.ts';
import type { Figure } from './figure.ts';
import { type Point, arrow, callOut, hatch, ink, label, line, outline } from '../pen.ts';

/** Salt spray chamber with tilted panels. */
export const chamber: Figure = (doc, box, { say }) => {
  const left = box.x + box.width / 2 - 130;
  const top = box.y + 22;
  outline(doc, [
    [left, top + 28],
    [left + 130, top],
    [left + 260, top + 28],
    [left + 260, top + 140],
    [left, top + 140],
  ]);
  doc
    .rect(left + 4, top + 112, 252, 26)
    .fillOpacity(0.25)
    .fill('#6f93b8')
    .fillOpacity(1);
  line(doc, [left + 4, top + 112], [left + 256, top + 112], 0.4);
  line(doc, [left + 130, top + 112], [left + 130, top + 52], 2.4);
  for (const way of [-1, 1]) {
    for (let jet = 0; jet < 5; jet++) {
      const to: Point = [left + 130 + way * 34, top + 32 + jet * 7];
      line(doc, [left + 130 + way * 3, top + 50], to, 0.3);
    }
    for (let panel = 0; panel < 3; panel++) {
      const x = left + 130 + way * (50 + panel * 26);
      line(doc, [x, top + 92], [x + way * 12, top + 52], 2);
      line(doc, [x - 6, top + 92], [x + 10, top + 92], 0.8);
    }
  }
  outline(doc, [
    [left + 34, top + 96],
    [left + 52, top + 96],
    [left + 43, top + 108],
  ]);
  callOut(doc, say('Panels'), [left + 290, top + 56], [left + 214, top + 72]);
  callOut(doc, say('Nozzle'), [left + 290, top + 24], [left + 130, top + 52]);
  callOut(doc, say('Brine'), [left + 290, top + 126], [left + 220, top + 126]);
  callOut(doc, say('Collecting funnel'), [left - 28, top + 84], [left + 40, top + 100]);
  label(doc, '35 °C ± 2 °C', [left + 130, top + 146]);
};

/** Workplace with mat, strap, floor and one common earth. */
export const bench: Figure = (doc, box, { say }) => {
  const left = box.x + box.width / 2 - 120;
  const top = box.y + 70;
  doc.rect(left, top, 240, 8).fillAndStroke('#d7dadf', ink);
  doc.rect(left + 30, top - 4, 180, 4).fillAndStroke('#5f8f77', ink);
  line(doc, [left + 16, top + 8], [left + 16, top + 84], 2);
  line(doc, [left + 224, top + 8], [left + 224, top + 84], 2);
  const floor: Point[] = [
    [left - 60, top + 84],
    [left + 300, top + 84],
    [left + 300, top + 92],
    [left - 60, top + 92],
  ];
  hatch(doc, floor, 4);
  outline(doc, floor);
  doc.rect(left + 92, top - 52, 56, 16).fillAndStroke('white', ink);
  for (let ray = -2; ray <= 2; ray++) {
    arrow(doc, [left + 120 + ray * 8, top - 34], [left + 120 + ray * 15, top - 14], 0.3);
  }
  doc.rect(left + 100, top - 9, 40, 5).fill(ink);
  const earth: Point = [left + 190, top + 58];
  doc.circle(earth[0], earth[1], 3.5).fill(ink);
  doc.lineWidth(0.7).strokeColor(ink);
  doc
    .moveTo(left + 200, top - 2)
    .bezierCurveTo(left + 206, top + 30, left + 190, top + 30, ...earth)
    .stroke();
  doc
    .moveTo(left + 60, top - 6)
    .bezierCurveTo(left + 50, top + 44, left + 150, top + 20, ...earth)
    .stroke();
  line(doc, earth, [left + 190, top + 84], 0.9);
  doc
    .circle(left + 60, top - 8, 4)
    .lineWidth(1.2)
    .stroke();
  line(doc, [left + 180, top + 96], [left + 200, top + 96], 1.2);
  line(doc, [left + 184, top + 99], [left + 196, top + 99], 1.2);
  line(doc, [left + 188, top + 102], [left + 192, top + 102], 1.2);
  callOut(doc, say('Ioniser'), [left + 262, top - 44], [left + 148, top - 44]);
  callOut(doc, say('Mat'), [left + 262, top - 14], [left + 204, top - 2]);
  callOut(doc, say('Common earth'), [left + 262, top + 50], earth);
  callOut(doc, say('Wrist strap'), [left - 20, top - 30], [left + 58, top - 10]);
  callOut(doc, say('Floor'), [left - 20, top + 62], [left - 8, top + 86]);
};

/** Angle probe above a flaw, and what the screen shows. */
export const probe: Figure = (doc, box, { say, seed }) => {
  const left = box.x + 30;
  const top = box.y + 62;
  const flaw: Point = [left + 148, top + 46];
  const plate: Point[] = [
    [left, top],
    [left + 230, top],
    [left + 230, top + 62],
    [left, top + 62],
  ];
  outline(doc, plate);
  doc
    .polygon([left + 128, top], [left + 178, top], [left + 158, top + 62], [left + 148, top + 62])
    .fillAndStroke('#d7dadf', ink);
  doc
    .polygon([left + 52, top], [left + 52, top - 22], [left + 72, top - 30], [left + 96, top])
    .fillAndStroke('#eef0f3', ink);
  doc
    .moveTo(left + 76, top)
    .lineTo(left + 118, top + 62)
    .lineTo(...flaw)
    .lineWidth(0.8)
    .strokeColor('#9a3324')
    .stroke();
  doc.ellipse(flaw[0], flaw[1], 3, 5).fill('#9a3324');
  callOut(doc, say('Probe'), [left + 20, top - 36], [left + 66, top - 16]);
  callOut(doc, say('Flaw'), [left + 206, top - 26], flaw);
  label(doc, `${45 + 15 * Math.floor(random(seed, 'angle') * 3)}°`, [left + 94, top + 8]);
  const screen = { x: box.x + box.width - 180, y: box.y + 22, width: 160, height: 110 };
  doc
    .roundedRect(screen.x, screen.y, screen.width, screen.height, 5)
    .lineWidth(1)
    .strokeColor(ink)
    .stroke();
  const foot = screen.y + screen.height - 16;
  const echo = (x: number, height: number) => {
    line(doc, [x - 3, foot], [x, foot - height], 0.8);
    line(doc, [x, foot - height], [x + 3, foot], 0.8);
  };
  line(doc, [screen.x + 8, foot], [screen.x + screen.width - 8, foot], 0.6);
  echo(screen.x + 18, 82);
  echo(screen.x + 70 + random(seed, 'echo') * 30, 38 + random(seed, 'height') * 22);
  echo(screen.x + 138, 24);
  doc.save().dash(3, { space: 2 });
  line(doc, [screen.x + 30, foot - 30], [screen.x + screen.width - 12, foot - 30], 0.5);
  doc.undash().restore();
  label(doc, say('Registration level'), [screen.x + screen.width - 12, foot - 88], {
    align: 'right',
    size: 6.5,
  });
  label(doc, say('Time of flight'), [screen.x + screen.width / 2, foot + 4], { size: 6.5 });
};

/** From the rinsed part through the membrane to the microscope. */
export const filtration: Figure = (doc, box, { say }) => {
  const left = box.x + 40;
  const top = box.y + 24;
  outline(doc, [
    [left, top],
    [left + 150, top],
    [left + 150, top + 72],
    [left + 84, top + 104],
    [left + 66, top + 104],
    [left, top + 72],
  ]);
  doc.roundedRect(left + 48, top + 34, 54, 26, 4).fillAndStroke('#d7dadf', ink);
  for (let jet = -2; jet <= 2; jet++)
    line(doc, [left + 75, top + 12], [left + 75 + jet * 12, top + 32], 0.4);
  line(doc, [left + 75, top - 8], [left + 75, top + 12], 2);
  doc.rect(left + 56, top + 108, 38, 6).fillAndStroke('#f2d9a2', ink);
  outline(doc, [
    [left + 60, top + 118],
    [left + 90, top + 118],
    [left + 104, top + 148],
    [left + 46, top + 148],
  ]);
  arrow(doc, [left + 170, top + 111], [left + 250, top + 111], 0.8);
  const centre: Point = [left + 320, top + 76];
  doc.circle(centre[0], centre[1], 52).lineWidth(1).strokeColor(ink).stroke();
  for (let particle = 0; particle < 26; particle++) {
    const angle = particle * 2.4;
    const away = 8 + ((particle * 37) % 38);
    const size = 0.8 + ((particle * 7) % 5) * 0.7;
    doc
      .ellipse(
        centre[0] + Math.cos(angle) * away,
        centre[1] + Math.sin(angle) * away,
        size * 1.6,
        size,
      )
      .fill('#444a52');
  }
  callOut(doc, say('Nozzle'), [left + 176, top - 4], [left + 75, top + 8]);
  callOut(doc, say('Part'), [left + 176, top + 40], [left + 100, top + 46]);
  callOut(doc, say('Membrane'), [left + 26, top + 124], [left + 58, top + 111]);
  label(doc, say('Microscope'), [left + 210, top + 98]);
  label(doc, say('Particles on the membrane'), [centre[0], centre[1] + 58]);
};
