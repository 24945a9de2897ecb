// Runs in the worker before pdf.js's own code; vite.config.ts puts the two together.

/**
 * Decodes photographs for pdf.js, in place of the browser's ImageDecoder. Not every browser has that
 * one, and none has it without HTTPS; pdf.js would then decode photographs itself, more slowly. Where
 * there is one, it decodes to video frames, and without a graphics card Chromium keeps a copy of every
 * frame that was drawn: fifty pages of a scan, with a photograph on each, would take 450 MB. Of a
 * bitmap it keeps no copy.
 */
class BitmapDecoder {
  #picture;
  #size;

  static async isTypeSupported(type) {
    return type === 'image/jpeg' || type === 'image/bmp';
  }

  constructor({ data, type, desiredWidth: resizeWidth, desiredHeight: resizeHeight }) {
    this.#picture = new Blob([data], { type });
    this.#size = resizeWidth === undefined ? {} : { resizeWidth, resizeHeight };
  }

  async decode() {
    const image = await createImageBitmap(this.#picture, this.#size);
    // pdf.js reads the size of a video frame from these two properties.
    return {
      image: Object.assign(image, { displayWidth: image.width, displayHeight: image.height }),
    };
  }

  close() {}
}

self.ImageDecoder = BitmapDecoder;
