/** What a host answered: its status, its body if that is JSON, and the cookies it set. */
export type HostAnswer = { status: number; body: unknown; setCookies: string[] };

/** The host could not be reached, or its answer is unusable; the message says why. */
export class HostFault extends Error {}

const mostBytes = 64 * 1024;

/** Calls another host within limits of time and size; redirects are returned, not followed. */
export async function callHost(
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
  limitMs: number,
): Promise<HostAnswer> {
  try {
    const signal = AbortSignal.timeout(limitMs);
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    const body = parseJson(await readBounded(response));
    return { status: response.status, body, setCookies: response.headers.getSetCookie() };
  } catch (error) {
    if (error instanceof HostFault) throw error;
    throw new HostFault(faultWords(error, limitMs), { cause: error });
  }
}

/** A `fetch` that fails if the response is larger than this. */
export function fetchAtMost(bytes: number): (url: string, init: object) => Promise<Response> {
  return async (url, init) => {
    const response = await fetch(url, init);
    const body = response.body === null ? null : await readBounded(response, bytes);
    return new Response(body, response);
  };
}

async function readBounded(response: Response, most = mostBytes): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > most) throw new HostFault('the answer of the sign-in service was too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // a page of a proxy, for example
  }
}

function faultWords(error: unknown, limitMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `the sign-in service did not answer within ${limitMs / 1000} seconds.`;
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return `the sign-in service is unreachable${code}.`;
}
