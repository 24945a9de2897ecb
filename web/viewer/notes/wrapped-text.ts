import { wrapText } from '#contract/note-drawing.ts';

/** As in notes-layer.module.css; the copy of the PDF has Helvetica, too. */
const fontFamily = 'Helvetica, Arial, "Liberation Sans", sans-serif';

let canvas: CanvasRenderingContext2D | null = null;

function widthOf(text: string): number {
  canvas ??= document.createElement('canvas').getContext('2d');
  if (canvas === null) return text.length * 0.5;
  canvas.font = `100px ${fontFamily}`;
  return canvas.measureText(text).width / 100;
}

/** The text in lines that are not wider than this, for letters of this size. */
export function wrapped(text: string, width: number, size: number): string[] {
  return wrapText(text, { width, size }, widthOf);
}
