import { createHmac, hash } from 'node:crypto';

type Credentials = { region: string; accessKeyId: string; secretAccessKey: string };

/** A request without a body; `path` is encoded, the query is not. */
export type Unsigned = {
  method: string;
  host: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
};

/** The headers of a request, signed for S3 by AWS Signature Version 4. */
export function signedHeaders(
  request: Unsigned,
  { region, accessKeyId, secretAccessKey }: Credentials,
  at: Date,
): Record<string, string> {
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.host,
    'x-amz-content-sha256': hash('sha256', ''),
    'x-amz-date': time,
  };
  const names = Object.keys(headers).toSorted();
  const canonical = [
    request.method,
    request.path,
    queryOf(request.query),
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    hash('sha256', ''),
  ].join('\n');
  const scope = [time.slice(0, 8), region, 's3', 'aws4_request'];
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), hash('sha256', canonical)].join('\n');
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, toSign).toString('hex');
  const credential = `${accessKeyId}/${scope.join('/')}`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${names.join(';')},Signature=${signature}`;
  return { ...headers, authorization };
}

/** The query in the order that the signature needs. */
export function queryOf(query: Record<string, string>): string {
  return Object.entries(query)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');
}

export function pathOf(...parts: string[]): string {
  return parts.map((part) => `/${part.split('/').map(encoded).join('/')}`).join('');
}

// The signature also encodes what encodeURIComponent leaves.
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
