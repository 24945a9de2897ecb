import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { App } from './app.ts';
import { networkOf } from './network.ts';

const mostConnections = 4096;
const tellAgainAfterMs = 60_000;

type Limits = Pick<Config, 'connectionsPerAddress' | 'trustProxy'>;

/**
 * Keeps one address from taking all connections: what it opens beyond its share is closed at once.
 * A proxy that is trusted brings everybody's connections and has no such limit.
 */
export function limitConnections(server: Server, limits: Limits, log: FastifyBaseLogger): void {
  server.maxConnections = mostConnections;
  const isProxy = proxyAddr.compile(limits.trustProxy === false ? [] : limits.trustProxy);
  const open = new Map<string, number>();
  const toldAtMs = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isProxy(remoteAddress, 0)) return;
    const network = networkOf(remoteAddress);
    const count = (open.get(network) ?? 0) + 1;
    if (count > limits.connectionsPerAddress) {
      socket.destroy(); // before it says anything: words would cost what the limit saves
      if (Date.now() - (toldAtMs.get(network) ?? 0) < tellAgainAfterMs) return;
      toldAtMs.set(network, Date.now());
      const fields = { event: 'too_many_connections', address: remoteAddress };
      log.warn(fields, 'an address has as many connections as it may');
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) return open.set(network, left);
      toldAtMs.delete(network);
      return open.delete(network);
    });
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    isDraining: boolean;
    /** Ends kept connections with their next answer; returns when none is left or the time is over. */
    drain: (longestMs: number) => Promise<void>;
  }
}

/**
 * A client may send its next request on a kept connection at the moment we close it, and hears
 * nothing. So before the end it is told, with the answer to that request, to open another.
 */
export function drainConnections(app: App): void {
  app.decorate('isDraining', false);
  app.server.prependListener('request', (_request, response: ServerResponse) => {
    if (app.isDraining) response.setHeader('connection', 'close');
  });
  app.decorate('drain', async (longestMs: number) => {
    app.isDraining = true;
    const timeIsUp = AbortSignal.timeout(longestMs);
    while (!timeIsUp.aborted && (await openConnections(app.server)) > 0) await pause(50);
  });
  // A connection that was busy when the server began to close is idle once its answer is out, and
  // would then be waited for until it times out.
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onResponse', async () => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections());
  });
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}
