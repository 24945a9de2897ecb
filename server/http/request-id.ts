import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '../config/config.ts';
import type { App } from './app.ts';

/** The id of a request: from a trusted proxy, so that both logs have the same id; else a new one. */
export function requestIds({ trustProxy }: Pick<Config, 'trustProxy'>) {
  const isProxy = proxyAddr.compile(trustProxy === false ? [] : trustProxy);
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const given = headers['x-request-id'];
    const isGiven = typeof given === 'string' && /^[\w-]{8,64}$/.test(given);
    if (isGiven && isProxy(socket.remoteAddress ?? '', 0)) return given;
    return randomUUID();
  };
}

/** Sends the request id in a response header. */
export function answerRequestIds(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
}
