// The one door to the server. Each request of the web passes it, so each has a deadline: a connection that
// is silent fails like one that is lost, and what waits for it can offer a retry. tools/web-requests.test.ts finds
// requests that do not pass it.

import { NoAnswerError } from './failures.ts';

/** How long the server may be silent. Each part of a body that arrives or leaves starts it again. */
const silenceMs = 60_000;

/** The same for a file that the server makes when it is asked; the longest, a copy with notes, has two minutes. */
export const silenceForFilesMs = 150_000;

export type ServerAnswer = Pick<Response, 'status' | 'ok' | 'headers'> & {
  /** Reads the body, once; `onPart` hears of each part. */
  content: (onPart?: (bytes: number) => void) => Promise<Uint8Array<ArrayBuffer>>;
};

type Asked = Pick<RequestInit, 'method' | 'headers' | 'body' | 'cache'> & {
  signal?: AbortSignal | null;
  silenceMs?: number;
};

/** Fails with `NoAnswerError`, or with the signal's reason when that aborts it. */
export async function request(address: string, asked: Asked = {}): Promise<ServerAnswer> {
  const { signal = null, silenceMs: ms = silenceMs, ...init } = asked;
  const deadline = new Deadline(signal, ms);
  const response = await deadline.hold(
    fetch(address, { credentials: 'include', ...init, signal: deadline.signal }),
  );
  const { status, ok, headers } = response;
  const content: ServerAnswer['content'] = (onPart = () => {}) =>
    deadline.hold(
      readBody(response, (length) => {
        deadline.restart();
        onPart(length);
      }),
    );
  return { status, ok, headers, content };
}

type Sent = {
  method: string;
  headers: Readonly<Record<string, string>>;
  file: Blob;
  /** Hears how many bytes have left. */
  onSent?: ((bytes: number) => void) | undefined;
  signal?: AbortSignal | null;
};

/** Sends a file. With XMLHttpRequest, as fetch does not report how much has left. */
export async function sendFile(address: string, sent: Sent): Promise<ServerAnswer> {
  const { method, headers, file, onSent = () => {}, signal = null } = sent;
  const deadline = new Deadline(signal, silenceMs);
  const call = new XMLHttpRequest();
  call.open(method, address);
  for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
  call.responseType = 'arraybuffer';
  const ended = new Promise<void>((resolve, reject) => {
    call.addEventListener('load', () => resolve());
    call.addEventListener('error', () =>
      reject(new TypeError('The upload was interrupted. Try again.')),
    );
    call.addEventListener('abort', () => reject(deadline.signal.reason));
  });
  call.upload.addEventListener('progress', ({ loaded }) => {
    deadline.restart();
    onSent(loaded);
  });
  deadline.signal.addEventListener('abort', () => call.abort());
  call.send(file);
  await deadline.hold(ended);
  const { status, response } = call;
  const body = new Uint8Array(response as ArrayBuffer); // by its responseType
  const ok = status >= 200 && status < 300;
  return { status, ok, headers: headersOf(call), content: async () => body };
}

function headersOf(call: XMLHttpRequest): Headers {
  const lines = call.getAllResponseHeaders().trim().split('\r\n');
  const pairs = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  return new Headers(pairs.filter(([name]) => name !== ''));
}

class Deadline {
  readonly #asker: AbortSignal | null;
  readonly #ms: number;
  readonly #silent = new AbortController();
  readonly signal: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(asker: AbortSignal | null, ms: number) {
    this.#asker = asker;
    this.#ms = ms;
    const own = this.#silent.signal;
    this.signal = asker === null ? own : AbortSignal.any([asker, own]);
  }

  restart(): void {
    clearTimeout(this.#timer);
    // Not AbortSignal.timeout: that cannot be started again.
    this.#timer = setTimeout(() => this.#silent.abort(), this.#ms);
  }

  async hold<T>(work: Promise<T>): Promise<T> {
    this.restart();
    try {
      return await work;
    } catch (error) {
      this.#asker?.throwIfAborted();
      const isSilent = this.#silent.signal.aborted;
      const what = isSilent ? 'The server did not answer.' : 'No connection to the server.';
      throw new NoAnswerError(what, { cause: error });
    } finally {
      clearTimeout(this.#timer);
    }
  }
}

async function readBody(
  { body }: Response,
  onPart: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) break;
    parts.push(value);
    length += value.length;
    onPart(value.length);
  }
  if (parts.length === 1) return parts[0]!;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
