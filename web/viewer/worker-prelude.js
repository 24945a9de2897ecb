// Runs in the worker before pdf.js's own code; vite.config.ts puts the two together.

/**
 * Decodes a picture for pdf.js, which knows the browser's ImageDecoder only. What that gives is a
 * frame, as if of a film, and of every frame that was drawn Chromium keeps a copy where there is no
 * graphics card: a scan has one on each page, and fifty pages take 450 MB. Of a bitmap it keeps none.
 */
class BitmapDecoder {
  #picture;
  #size;

  static isTypeSupported = self.ImageDecoder?.isTypeSupported.bind(self.ImageDecoder);

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

if ('ImageDecoder' in self) self.ImageDecoder = BitmapDecoder;
