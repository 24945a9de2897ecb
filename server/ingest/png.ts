import { crc32, deflateSync } from 'node:zlib';

/**
 * A picture as PNG, from rows of red, green, blue and a fourth byte that is passed over. What has
 * no colour, as most standards, is kept in 16 shades of grey: a tenth of the bytes.
 */
export function encodePng(width: number, height: number, rgbx: Uint8Array): Buffer {
  const grey = isGrey(rgbx);
  const rows = grey ? greyRows(width, height, rgbx) : colourRows(width, height, rgbx);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(grey ? [4, 0] : [8, 2], 8); // bits and kind of a pixel: PNG, section 11.2.1
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const greyEnough = 12;

function isGrey(rgbx: Uint8Array): boolean {
  for (let at = 0; at < rgbx.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = [rgbx[at], rgbx[at + 1], rgbx[at + 2]];
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > greyEnough) return false;
  }
  return true;
}

function greyRows(width: number, height: number, rgbx: Uint8Array): Buffer {
  const rowBytes = 1 + Math.ceil(width / 2);
  const rows = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const shade = (rgbx[(y * width + x) * 4 + 1] ?? 0) >> 4;
      const at = y * rowBytes + 1 + (x >> 1);
      rows[at] = (rows[at] ?? 0) | (x % 2 === 0 ? shade << 4 : shade);
    }
  }
  return rows;
}

// Each row as its difference from the one above: PNG, section 9.2, filter type 2.
function colourRows(width: number, height: number, rgbx: Uint8Array): Buffer {
  const rowBytes = 1 + width * 3;
  const rows = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y++) {
    rows[y * rowBytes] = 2;
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4;
      for (let colour = 0; colour < 3; colour++) {
        const above = y === 0 ? 0 : (rgbx[from - width * 4 + colour] ?? 0);
        rows[y * rowBytes + 1 + x * 3 + colour] = (rgbx[from + colour] ?? 0) - above;
      }
    }
  }
  return rows;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
