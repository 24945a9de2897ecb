import { queryOptions } from '@tanstack/react-query';
import type { Static, TSchema } from 'typebox';
import type * as auth from '#contract/auth.ts';
import type * as ocr from '#contract/ocr.ts';
import type * as brand from '#contract/branding.ts';
import * as calls from '#contract/calls.ts';
import type * as catalogue from '#contract/catalogue.ts';
import type { ErrorBody } from '#contract/error-body.ts';
import { type DocumentIdentity, pdfAddress } from '#contract/file-name.ts';
import { type LoginAnswer, readLoginAnswer } from './login-answer.ts';
import { ApiError, isSessionOver, isUnanswered } from './failures.ts';
import { type ServerAnswer, request, sendFile } from './request.ts';
import { retriable } from './retriable.ts';

export * from './failures.ts';

// The schemas are imported as types only: as values they would add TypeBox to every screen. The
// addresses are values, from contract/calls.ts.

/** Null where an earlier try did it, and only its answer was lost. */
export async function orDone<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'done_before') return null;
    throw error;
  });
}

/** Saves, and reads again what that changes; after a conflict as well. */
export async function saveAndRead<T>(
  save: Promise<T>,
  readAgain: () => Promise<unknown>,
): Promise<void> {
  try {
    await orDone(save);
    await readAgain();
  } catch (error) {
    const read = readAgain();
    if (!isUnanswered(error)) await read; // else it could take forever
    throw error;
  }
}

/** Not typed by the contract: it may come from an auth host that is not ours. */
export async function login(username: string, password: string): Promise<LoginAnswer> {
  const response = await send<typeof auth.login>(calls.login, { body: { username, password } });
  const body = await readJson(response);
  const answer = readLoginAnswer(body);
  if (answer === null) throw errorOf(response, body);
  return answer;
}

/** Whether the server can be reached. */
export function answers(): Promise<boolean> {
  const asked = request('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(3000) });
  return asked.then(
    ({ ok }) => ok,
    () => false,
  );
}

export function checkSession(signal: AbortSignal) {
  return call<typeof auth.checkSession>(calls.checkSession, { signal, cache: 'no-store' });
}

export function logout(signal: AbortSignal) {
  return call<typeof auth.logout>(calls.logout, { signal });
}

export function readBranding(signal: AbortSignal) {
  return call<typeof brand.readBranding>(calls.readBranding, { signal });
}

export const versionQuery = () =>
  queryOptions({
    queryKey: ['version'],
    queryFn: ({ signal }) => call<typeof brand.readVersion>(calls.readVersion, { signal }),
  });

/** What OCR read on pages of a PDF, from one on; null if the server does not say. */
export async function readOcrWords(name: string, from: number) {
  const asked = call<typeof ocr.readOcrWords>(calls.readOcrWords, {
    query: { name, from: String(from) },
  });
  return asked.then(
    ({ data }) => data,
    () => null,
  );
}

export const customersQuery = () =>
  queryOptions({
    queryKey: ['customers'],
    queryFn: ({ signal }) =>
      logFailure('Failed to fetch customers', async () => {
        return (await call<typeof catalogue.listCustomers>(calls.listCustomers, { signal })).data;
      }),
  });

export const documentsQuery = (customer: string) =>
  queryOptions({
    queryKey: ['documents', customer],
    queryFn: ({ signal }) =>
      logFailure('Failed to fetch documents', async () => {
        const input = { query: { customer }, signal };
        return (await call<typeof catalogue.listDocuments>(calls.listDocuments, input)).data;
      }),
  });

/**
 * `changing`: the file is being copied or replaced, and will be there in a moment; `damaged`: it is
 * there and cannot be read; `unreachable`: the shared folder is away; `unknown`: the server could not answer; readers see
 * "not available" and can try again. Size and etag spare the viewer a request; they are null where a proxy left them out.
 */
export type Availability =
  | {
      state: 'available';
      bytes: number | null;
      etag: string | null;
      /** SHA-256 of the file; null where the library has not read it. */
      content: string | null;
      /** The library could not open it. */
      isUnchecked: boolean;
    }
  | { state: Absence };

type Absence = 'missing' | 'changing' | 'damaged' | 'unreachable' | 'unknown';

export const availabilityQuery = (document: DocumentIdentity) =>
  queryOptions({
    queryKey: ['availability', pdfAddress(document)],
    queryFn: ({ signal }) => availabilityOf(document, signal),
    // Every search asks again, and so does every return to the tab: the file may have been
    // replaced. A file that is there is not polled, which would keep the session
    // alive; one that is missing is, for a while.
    gcTime: 0,
    refetchOnWindowFocus: 'always',
    staleTime: (query) => (query.state.data?.state === 'available' ? Infinity : 0),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (data === undefined || data.state === 'available') return false;
      const isSettled = data.state === 'missing' || data.state === 'damaged';
      return isSettled && dataUpdateCount > mostAsked ? false : askAgainMs[data.state];
    },
  });

// A tab that nobody looks at any more should not keep its session alive: for five minutes.
const mostAsked = 30;

const askAgainMs: Record<Absence, number> = {
  changing: 2000,
  unknown: 1500,
  unreachable: 2000,
  missing: 10_000,
  damaged: 10_000,
};

export async function availabilityOf(
  document: DocumentIdentity,
  signal: AbortSignal,
): Promise<Availability> {
  const address = pdfAddress(document);
  try {
    // One answer that is lost on the way says nothing yet.
    return await headOf(address, signal).catch(async (error: unknown) => {
      if (signal.aborted || isSessionOver(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, secondTryMs));
      return headOf(address, signal);
    });
  } catch (error) {
    if (signal.aborted || isSessionOver(error)) throw error;
    console.error('Failed to look for the PDF', error);
    return { state: 'unknown' };
  }
}

const secondTryMs = 300;

async function headOf(address: string, signal: AbortSignal): Promise<Availability> {
  const response = await request(address, { method: 'HEAD', signal });
  if (response.ok) {
    const bytes = Number(response.headers.get('content-length')) || null;
    const isUnchecked = response.headers.has(calls.uncheckedHeader);
    const [etag, content] = [
      response.headers.get('etag'),
      response.headers.get(calls.contentHeader),
    ];
    return { state: 'available', bytes, etag, content, isUnchecked };
  }
  if (response.status === 404) return { state: 'missing' };
  const absence = absences[response.headers.get(calls.errorHeader) ?? ''];
  if (absence !== undefined) return { state: absence };
  throw new ApiError(response.status, `HEAD ${address} answered ${response.status}`);
}

const absences: Record<string, Absence> = {
  file_changing: 'changing',
  file_damaged: 'damaged',
  share_unreachable: 'unreachable',
};

/** The schemas of one call, as the contract has them. */
type Endpoint = {
  method: string;
  url: string;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  response: TSchema;
};

type Input<E extends Endpoint> = Pick<RequestInit, 'signal' | 'cache'> & {
  /** The key of the call, for who repeats it; else a repeated call is known by its address and body. */
  key?: string | undefined;
  /** Hears how many bytes of the file have left. */
  onSent?: ((bytes: number) => void) | undefined;
} & ParamsInput<E> &
  QueryInput<E> &
  BodyInput<E>;

type ParamsInput<E extends Endpoint> = E extends { params: infer Params extends TSchema }
  ? { params: { [Name in keyof Static<Params>]: OrNumber<Static<Params>[Name]> } }
  : { params?: never };

type QueryInput<E extends Endpoint> = E extends { query: infer Query extends TSchema }
  ? { query: { [Name in keyof Static<Query>]: OrNumber<Static<Query>[Name]> } }
  : { query?: never };

/** An address holds text only, so a number is allowed wherever any text is. */
type OrNumber<Text> = string extends Text ? Text | number : Text;

/** A call without a schema of its body takes a file. */
type BodyInput<E extends Endpoint> = E extends { body: infer Body extends TSchema }
  ? { body: Static<Body>; file?: never }
  : { body?: never; file?: Blob };

/** Method and address, as in contract/calls.ts. */
type Address<E extends Endpoint> = { method: E['method']; url: string };

type Calls<Contract, Addresses> = {
  [Name in keyof Contract & keyof Addresses]: Contract[Name] extends Endpoint
    ? (input: Input<Contract[Name]>) => Promise<Static<Contract[Name]['response']>>
    : never;
};

/** Every call of these addresses as a function, typed by the schemas of the same names. */
export function callsOf<Contract, Addresses extends Record<string, Address<Endpoint>>>(
  addresses: Addresses,
): Calls<Contract, Addresses> {
  const made = Object.entries(addresses).map(([name, to]) => [
    name,
    (input: Input<Endpoint>) => call(to, input),
  ]);
  return Object.fromEntries(made) as Calls<Contract, Addresses>; // named as the addresses are
}

/** Makes one call of the contract; a refusal becomes an `ApiError`. */
export async function call<E extends Endpoint>(
  to: Address<E>,
  input: Input<E>,
): Promise<Static<E['response']>> {
  const response = await send<E>(to, input);
  const body = await readJson(response);
  if (!response.ok) throw errorOf(response, body);
  // The server serialises through the same schema, so what it sends has this shape.
  return body as Static<E['response']>;
}

function send<E extends Endpoint>({ method, url }: Address<E>, input: Input<E>) {
  const { params = {}, query = {}, body, file, signal = null, cache = 'default' } = input;
  const { key, onSent } = input;
  // Texts and numbers, by ParamsInput and QueryInput; URLSearchParams writes both as text.
  const address = calls.fillAddress<string>(url, params as Record<never, string>);
  const search = new URLSearchParams(query as Record<string, string>);
  const whole = search.size === 0 ? address : `${address}?${search}`;
  const own = { [calls.ownHeader]: '1' };
  const text = body === undefined ? null : JSON.stringify(body);
  const ask = (keyed: Record<string, string>) => {
    const type = file === undefined ? 'application/json' : fileType(file);
    const headers = {
      ...own,
      ...keyed,
      ...(text === null && !file ? {} : { 'content-type': type }),
    };
    if (file !== undefined) return sendFile(whole, { method, headers, file, signal, onSent });
    return request(whole, { method, signal, cache, headers, body: text });
  };
  if (method === 'GET' || secret.has(url)) return ask({});
  if (key !== undefined) return ask({ [calls.retryHeader]: key });
  const what = `${whole} ${file === undefined ? withoutVersions(body) : nameOf(file)}`;
  return retriable(`${method} ${address}`, what, (made) => ask({ [calls.retryHeader]: made }));
}

/** Calls with a password, which is not kept for a retry. */
const secret = new Set<string>([calls.login.url, calls.changeOwnPassword.url]);

/** The page may have learnt of a new version meanwhile, by what was not answered. */
const withoutVersions = (body: unknown) =>
  JSON.stringify(body, (name, value: unknown) => (name === 'version' ? undefined : value));

const fileType = ({ type }: Blob) =>
  type === 'application/pdf' ? type : 'application/octet-stream';

function nameOf(file: Blob): string {
  return file instanceof File ? `${file.name} ${file.size} ${file.lastModified}` : `${file.size}`;
}

async function readJson(answer: ServerAnswer): Promise<unknown> {
  const text = new TextDecoder().decode(await answer.content());
  try {
    return JSON.parse(text);
  } catch {
    return null; // a proxy's error page, for example
  }
}

/** The refusal that an answer is, in the server's own words where it sent any. */
export async function responseError(response: ServerAnswer): Promise<ApiError> {
  return errorOf(response, await readJson(response));
}

function errorOf(response: ServerAnswer, body: unknown): ApiError {
  // Only the server writes JSON; a proxy that does has fields of other names at worst.
  const { message, code } = (body ?? {}) as Partial<ErrorBody>;
  const words = message ?? `the server answered ${response.status}`;
  return new ApiError(response.status, words, code ?? null, body);
}

async function logFailure<T>(words: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isAbort(error)) console.error(words, error);
    throw error;
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
