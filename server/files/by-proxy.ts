import proxyAddr from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Representation, RequestConditions } from '../http/conditional.ts';

// nginx tells files apart by size and whole second. One that was written just now may be written once more in
// the same second, and a reader would get parts of both under one tag.
const youngMs = 2000;

/** Which files the nginx in front sends for us, and by which tag: it holds If-Match and If-Range against its own. */
export function sendingByProxy(
  { accelRedirect, trustProxy }: Pick<Config, 'accelRedirect' | 'trustProxy'>,
  now: () => number,
) {
  const isProxy = proxyAddr.compile(trustProxy === false ? [] : trustProxy);
  return {
    /** The file under nginx's tag; null for one that we send ourselves, under our own. */
    asTaggedByNginx<F extends Representation>(file: F, conditions: RequestConditions): F | null {
      if (accelRedirect === null || now() - file.lastModified.getTime() < youngMs) return null;
      // A download that began with our tag, while the file was new, continues with it.
      const { 'if-match': match, 'if-none-match': noneMatch, 'if-range': range } = conditions;
      if ([match, noneMatch, range].some((tags) => tags?.includes(file.etag))) return null;
      return { ...file, etag: nginxEtagOf(file) };
    },
    /**
     * Where the proxy that asks finds a file, for `X-Accel-Redirect`; null for everybody else. The path is the one
     * that a scan found, as an address; the proxy answers ranges and conditions by it.
     */
    placeFor({ socket }: Pick<FastifyRequest, 'socket'>, path: string): string | null {
      if (accelRedirect === null || !isProxy(socket.remoteAddress ?? '', 0)) return null;
      return `${accelRedirect}${path.split('/').map(encodeURIComponent).join('/')}`;
    },
  };
}

function nginxEtagOf({ size, lastModified }: Representation): string {
  const second = Math.floor(lastModified.getTime() / 1000);
  return `"${second.toString(16)}-${size.toString(16)}"`;
}
