import { Writable } from 'node:stream';

/** A place for log lines, and what was written there so far. */
export function collectLog() {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  return { stream, text: () => text };
}
