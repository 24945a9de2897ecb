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
export function wrapped(text: string, width: number, size: number, measure = widthOf): string[] {
  const fits = (line: string) => measure(line) * size <= width;
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (fits(longer)) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      const pieces = pieced(word, fits);
      line = pieces.pop() ?? '';
      lines.push(...pieces);
    }
    return [...lines, line];
  });
}

/** A word that is wider than the box, cut where it must be. */
function pieced(word: string, fits: (text: string) => boolean): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const letter of word) {
    if (piece !== '' && !fits(piece + letter)) {
      pieces.push(piece);
      piece = '';
    }
    piece += letter;
  }
  return [...pieces, piece];
}
