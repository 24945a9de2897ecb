import { sql } from 'kysely';
import { LibraryError } from '#contract/errors.ts';
import { describeAddress, type PostgresAddress } from '../config/database-url.ts';
import { isConnectionLost, postgresCodeOf } from './postgres-faults.ts';
import type { Db } from './schema.ts';
import { libraryCommand } from '../config/build.ts';

/** Explains to the operator why the database cannot be opened, and what to do. */
export function explainPostgresOpening(error: unknown, address: PostgresAddress): unknown {
  const cause = error instanceof LibraryError ? error.cause : error;
  const advice = adviceOn(cause);
  if (advice === undefined) return error;
  const reason = cause instanceof Error ? ` (${reasonOf(cause)})` : '';
  return new LibraryError(
    'database_unavailable',
    `The database ${describeAddress(address)} cannot be opened${reason}. ${advice}`,
    { cause: error },
  );
}

// If a name has several addresses, Node throws one error without a message that contains theirs.
function reasonOf(error: Error): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) {
    return error.errors[0].message;
  }
  return error.message;
}

const checkUrl = 'Check DATABASE_URL.';

function adviceOn(cause: unknown): string | undefined {
  const code = postgresCodeOf(cause);
  const byCode: Record<string, string> = {
    '28P01': 'The user or the password is wrong: check DATABASE_URL.',
    '28000': 'The server refuses this user: check DATABASE_URL and pg_hba.conf.',
    '3D000': 'Create the database first: createdb --encoding UTF8 --template template0 NAME.',
    '42501': `The user lacks a right. Let the owner of the database run "${libraryCommand()} migrate", and grant the rights that docs/operations/database-and-nodes.md lists.`,
    '53300': 'Raise max_connections of the server, or lower DATABASE_CONNECTIONS.',
    '25006': 'It is a replica. Name the primary server in DATABASE_URL.',
    '53100': 'Free space on its disk. Nothing was lost.',
  };
  if (byCode[code] !== undefined) return byCode[code];
  if (cause instanceof Error && cause.message.includes('does not support SSL')) {
    return 'It has no TLS. Turn it on there (ssl = on), or set sslmode=disable in DATABASE_URL on a network where nobody can listen.';
  }
  if (/CERT|SSL|TLS/.test(code) || (cause instanceof Error && /\bSSL\b/.test(cause.message))) {
    return 'Its certificate is not trusted: set PGSSLROOTCERT to the root certificate, or sslmode in DATABASE_URL.';
  }
  return isConnectionLost(cause) ? `${checkUrl} Is the server running?` : undefined;
}

/**
 * Refuses a server that takes no writes, or that may lose acknowledged ones in a crash.
 */
export async function requireDurable(db: Db): Promise<void> {
  const facts = await serverFacts(db);
  if (facts.isReplica) throw refusal('is a replica', 'Name the primary server.');
  if (facts.encoding !== 'UTF8') {
    throw refusal(
      `has the encoding ${facts.encoding}`,
      'Create it again: createdb --encoding UTF8 --template template0 NAME.',
    );
  }
  if (facts.version < oldestVersion) {
    throw refusal(`is of version ${facts.version}`, `Use PostgreSQL ${oldestVersion} or later.`);
  }
  if (facts.synchronousCommit === 'off') {
    throw refusal(
      'confirms commits that a crash can lose (synchronous_commit is off)',
      'Run on it: alter role current_user set synchronous_commit = on',
    );
  }
}

export const oldestVersion = 15;
/** The newest version that we support. */
export const newestVersion = 18;

export type ServerFacts = {
  version: number;
  encoding: string;
  isReplica: boolean;
  synchronousCommit: string;
  fsync: string;
  fullPageWrites: string;
};

export async function serverFacts(db: Db): Promise<ServerFacts> {
  const { rows } = await sql<ServerFacts>`select
    current_setting('server_version_num')::int / 10000 as version,
    current_setting('server_encoding') as encoding,
    pg_is_in_recovery() as "isReplica",
    current_setting('synchronous_commit') as "synchronousCommit",
    current_setting('fsync') as fsync,
    current_setting('full_page_writes') as "fullPageWrites"`.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error('The server did not return its settings.');
  return facts;
}

function refusal(what: string, mend: string): LibraryError {
  return new LibraryError('database_unavailable', `The database ${what}. ${mend}`);
}
