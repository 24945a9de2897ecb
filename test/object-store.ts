import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CleanUp } from './clean-up.ts';

type StoredObject = { bytes: Buffer; modified: Date };

/** Answers a request instead of the store, or lets it pass. */
type Fault = (request: IncomingMessage, response: ServerResponse) => 'answered' | 'passes';

const keyId = 'AKIAIOSFODNN7EXAMPLE';
const pageSize = 1000;

/**
 * A stand-in for an object store, not a real one: it speaks as much of S3 as the library uses, for one bucket, and
 * looks at the name of the key but not at the signature.
 */
export class StandInStore {
  readonly objects = new Map<string, StoredObject>();
  /** Of each request: its method and its address. */
  readonly requests: string[] = [];
  fault: Fault | null = null;
  #port = 0;

  static async start(cleanUp: CleanUp): Promise<StandInStore> {
    const store = new StandInStore();
    const server = createServer((request, response) => store.#answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    store.#port = (server.address() as AddressInfo).port; // it listens on a port
    cleanUp(async () => {
      server.closeAllConnections();
      server.close();
    });
    return store;
  }

  /** Settings of a library whose PDFs are in `pdfs/` of the bucket. */
  get env() {
    return {
      SHARE_DIR: 's3://standards/pdfs',
      AWS_ENDPOINT_URL: `http://127.0.0.1:${this.#port}`,
      AWS_ACCESS_KEY_ID: keyId,
      AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    };
  }

  put(key: string, bytes: Uint8Array | string, modified = '2026-01-15T08:00:00.250Z'): void {
    this.objects.set(key, { bytes: Buffer.from(bytes), modified: new Date(modified) });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://store.invalid');
    this.requests.push(`${request.method} ${pathname}`);
    if (this.fault?.(request, response) === 'answered') return;
    if (!request.headers.authorization?.includes(`Credential=${keyId}/`))
      return refuse(response, 403, 'InvalidAccessKeyId');
    const [, bucket, ...key] = pathname.split('/').map(decodeURIComponent);
    if (bucket !== 'standards') return refuse(response, 404, 'NoSuchBucket');
    if (key.length === 0) return void response.end(this.#list(searchParams));
    const found = this.objects.get(key.join('/'));
    if (found === undefined) return refuse(response, 404, 'NoSuchKey');
    sendObject(request, response, found);
  }

  #list(query: URLSearchParams): string {
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64');
    const keys = [...this.objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? ''))
      .filter((key) => Buffer.compare(Buffer.from(key), after) > 0)
      .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const page = keys.slice(0, Math.min(Number(query.get('max-keys')), pageSize));
    const isMore = page.length < keys.length;
    const token = Buffer.from(page.at(-1) ?? '').toString('base64');
    return listing(
      page.map((key) => contentsOf(key, this.objects.get(key))).join(''),
      isMore ? token : null,
    );
  }
}

/** The XML of a page; with a token there is another one. */
export function listing(contents: string, token: string | null): string {
  const next = token === null ? '' : `<NextContinuationToken>${token}</NextContinuationToken>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>standards</Name>
<EncodingType>url</EncodingType><IsTruncated>${token !== null}</IsTruncated>${next}${contents}</ListBucketResult>`;
}

export function refuse(response: ServerResponse, status: number, code: string): void {
  const words = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>of the store</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(words);
}

function contentsOf(key: string, object: StoredObject | undefined): string {
  if (object === undefined) return '';
  const { bytes, modified } = object;
  const name = encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+');
  return `<Contents><Key>${name}</Key><LastModified>${modified.toISOString()}</LastModified>
<ETag>&quot;${hash('md5', bytes)}&quot;</ETag><Size>${bytes.length}</Size></Contents>`;
}

function sendObject(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { bytes, modified }: StoredObject,
): void {
  const etag = `"${hash('md5', bytes)}"`;
  const described = { etag, 'last-modified': modified.toUTCString() };
  if ((headers['if-match'] ?? etag) !== etag) return refuse(response, 412, 'PreconditionFailed');
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  if (method === 'HEAD' || first === undefined || last === undefined) {
    response.writeHead(200, { ...described, 'content-length': bytes.length });
    return void response.end(method === 'HEAD' ? undefined : bytes);
  }
  const part = bytes.subarray(Number(first), Number(last) + 1);
  const range = `bytes ${first}-${Number(first) + part.length - 1}/${bytes.length}`;
  response.writeHead(206, {
    ...described,
    'content-length': part.length,
    'content-range': range,
  });
  response.end(part);
}
