import { finished, PassThrough, type Readable, Transform } from 'node:stream';
import { LibraryError } from '#contract/errors.ts';
import type { App } from './app.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes its body as a stream, for as long as bytes come. */
    streams?: true;
  }
}

/**
 * Bodies are small JSON that must come soon, but for the routes that take a file: those get it as
 * a stream, for as long as bytes come (an idle connection ends by its own timeout).
 */
export function limitBodies(app: App, withinMs: number): void {
  app.addContentTypeParser(
    ['application/octet-stream', 'application/pdf'],
    (request, body, done) => {
      if (request.routeOptions.config.streams) return done(null, body);
      return done(new LibraryError('bad_request', 'This call takes no file.'));
    },
  );

  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    const hasBody = 'content-length' in raw.headers || 'transfer-encoding' in raw.headers;
    if (hasBody && !raw.complete && !request.routeOptions.config.streams) {
      const late = setTimeout(() => raw.destroy(), withinMs).unref();
      raw.once('close', () => clearTimeout(late));
      raw.once('end', () => clearTimeout(late));
    }
    done();
  });
}

/**
 * The bytes of a body, to be read to the end or not. A pipeline that fails destroys what it reads
 * from; were that the request itself, the connection would close before the refusal is sent. The rest
 * of the body is read and thrown away, since a browser reads the answer only after it has sent
 * everything.
 */
export async function usingBytes<T>(
  body: Readable,
  use: (bytes: Readable) => Promise<T>,
): Promise<T> {
  const bytes = new PassThrough();
  bytes.on('error', () => {}); // the pipeline gives the error to whoever uses the bytes
  const stopWatching = finished(body, (error) => error && bytes.destroy(error));
  body.pipe(bytes);
  try {
    return await use(bytes);
  } finally {
    stopWatching();
    body.unpipe(bytes);
    body.on('error', () => {}); // it may still break off
    body.resume();
  }
}

/** Lets so many bytes of a body pass and no more. */
export function atMost(bytes: number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed <= bytes) return done(null, chunk);
      const megabytes = Math.floor(bytes / (1024 * 1024));
      return done(new LibraryError('too_large', `The file is larger than ${megabytes} MB.`));
    },
  });
}
