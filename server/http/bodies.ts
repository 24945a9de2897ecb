import type { IncomingMessage } from 'node:http';
import { finished, PassThrough, type Readable, Transform } from 'node:stream';
import { LibraryError } from '#contract/errors.ts';
import type { App } from './app.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes its body as a stream, for as long as bytes come. */
    streams?: true;
  }
}

/** How soon a body must come: a small one whole, a file at least at this pace. */
export type BodyLimits = { wholeWithinMs: number; paceBytes: number; paceMs: number };

// 64 KiB in half a minute: a tenth of what the slowest line brings.
const bodyLimits: BodyLimits = { wholeWithinMs: 30_000, paceBytes: 64 * 1024, paceMs: 30_000 };

/**
 * Bodies are small JSON that must come soon, but for the routes that take a file: those get it as
 * a stream, for as long as it comes at some pace. It holds for whoever sends it: the hook comes
 * before the guard, and the rest of a refused body is read, too.
 */
export function limitBodies(app: App, limits = bodyLimits): void {
  app.addContentTypeParser(
    ['application/octet-stream', 'application/pdf'],
    (request, body, done) => {
      if (request.routeOptions.config.streams) return done(null, body);
      return done(new LibraryError('bad_request', 'This call takes no file.'));
    },
  );
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    // Such a body has ended before anyone listens, and a parser would wait for its end for ever.
    if (raw.headers['content-length'] === '0') delete raw.headers['content-type'];
    const hasBody = 'content-length' in raw.headers || 'transfer-encoding' in raw.headers;
    if (hasBody && !raw.complete) {
      if (request.routeOptions.config.streams) requirePace(raw, limits);
      else requireWhole(raw, limits);
    }
    done();
  });
}

function requireWhole(raw: IncomingMessage, { wholeWithinMs }: BodyLimits): void {
  const late = setTimeout(() => raw.destroy(), wholeWithinMs).unref();
  whenOver(raw, () => clearTimeout(late));
}

function requirePace(raw: IncomingMessage, { paceBytes, paceMs }: BodyLimits): void {
  let before = raw.socket.bytesRead;
  const looking = setInterval(() => {
    const come = raw.socket.bytesRead - before;
    before += come;
    // Where much lies here unread, it is we who are slow.
    const weAreSlow = raw.readableLength >= raw.readableHighWaterMark;
    if (come < paceBytes && !raw.complete && !weAreSlow) raw.destroy();
  }, paceMs).unref();
  whenOver(raw, () => clearInterval(looking));
}

function whenOver(raw: IncomingMessage, act: () => void): void {
  raw.once('end', act);
  raw.once('close', act);
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
