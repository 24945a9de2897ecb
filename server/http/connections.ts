import type { Server } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';

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

/** An IPv6 host has a network of its own, in which it can take any address. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [start = '', end] = address.split('::');
  const first = start.split(':').filter((part) => part !== '');
  if (end === undefined) return first.slice(0, 4).join(':');
  const last = end.split(':').filter((part) => part !== '');
  const zeros = Array<string>(8 - first.length - last.length).fill('0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}
