import type {
  FastifyError,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify';
import { errorHeader } from '#contract/calls.ts';
import type { ErrorBody } from '#contract/error-body.ts';
import { type ErrorCode, errorStatus, LibraryError } from '#contract/errors.ts';
import type { App } from './app.ts';

/** The one error handler: a LibraryError becomes its status and message, anything else a plain 500. */
export function answerErrors(app: App): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof LibraryError) return refuse(error, request, reply);
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) {
      return reply.code(status).send(body('bad_request', error.message, request));
    }
    request.log.error({ err: error, event: 'failed' }, 'request failed');
    const message = `The server failed. Try again, or give your administrator this number: request ${request.id}.`;
    return reply.code(500).send(body('unexpected', message, request));
  });
}

export function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(404).send(body('not_found', 'Nothing exists at this address.', request));
}

/** Answers for an address that the router cannot decode. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const status = error.statusCode ?? 400;
  reply.code(status).send(body('bad_request', 'This address is malformed.', request));
}

/** Describes a fault in a request: which parameter or field, and what is wrong with it. */
export function describeFault(faults: FastifySchemaValidationError[], where: string): Error {
  const fault = faults[0];
  const kind = where === 'querystring' ? 'parameter' : 'field';
  if (fault === undefined) return new Error('The request is invalid.');
  if (fault.keyword === 'required') {
    return new Error(`The ${kind} "${String(fault.params['missingProperty'])}" is missing.`);
  }
  if (fault.keyword === 'additionalProperties') {
    return new Error(`The ${kind} "${String(fault.params['additionalProperty'])}" is unknown.`);
  }
  const name = fault.instancePath.slice(1).replaceAll('/', '.');
  if (name === '') return new Error(`The request's ${where} ${fault.message ?? 'is not valid'}.`);
  if (fault.keyword === 'minLength') return new Error(`The ${kind} "${name}" is empty.`);
  return new Error(`The ${kind} "${name}" ${fault.message ?? 'is not valid'}.`);
}

function refuse(error: LibraryError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = errorStatus[error.code];
  if (status >= 500 && !notLogged.has(error.code)) {
    request.log.error({ err: error, event: 'refused' }, error.message);
  }
  reply.header(errorHeader, error.code);
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
  return reply.code(status).send(body(error.code, error.message, request));
}

// Not logged: these are no faults, and clients that wait for them ask every two seconds.
const notLogged: ReadonlySet<ErrorCode> = new Set(['file_changing', 'search_unavailable']);

function body(code: string, message: string, request: FastifyRequest): ErrorBody {
  return { code, message, request_id: request.id };
}
