import path from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

test('with no settings at all, the library is served on this machine from ./data', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    dataDir: path.resolve('data'),
    shareDir: path.resolve('data/documents'),
    shareIsOurs: true,
    trustProxy: false,
    sessionIdleMinutes: 480,
    sessionMaxHours: 24,
    scanEverySeconds: 30,
  });
});

test('all faults are reported together', () => {
  expect(
    faultsOf({
      PORT: '70000',
      SESSION_IDLE_MINUTES: 'never',
      PUBLIC_URL: 'library.example',
      TRUST_PROXY: 'everyone',
      ALLOWED_HOSTS: 'library, http://library.example/',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://root:secret@db/library',
      MIGRATE: 'perhaps',
      AUTH_PROVIDER: 'kerberos',
      METRICS_TOKEN: 'short',
    }),
  ).toEqual([
    'PORT must be a whole number from 0 to 65535; it is "70000".',
    'MIGRATE must be one of on, off; it is "perhaps".',
    'DATABASE_URL must be an address such as postgres://user@host/database.',
    'PUBLIC_URL must be an http or https address; it is "library.example".',
    'ALLOWED_HOSTS must list names without port, such as library.example; it is "library, http://library.example/".',
    "TRUST_PROXY must list the proxies' addresses or ranges, such as 10.0.0.1, 10.0.0.0/8 or " +
      'loopback; it is "everyone".',
    'SESSION_IDLE_MINUTES must be a whole number from 1 to 10080; it is "never".',
    'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent; it is "loud".',
    'METRICS_TOKEN must have at least 16 characters.',
    'AUTH_PROVIDER must be one of local, ldap, upstream; it is "kerberos".',
  ]);
});

test('proxies are named by address or range', () => {
  const trusted = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustProxy;
  expect(trusted('loopback, 10.0.0.0/8,::1')).toEqual(['loopback', '10.0.0.0/8', '::1']);
  expect(faultsOf({ TRUST_PROXY: '10.0.0.0/33' })).toHaveLength(1);
});

test('ACCEL_REDIRECT needs TRUST_PROXY', () => {
  const TRUST_PROXY = 'loopback';
  expect(readConfig({ TRUST_PROXY, ACCEL_REDIRECT: '/_documents/' }).accelRedirect).toBe(
    '/_documents/',
  );
  expect(faultsOf({ ACCEL_REDIRECT: 'documents' })).toEqual([
    'ACCEL_REDIRECT must be a path such as /_documents/; it is "documents".',
    'ACCEL_REDIRECT needs TRUST_PROXY: only a trusted proxy may get the paths of PDFs.',
  ]);
});

test('a bucket as SHARE_DIR is refused with what takes its place', () => {
  expect(faultsOf({ SHARE_DIR: 's3://standards/pdfs' })).toEqual([
    'SHARE_DIR must be a folder: mount the bucket, or a network share with its PDFs.',
  ]);
});

test('a public address has no path', () => {
  expect(readConfig({ PUBLIC_URL: 'https://library.example/' }).publicUrl).toBe(
    'https://library.example',
  );
  expect(faultsOf({ PUBLIC_URL: 'https://example.com/library' })).toEqual([
    'PUBLIC_URL must be an address without a path, such as https://example.com.',
  ]);
});
