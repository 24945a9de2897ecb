import type { App } from './app.ts';
import { LibraryError } from '#contract/errors.ts';

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
