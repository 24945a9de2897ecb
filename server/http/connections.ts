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
    /** Lets go of all clients without losing a request; takes at most three times as long. */
    drain: (stepMs: number) => Promise<void>;
  }
}

/**
 * Before the end: first a balancer that asks whether we are ready hears that we are not. Then whoever
 * knocks is refused, so that it can ask elsewhere, also for a change. Then kept connections end with
 * their next answer: a client may send a request at the moment we close one, and would hear nothing.
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
    await letIn(app.server, stepMs);
    isListening = false;
    const closed = once(app.server, 'close');
    NetServer.prototype.close.call(app.server); // that of HTTP would end kept connections, too
    await untilNoneIsOpen(app.server, stepMs);
    app.server.closeIdleConnections();
    await closed;
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

async function untilNoneIsOpen(server: Server, longestMs: number): Promise<void> {
  const timeIsUp = AbortSignal.timeout(longestMs);
  while (!timeIsUp.aborted && (await openConnections(server)) > 0) await pause(50);
}

/** Takes what waits at the port, which would be reset with it: one connection in a turn of the loop. */
async function letIn(server: Server, longestMs: number): Promise<void> {
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
