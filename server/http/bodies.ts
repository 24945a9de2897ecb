import type { IncomingMessage } from 'node:http';
import { finished, PassThrough, type Readable, Transform } from 'node:stream';
import { LibraryError } from '#contract/errors.ts';
import type { App } from './app.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes its body as a stream. */
    streams?: true;
  }
}

/** A small body must arrive whole within a time, a file at least at this rate. */
export type BodyLimits = { wholeWithinMs: number; paceBytes: number; paceMs: number };

// 64 KiB in half a minute: a tenth of the slowest line.
const bodyLimits: BodyLimits = { wholeWithinMs: 30_000, paceBytes: 64 * 1024, paceMs: 30_000 };

/**
 * Bodies are small JSON that must arrive soon. Routes that take a file get a stream, which must
 * arrive at a least rate. This also applies to clients that are not signed in: the hook runs before
 * the guard, and the rest of a refused body is read too.
 */
export function limitBodies(app: App, limits = bodyLimits): void {
  app.addContentTypeParser(
    ['application/octet-stream', 'application/pdf'],
    (request, body, done) => {
      if (request.routeOptions.config.streams) return done(null, body);
      return done(new LibraryError('bad_request', 'This call accepts no file.'));
    },
  );
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    // An empty body has ended before a parser listens; the parser would wait forever.
    if (raw.headers['content-length'] === '0') delete raw.headers['content-type'];
    const hasBody = 'content-length' in raw.headers || 'transfer-encoding' in raw.headers;
    if (hasBody && !raw.complete) {
      if (request.routeOptions.config.streams) requirePace(raw, limits);
      else requireWhole(raw, limits);
    }
    done();
  });
  app.addHook('preValidation', ({ body, routeOptions: { config, schema } }, _reply, done) => {
    const isRead = config.streams === true || schema?.body !== undefined;
    const isBare = isRead || JSON.stringify(body ?? {}) === '{}';
    done(isBare ? undefined : new LibraryError('bad_request', takesNone));
  });
}

const takesNone = 'This call accepts no body.';

function requireWhole(raw: IncomingMessage, { wholeWithinMs }: BodyLimits): void {
  const late = setTimeout(() => raw.destroy(), wholeWithinMs).unref();
  whenOver(raw, () => clearTimeout(late));
}

function requirePace(raw: IncomingMessage, { paceBytes, paceMs }: BodyLimits): void {
  let before = raw.socket.bytesRead;
  const checking = setInterval(() => {
    const received = raw.socket.bytesRead - before;
    before += received;
    // If our read buffer is full, we are the slow side: do not cut off the client.
    const weAreSlow = raw.readableLength >= raw.readableHighWaterMark;
    if (received < paceBytes && !raw.complete && !weAreSlow) raw.destroy();
  }, paceMs).unref();
  whenOver(raw, () => clearInterval(checking));
}

function whenOver(raw: IncomingMessage, act: () => void): void {
  raw.once('end', act);
  raw.once('close', act);
}

/**
 * Passes the bytes of a body to `use`, which need not read them all. A pipeline that fails destroys
 * its source; if that were the request, the connection would close before the error is sent. The rest
 * of the body is read and discarded, as a browser reads the response only after it has sent everything.
 */
export async function usingBytes<T>(
  body: Readable,
  use: (bytes: Readable) => Promise<T>,
): Promise<T> {
  const bytes = new PassThrough();
  bytes.on('error', () => {}); // `use` gets the error from its pipeline
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

/** Fails if a body has more bytes than this. */
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
