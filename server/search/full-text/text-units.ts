/**
 * The UTF-16 units of a text, copied into an array: a string of JavaScript may be kept in many ways, and
 * asking which for every letter takes most of the time of reading it.
 */
export class TextUnits {
  #bytes = Buffer.alloc(1 << 14);
  /** Only the first ones, as many as the text has, are its own; the next one is zero. */
  units = unitsIn(this.#bytes);

  read(text: string): Uint16Array {
    if (text.length >= this.units.length) {
      this.#bytes = Buffer.alloc(text.length * 3);
      this.units = unitsIn(this.#bytes);
    }
    this.#bytes.write(text, 'utf16le');
    this.units[text.length] = 0;
    return this.units;
  }
}

// Every processor that Node runs on has the lower byte first.
function unitsIn(bytes: Buffer): Uint16Array {
  return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
}
