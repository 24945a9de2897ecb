import type { App } from './app.ts';

/**
 * Logs one line for each request. Ranges of a PDF come by the hundred and are logged at level debug. Search terms
 * are not logged: neither the query of a search, nor that of a page, which contains them, too.
 */
export function logRequests(app: App): void {
  app.addHook('onResponse', (request, reply, done) => {
    // nginx sends the part that we leave to it.
    const isLeft = request.headers.range !== undefined && reply.hasHeader('x-accel-redirect');
    const level = reply.statusCode === 206 || isLeft ? 'debug' : 'info';
    const hidesQuery = request.is404 || request.routeOptions.config.hidesQuery;
    request.log[level](
      {
        event: 'request',
        method: request.method,
        url: hidesQuery ? request.url.split('?', 1)[0] : request.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        address: request.ip,
        user: request.signedIn?.user.username,
      },
      'request',
    );
    done();
  });
}
