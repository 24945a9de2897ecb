import { queryOptions } from '@tanstack/react-query';
import type { Static, TSchema } from 'typebox';
import type {
  LoginAccepted,
  LoginRefused,
  checkSession,
  login as loginEndpoint,
  logout as logoutEndpoint,
} from '#contract/auth.ts';
import type { readBranding } from '#contract/branding.ts';
import type { listCustomers, listDocuments } from '#contract/catalogue.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { type DocumentIdentity, pdfAddress } from '#contract/file-name.ts';

// The contract is imported as types only: its schemas would add TypeBox to every screen. The
// addresses below are checked against it by the compiler.

/** An answer that says no; `message` is the server's own words where it sent any. */
export class ApiError extends Error {
  readonly status: number;
  /** The server's word for why, from contract/errors.ts; null where a proxy answered. */
  readonly code: string | null;

  constructor(status: number, message: string, code: string | null = null) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
  }
}

/** The session ended, or lost its role, while the page was open. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}

export async function login(
  username: string,
  password: string,
): Promise<LoginAccepted | LoginRefused> {
  const response = await send<typeof loginEndpoint>('POST', '/auth', {
    body: JSON.stringify({ username, password }),
    headers: { 'content-type': 'application/json' },
  });
  const body = await jsonOf(response);
  if (isLoginAnswer(body)) return body;
  throw errorOf(response, body);
}

export function checkedSession(signal: AbortSignal) {
  return call<typeof checkSession>('GET', '/auth/check', { signal, cache: 'no-store' });
}

export function logout(signal: AbortSignal) {
  return call<typeof logoutEndpoint>('GET', '/auth/logoutWithoutRedirect', { signal });
}

export function branding(signal: AbortSignal) {
  return call<typeof readBranding>('GET', '/vue-egd-lib/api/branding', { signal });
}

export const customersQuery = () =>
  queryOptions({
    queryKey: ['customers'],
    queryFn: ({ signal }) =>
      told('Failed to fetch customers', async () => {
        const url = '/vue-egd-lib/api/customers';
        return (await call<typeof listCustomers>('GET', url, { signal })).data;
      }),
  });

export const documentsQuery = (customer: string) =>
  queryOptions({
    queryKey: ['documents', customer],
    queryFn: ({ signal }) =>
      told('Failed to fetch documents', async () => {
        const url = '/vue-egd-lib/api/documents';
        const search = `?${new URLSearchParams({ customer })}`;
        return (await call<typeof listDocuments>('GET', url, { signal, search })).data;
      }),
  });

/**
 * `unknown`: the server could not say, so the reader is told "not available" but may ask again.
 * What it says of a file it has spares the viewer a request; null where a proxy left it out.
 */
export type Availability =
  | { state: 'available'; bytes: number | null; etag: string | null }
  | { state: 'missing' | 'unknown' };

export const availabilityQuery = (document: DocumentIdentity) =>
  queryOptions({
    queryKey: ['availability', pdfAddress(document)],
    queryFn: ({ signal }) => availabilityOf(document, signal),
    // Every search asks anew, but a document being read is not taken away by a look at the clock.
    gcTime: 0,
    staleTime: (query) => (query.state.data?.state === 'available' ? Infinity : 0),
  });

async function availabilityOf(
  document: DocumentIdentity,
  signal: AbortSignal,
): Promise<Availability> {
  const address = pdfAddress(document);
  try {
    const response = await fetch(address, { method: 'HEAD', credentials: 'include', signal });
    if (response.ok) {
      const bytes = Number(response.headers.get('content-length')) || null;
      return { state: 'available', bytes, etag: response.headers.get('etag') };
    }
    if (response.status === 404) return { state: 'missing' };
    throw new ApiError(response.status, `HEAD ${address} answered ${response.status}`);
  } catch (error) {
    if (signal.aborted || isSessionOver(error)) throw error;
    console.error('Failed to look for the PDF', error);
    return { state: 'unknown' };
  }
}

type Endpoint = { method: string; url: string; response: TSchema };
type Options = Omit<RequestInit, 'method'> & { search?: string };

/** One call of the contract. */
export async function call<E extends Endpoint>(
  method: E['method'],
  url: E['url'],
  options: Options = {},
): Promise<Static<E['response']>> {
  const response = await send<E>(method, url, options);
  const body = await jsonOf(response);
  if (!response.ok) throw errorOf(response, body);
  // The server serialises through the same schema, so what it sends has this shape.
  return body as Static<E['response']>;
}

function send<E extends Endpoint>(method: E['method'], url: E['url'], options: Options) {
  const { search = '', ...init } = options;
  return fetch(`${url}${search}`, { ...init, method, credentials: 'include' });
}

async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return null; // a proxy's error page, for example
  }
}

function errorOf(response: Response, body: unknown): ApiError {
  const { message, code } = (body ?? {}) as Partial<ErrorBody>;
  const said = message ?? `the server answered ${response.status}`;
  return new ApiError(response.status, said, code ?? null);
}

function isLoginAnswer(body: unknown): body is LoginAccepted | LoginRefused {
  return typeof body === 'object' && body !== null && 'success' in body;
}

async function told<T>(failure: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isAbort(error)) console.error(failure, error);
    throw error;
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
