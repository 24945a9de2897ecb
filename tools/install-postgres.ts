import { spawnSync } from 'node:child_process';
import { findPostgres } from '../test/postgres/server.ts';
import { findPgBouncer } from '../test/postgres/pgbouncer.ts';

// Installs PostgreSQL and PgBouncer for the tests that run on them, if we may. Debian would also start
// both as services; the tests start their own.

const mayInstall = process.getuid?.() === 0 && process.platform === 'linux';
const absent = () => [
  ...(findPostgres() === null ? ['PostgreSQL'] : []),
  ...(findPgBouncer() === null ? ['PgBouncer'] : []),
];

if (absent().length > 0 && mayInstall) {
  const command =
    'apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql-common pgbouncer && ' +
    "sed -i 's/^#\\?create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf && " +
    'apt-get install -y -qq --no-install-recommends postgresql';
  console.log(command);
  // As on a machine that is being built: a service that a package brings is not started.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  spawnSync(command, { shell: true, stdio: 'inherit', env });
}
const missing = absent();
console.log(
  missing.length === 0 ? 'PostgreSQL and PgBouncer: present' : `Absent: ${missing.join(', ')}`,
);
