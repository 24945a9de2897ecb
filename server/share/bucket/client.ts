import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { setTimeout } from 'node:timers/promises';
import type { BucketSettings } from '../../config/bucket-settings.ts';
import { Semaphore } from '../../processes/semaphore.ts';
import { errorCode } from '../errors.ts';
import { pathOf, queryOf, signedHeaders } from './signature.ts';

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

type Asked = {
  /** Null asks the bucket itself. */
  key: string | null;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** An answer with more is refused. */
  mostBytes: number;
};

/** The object store refused, failed or did not answer; the message is for an administrator. */
export class StoreError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.code = code;
  }
}

const atOnce = 32;
const longestMs = 10_000;
const attempts = 3;
const pauseMs = 100;
const late = 'ETIMEDOUT';

/** Signed requests to one bucket. Each has a deadline; one that the store cannot answer now is sent again. */
export class BucketClient {
  readonly #settings: BucketSettings;
  readonly #longestMs: number;
  readonly #semaphore = new Semaphore(atOnce);
  readonly #agent: http.Agent;

  constructor(settings: BucketSettings, limits: { longestMs?: number } = {}) {
    this.#settings = settings;
    this.#longestMs = limits.longestMs ?? longestMs;
    const Agent = this.#isSecure ? https.Agent : http.Agent;
    this.#agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  }

  /** Gives the answer of these statuses; any other is an error. */
  async send(method: 'GET' | 'HEAD', asked: Asked, ...allowed: number[]): Promise<Answer> {
    return this.#semaphore.use(async () => {
      for (let attempt = 1; ; attempt++) {
        const answer = await this.#sendOnce(method, asked).catch((error: unknown) => error);
        if (isPassing(answer) && attempt < attempts) {
          await setTimeout(pauseMs * 2 ** attempt);
          continue;
        }
        if (!isAnswer(answer)) throw this.#unreachable(answer);
        if (allowed.includes(answer.status)) return answer;
        throw this.#refusal(answer);
      }
    });
  }

  get #isSecure(): boolean {
    return this.#settings.endpoint.startsWith('https:');
  }

  async #sendOnce(method: string, { key, query = {}, headers = {}, mostBytes }: Asked) {
    const { endpoint, bucket } = this.#settings;
    const { host, pathname, hostname, port } = new URL(endpoint);
    const parts = key === null ? [bucket] : [bucket, key];
    const path = `${pathname.replace(/\/$/, '')}${pathOf(...parts)}`;
    const unsigned = { method, host, path, query, headers };
    const search = queryOf(query);
    const signal = AbortSignal.timeout(this.#longestMs);
    const request = (this.#isSecure ? https : http).request({
      method,
      hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
      port,
      path: search === '' ? path : `${path}?${search}`,
      headers: signedHeaders(unsigned, this.#settings, new Date()),
      agent: this.#agent,
      signal,
    });
    request.end();
    try {
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      request.on('error', () => {}); // the response fails, too
      return await answerOf(response, mostBytes);
    } catch (error) {
      if (signal.aborted) throw new StoreError(late, 'The answer takes too long.');
      throw error;
    }
  }

  #unreachable(error: unknown): StoreError {
    const code = error instanceof StoreError ? error.code : errorCode(error);
    const { endpoint } = this.#settings;
    const words = code === late ? 'does not answer' : `cannot be reached or breaks off (${code})`;
    return new StoreError(code, `The object store ${endpoint} ${words}.`, { cause: error });
  }

  #refusal({ status, headers, body }: Answer): StoreError {
    const found = /<Code>(\w{1,60})<\/Code>/.exec(body.toString('latin1'))?.[1];
    const code = found ?? (status === 404 ? 'ENOENT' : String(status));
    const region = /^[\w-]{1,40}$/.exec(String(headers['x-amz-bucket-region'] ?? ''))?.[0];
    return new StoreError(code, this.#explain(status, code, region));
  }

  #explain(status: number, code: string, region: string | undefined): string {
    const { bucket, endpoint } = this.#settings;
    if (code === 'NoSuchBucket') return `The object store ${endpoint} has no bucket "${bucket}".`;
    if (code === 'RequestTimeTooSkewed')
      return `The clock of this machine differs too much from that of the object store (${code}). Set the clock.`;
    const isElsewhere = (status >= 300 && status < 400) || code === 'AuthorizationHeaderMalformed';
    if (isElsewhere) {
      const where = region === undefined ? '' : `, in ${region}`;
      return `The bucket "${bucket}" is elsewhere${where} (${code}). Correct AWS_REGION and AWS_ENDPOINT_URL.`;
    }
    if (status === 401 || status === 403)
      return `The object store refuses access to the bucket "${bucket}" (${code}). Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the rights of that key.`;
    if (status >= 500 || status === 429)
      return `The object store ${endpoint} is overloaded or fails (${code}).`;
    return `The object store ${endpoint} answers what the library does not understand (${code}).`;
  }
}

async function answerOf(response: IncomingMessage, mostBytes: number): Promise<Answer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new StoreError('TooLong', 'The answer is too long.');
    chunks.push(chunk);
  }
  const { statusCode = 0, headers } = response;
  return { status: statusCode, headers, body: Buffer.concat(chunks) };
}

function isAnswer(answer: unknown): answer is Answer {
  return typeof answer === 'object' && answer !== null && 'status' in answer;
}

// A connection that was kept open may end just when it is used again.
function isPassing(answer: unknown): boolean {
  if (!isAnswer(answer)) return ['ECONNRESET', 'EPIPE'].includes(errorCode(answer));
  return answer.status === 429 || answer.status >= 500;
}
