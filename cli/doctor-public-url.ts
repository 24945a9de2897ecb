import { once } from 'node:events';
import { connect } from 'node:tls';
import { errorHeader } from '#contract/calls.ts';
import type { Config } from '../server/config/config.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

const limitMs = 5000;
const soonDays = 21;

/** PUBLIC_URL as readers reach it: its certificate, the library behind it, and one file. */
export async function* publicUrlFindings(config: Config): AsyncGenerator<Finding> {
  const { publicUrl, metricsToken } = config;
  if (publicUrl === null) return;
  if (publicUrl.startsWith('https:')) yield await certificateFinding(publicUrl);
  const ask = (at: string, method: string, headers: Record<string, string> = {}) =>
    fetch(new URL(at, publicUrl), { method, headers, signal: AbortSignal.timeout(limitMs) });
  try {
    const { status } = await ask('/healthz', 'GET');
    if (status !== 200) {
      yield wrong(
        `${publicUrl}/healthz answers ${status}`,
        'start the library, or correct the proxy.',
      );
      return;
    }
    yield ok(`the library answers at ${publicUrl}`);
    if (metricsToken === null) {
      yield note('the file check through PUBLIC_URL was skipped: it needs METRICS_TOKEN');
      return;
    }
    const file = await ask('/probe-file', 'HEAD', { authorization: `Bearer ${metricsToken}` });
    yield fileFinding(publicUrl, file);
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    const why = cause instanceof Error ? cause.message : message;
    yield wrong(
      `this machine cannot reach ${publicUrl}: ${why}`,
      'start the proxy, or correct PUBLIC_URL.',
    );
  }
}

function fileFinding(publicUrl: string, { status, headers }: Response): Finding {
  if (status === 200) return ok('PUBLIC_URL serves a PDF');
  const code = headers.get(errorHeader);
  if (code === 'not_found')
    return note('the file check through PUBLIC_URL was skipped: there is no PDF yet');
  const mend =
    code === null
      ? 'let the web server read the shared folder and its files, and correct ACCEL_REDIRECT and its alias.'
      : 'see the log of the library.';
  return wrong(
    `a PDF request through ${publicUrl} gets ${status}${code === null ? '' : ` (${code})`}`,
    mend,
  );
}

async function certificateFinding(publicUrl: string): Promise<Finding> {
  const { hostname, port } = new URL(publicUrl);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const socket = connect({
    host,
    port: Number(port || 443),
    servername: host,
    rejectUnauthorized: false,
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(limitMs) });
    const { valid_to } = socket.getPeerCertificate();
    const days = Math.floor((Date.parse(valid_to) - Date.now()) / 86_400_000);
    const until = `the certificate of ${publicUrl} is valid until ${new Date(valid_to).toISOString().slice(0, 10)}`;
    if (days < 0) return wrong(`${until}: it has expired`, 'renew it.');
    const fault = socket.authorizationError;
    if (fault !== null && fault !== undefined) {
      return wrong(
        `the certificate of ${publicUrl} is not trusted on this machine (${String(fault)})`,
        'correct the certificate; if your own authority signed it, set NODE_EXTRA_CA_CERTS to its root certificate.',
      );
    }
    return days < soonDays ? wrong(until, 'renew it.') : ok(until);
  } catch (error) {
    return wrong(
      `${publicUrl}: ${error instanceof Error ? error.message : String(error)}`,
      'start the proxy, or correct PUBLIC_URL.',
    );
  } finally {
    socket.destroy();
  }
}
