import { readFileSync } from 'node:fs';
import path from 'node:path';

const file = path.join(import.meta.dirname, '..', 'deploy', 'nginx', 'egd-library.conf');

/** What deploy/nginx leaves to the one who installs it. */
export type Place = {
  /** Host and port of the library. */
  library: string;
  shareDir: string;
  /** Where to listen; the socket is for http, which leads to https. */
  listen: string;
  socket: string;
  /** Null for http alone. */
  tls: { certificate: string; key: string } | null;
  serverName?: string;
};

/** The nginx of deploy/nginx, with the ports and folders of a test, for its http block. */
export function deployedNginx(place: Place): string {
  const { tls } = place;
  const here = readFileSync(file, 'utf8')
    .replace('server 127.0.0.1:3000;', `server ${place.library};`)
    .replace('listen 80;', `listen unix:${place.socket};`)
    .replace('listen 443 ssl http2;', `listen ${place.listen}${tls === null ? '' : ' ssl http2'};`)
    .replaceAll(
      'server_name library.example;',
      `server_name ${place.serverName ?? 'library.example'};`,
    )
    .replaceAll('/srv/standards/', `${place.shareDir}/`);
  if (tls === null) return here.replaceAll(/^ *ssl_.*\n/gm, '');
  return here
    .replace('/etc/ssl/certs/library.example.pem', tls.certificate)
    .replace('/etc/ssl/private/library.example.key', tls.key);
}
