import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CleanUp } from './clean-up.ts';

type Call = { method: string; url: string; cookie: string; body: unknown; forwardedFor: string };
type Answer = { status?: number; body?: unknown; cookies?: string[]; location?: string };

/** An auth host of its own, as the specification describes it: three calls, over real HTTP. */
export async function startUpstreamHost(cleanUp: CleanUp) {
  const calls: Call[] = [];
  const users = new Map([['anna', 'the password of anna']]);
  let open = new Set<string>();
  let sessions = 0;
  const host = {
    url: '',
    calls,
    /** What anna may do. */
    roles: ['EGD_LIB'] as string[],
    /** What `data.user` is. */
    user: { id: 7, username: 'Anna', display_name: 'Anna Berg' } as unknown,
    /** Answers in its place, if set: by the path of the call. */
    instead: {} as Record<string, Answer | 'silence' | 'endless' | 'broken'>,
    /** What the next check sets as its cookie. */
    renews: null as string | null,
    endAll: () => void (open = new Set()),
    pathsOf: () => calls.map(({ method, url }) => `${method} ${url}`),
  };

  const roleList = () => host.roles.map((role_name) => ({ role_name }));

  function usual(call: Call): Answer {
    const id = /(?:^|; )sid=([^;]+)/.exec(call.cookie)?.[1] ?? '';
    if (call.url === '/base/auth/check') {
      const authenticated = open.has(id);
      if (!authenticated || host.renews === null) return { body: { authenticated } };
      open.add(host.renews);
      open.delete(id);
      return { body: { authenticated }, cookies: [`sid=${host.renews}; HttpOnly`] };
    }
    if (call.url === '/base/auth/logoutWithoutRedirect') {
      open.delete(id);
      return { body: { success: true }, cookies: ['sid=; Max-Age=0'] };
    }
    const { username, password } = call.body as { username: string; password: string };
    if (users.get(username.toLowerCase()) !== password) {
      return { status: 200, body: { success: false, message: 'Unknown name or password.' } };
    }
    const begun = `session-${++sessions}`;
    open.add(begun);
    const data = { user: host.user, access_role: roleList() };
    return {
      body: { success: true, message: 'ok', data },
      cookies: [`sid=${begun}; Path=/; HttpOnly`, 'lang=en'],
    };
  }

  const server = createServer(async (request, response) => {
    const call = await readCall(request);
    calls.push(call);
    const instead = host.instead[call.url.replace('/base', '')];
    if (instead === 'silence') return;
    if (instead === 'broken') return void request.socket.destroy();
    if (instead === 'endless') return void sendEndless(response);
    send(response, instead ?? usual(call));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo;
  host.url = `http://127.0.0.1:${port}/base`;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  cleanUp(stop);
  return Object.assign(host, { stop });
}

async function readCall(request: IncomingMessage): Promise<Call> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    cookie: request.headers.cookie ?? '',
    body: text === '' ? null : JSON.parse(text),
    forwardedFor: String(request.headers['x-forwarded-for'] ?? ''),
  };
}

function send(response: ServerResponse, { status = 200, body, cookies = [], location }: Answer) {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
  const headers = { 'set-cookie': cookies, ...(location === undefined ? {} : { location }) };
  response.writeHead(status, headers).end(text);
}

function sendEndless(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(16_384))) continue;
  };
  response.on('drain', more);
  more();
}
