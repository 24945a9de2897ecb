import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import type { App } from './app.ts';
import { networkOf } from './network.ts';

const mostConnections = 4096;
const logAgainAfterMs = 60_000;

type Limits = Pick<Config, 'connectionsPerAddress' | 'trustProxy'>;

/**
 * Limits the connections of one address; further ones are closed at once. Trusted proxies have no
 * limit, as all users connect through them.
 */
export function limitConnections(server: Server, limits: Limits, log: FastifyBaseLogger): void {
  server.maxConnections = mostConnections;
  const isProxy = proxyAddr.compile(limits.trustProxy === false ? [] : limits.trustProxy);
  const open = new Map<string, number>();
  const loggedAtMs = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isProxy(remoteAddress, 0)) return;
    const network = networkOf(remoteAddress);
    const count = (open.get(network) ?? 0) + 1;
    if (count > limits.connectionsPerAddress) {
      socket.destroy(); // without an HTTP response, which would cost what the limit saves
      if (Date.now() - (loggedAtMs.get(network) ?? 0) < logAgainAfterMs) return;
      loggedAtMs.set(network, Date.now());
      const fields = { event: 'too_many_connections', address: remoteAddress };
      log.warn(fields, 'an address reached its connection limit');
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) return open.set(network, left);
      loggedAtMs.delete(network);
      return open.delete(network);
    });
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    isDraining: boolean;
    /** Ends all connections without losing a request; takes at most three steps. */
    drain: (stepMs: number) => Promise<void>;
  }
}

/**
 * Three steps before the server closes. `/readyz` says "not ready" to the balancer. Then new connections
 * are refused, so that clients can go to another node. Then keep-alive connections end with their next
 * response; closing them at once would lose a request that is just being sent.
 */
export function drainConnections(app: App): void {
  let isListening = true;
  app.decorate('isDraining', false);
  app.server.prependListener('request', (_request, response: ServerResponse) => {
    if (!isListening) response.setHeader('connection', 'close');
  });
  app.decorate('drain', async (stepMs: number) => {
    app.isDraining = true;
    await untilNoneIsOpen(app.server, stepMs);
    await acceptBacklog(app.server, stepMs);
    isListening = false;
    const closed = once(app.server, 'close');
    NetServer.prototype.close.call(app.server); // HTTP's close would also end keep-alive connections
    await untilNoneIsOpen(app.server, stepMs);
    app.server.closeIdleConnections();
    await closed;
  });
  // A connection that was busy when the server began to close becomes idle after its response. Without
  // this, closing would wait until it times out.
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onResponse', async () => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections());
  });
}

async function untilNoneIsOpen(server: Server, longestMs: number): Promise<void> {
  const timeIsUp = AbortSignal.timeout(longestMs);
  while (!timeIsUp.aborted && (await openConnections(server)) > 0) await pause(50);
}

/** Accepts the connections that wait in the backlog, which closing would reset: one per turn of the event loop. */
async function acceptBacklog(server: Server, longestMs: number): Promise<void> {
  const timeIsUp = AbortSignal.timeout(longestMs);
  let taken = 0;
  const count = () => void (taken += 1);
  server.on('connection', count);
  for (let before = -1; taken !== before && !timeIsUp.aborted;) {
    before = taken;
    await turn();
  }
  server.off('connection', count);
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}
