import {
  drawFrame,
  drawHoleTable,
  drawNotes,
  drawPartsList,
  drawRevisions,
  drawTitleBlock,
} from './sheet.ts';
import { drawDetail, drawFrontView, drawSection, drawTopView } from './views.ts';
import type { DocumentFacts } from '../document-facts.ts';
import { bold, italic, regular } from '../fonts.ts';
import { readHouseStyle } from '../house-style.ts';
import { writePdf } from '../pdf-file.ts';

const pointsPerMillimetre = 72 / 25.4;
/** A0, landscape. */
const width = 1189 * pointsPerMillimetre;
const height = 841 * pointsPerMillimetre;

/** Writes a drawing on one A0 sheet, which readers have to zoom and pan. */
export async function writeDrawingPdf(path: string, drawing: DocumentFacts): Promise<void> {
  const options = {
    title: `${drawing.doc_num} ${drawing.title}`,
    subject: 'Drawing, A0',
    author: drawing.issuer,
    keywords: `${drawing.doc_num}, ${drawing.doc_rev}`,
    language: 'en',
    issued: drawing.issued,
    size: [width, height] as [number, number],
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
  };
  await writePdf(path, options, (doc) => {
    // As in old drawings, the fonts are named and not embedded: the viewer must have its own.
    doc.registerFont(regular, 'Helvetica');
    doc.registerFont(bold, 'Helvetica-Bold');
    doc.registerFont(italic, 'Helvetica-Oblique');
    doc.addPage();
    const inner = drawFrame(doc);
    drawFrontView(doc, [inner.x + 780, inner.y + 740]);
    drawSection(doc, [inner.x + 1900, inner.y + 740]);
    drawTopView(doc, { x: inner.x + 110, y: inner.y + 1590, width: 1130, height: 560 });
    drawDetail(doc, { x: inner.x + 1400, y: inner.y + 1590, width: 520, height: 560 }, 'B');
    drawDetail(doc, { x: inner.x + 1960, y: inner.y + 1590, width: 520, height: 560 }, 'C');
    const column = { x: inner.x + inner.width - 560, width: 560 };
    drawRevisions(doc, { ...column, y: inner.y, height: 0 }, drawing);
    drawNotes(doc, { ...column, y: inner.y + 170, height: 0 });
    drawHoleTable(doc, { ...column, y: inner.y + 640, height: 0 });
    drawPartsList(doc, { ...column, y: inner.y + 1330, height: 0 });
    const block = { ...column, y: inner.y + inner.height - 330, height: 330 };
    drawTitleBlock(doc, block, drawing, readHouseStyle(drawing.issuer));
  });
}
