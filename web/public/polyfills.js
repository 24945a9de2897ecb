// What the oldest supported browsers lack and we, or pdf.js's build for older browsers, use; each part
// is taken out when every supported browser has it (tools/browsers/oldest-browsers.ts). Runs before all else, on the
// page and in pdf.js's worker (vite.config.ts). For scripts, so plain functions without modules.
(function addMissing(global) {
  function add(owner, name, value) {
    if (owner === undefined || name in owner) return;
    Object.defineProperty(owner, name, { value, writable: true, configurable: true });
  }

  // Chrome 119, Firefox 121, Safari 17.4
  add(global.Promise, 'withResolvers', function withResolvers() {
    const made = {};
    made.promise = new this((resolve, reject) => {
      made.resolve = resolve;
      made.reject = reject;
    });
    return made;
  });

  // Chrome 122, Firefox 131, Safari 18.4: the grid's library computes its columns with them.
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  add(iterators, 'map', function* map(change) {
    let index = 0;
    for (const item of this) yield change(item, index++);
  });
  add(iterators, 'filter', function* filter(isWanted) {
    let index = 0;
    for (const item of this) if (isWanted(item, index++)) yield item;
  });
  add(iterators, 'toArray', function toArray() {
    return [...this];
  });

  // Firefox 124, Safari 17.4
  add(global.AbortSignal, 'any', (signals) => {
    const any = new AbortController();
    for (const signal of signals) {
      const abort = () => any.abort(signal.reason);
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true, signal: any.signal });
    }
    return any.signal;
  });

  // Firefox 122, Safari 17.4. The old buffer is left as it is, which pdf.js does not mind.
  add(global.ArrayBuffer.prototype, 'transferToFixedLength', function transfer(length) {
    const made = new Uint8Array(length === undefined ? this.byteLength : length);
    made.set(new Uint8Array(this, 0, Math.min(this.byteLength, made.length)));
    return made.buffer;
  });

  // Chrome 132, Firefox 128, Safari 18
  for (const body of [global.Response, global.Request, global.Blob]) {
    add(body && body.prototype, 'bytes', function bytes() {
      return this.arrayBuffer().then((buffer) => new Uint8Array(buffer));
    });
  }

  // Safari 17.4
  add(global.Element && global.Element.prototype, 'checkVisibility', function checkVisibility() {
    return this.getClientRects().length > 0;
  });

  // Firefox 125. Characters are code points here, and words are letters and digits: enough for finding
  // whole words, which is what pdf.js needs it for.
  add(
    global.Intl,
    'Segmenter',
    class Segmenter {
      constructor(_locales, { granularity }) {
        this.pattern = granularity === 'word' ? /[\p{L}\p{M}\p{N}_]+|[^]/gu : /[^]\p{M}*/gu;
      }

      segment(input) {
        const segments = Array.from(input.matchAll(this.pattern), (match) => ({
          segment: match[0],
          index: match.index,
        }));
        segments.containing = (position) =>
          segments.find(({ segment, index }) => position < index + segment.length);
        return segments;
      }
    },
  );
})(self);
