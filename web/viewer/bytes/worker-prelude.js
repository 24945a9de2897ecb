// Runs in the worker before pdf.js's own code; vite.config.ts puts the two together.

/**
 * Decodes photographs for pdf.js in the place of the browser's ImageDecoder, which not every browser
 * has, and none has without HTTPS: pdf.js would decode them itself, more slowly. And what that
 * gives is a frame, as if of a film: of every one that was drawn Chromium keeps a copy where there is
 * no graphics card. A scan has one on each page, and fifty pages would take 450 MB. Of a bitmap it
 * keeps none.
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
    // pdf.js asks a frame for its size by these names.
    return {
      image: Object.assign(image, { displayWidth: image.width, displayHeight: image.height }),
    };
  }

  close() {}
}

self.ImageDecoder = BitmapDecoder;
