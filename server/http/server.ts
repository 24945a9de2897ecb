import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { LogController, type FastifyServerOptions } from 'fastify';
import { cancelImport, undoChange } from '#contract/console-calls.ts';
import { api } from '#contract/calls.ts';
import type { Config } from '../config/config.ts';
import type { App } from './app.ts';
import { answerFrameworkError, describeFault } from './errors.ts';
import { requestIds } from './request-id.ts';

export type ServerOptions = {
  /** Where many servers share a process, what compiles their schemas. */
  compilers?: NonNullable<FastifyServerOptions['schemaController']>['compilersFactory'];
  logger?: FastifyServerOptions['logger'];
};

const second = 1000;

// The addresses before 1.0.0, accepted until 1.1.
const formerAddresses = new Map<string, string>([
  [`${api}/manage/take-back`, undoChange.url],
  [`${api}/manage/import/call-off`, cancelImport.url],
]);

/** A server without hooks and routes. Every limit is explicit: a slow or endless request is ended. */
export function makeServer(config: Config, { compilers, logger }: ServerOptions): App {
  return fastify({
    logger: logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(config),
    trustProxy: config.trustProxy,
    bodyLimit: 64 * 1024,
    rewriteUrl: ({ url = '/' }) => formerAddresses.get(url) ?? url,
    routerOptions: { maxParamLength: 4096 },
    requestTimeout: 0, // of bodies; see limitBodies
    connectionTimeout: 120 * second,
    keepAliveTimeout: 75 * second,
    http: { headersTimeout: 15 * second, maxHeaderSize: 16 * 1024, optimizeEmptyRequests: true },
    forceCloseConnections: 'idle',
    return503OnClosing: false, // what was let in is answered; see drainConnections
    frameworkErrors: answerFrameworkError,
    schemaErrorFormatter: describeFault,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    ...(compilers === undefined ? {} : { schemaController: { compilersFactory: compilers } }),
  }).withTypeProvider<TypeBoxTypeProvider>();
}
