import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ordinaryUser, ownFolder, TemporaryPostgres } from '../../test/postgres/server.ts';
import { temporaryFolder } from '../../test/harness.ts';
import { readConfig } from '../config/config.ts';
import { explainError } from '../config/explain-error.ts';
import { openDatabase } from './open.ts';

/** A self-signed certificate for this name; returns its file and that of its key. */
async function makeCertificate(name: string): Promise<{ cert: string; key: string }> {
  const folder = await ownFolder(onTestFinished);
  const [cert, key] = ['cert.pem', 'key.pem'].map((file) => path.join(folder, file)) as [
    string,
    string,
  ];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const files = ['-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files], {
    ...ordinaryUser(),
    stdio: 'ignore',
  });
  return { cert, key };
}

test('certificates are trusted exactly as sslmode says', async () => {
  const own = await makeCertificate('localhost');
  const other = await makeCertificate('localhost');
  const server = await TemporaryPostgres.start(onTestFinished, {
    fsync: 'off',
    ssl: 'on',
    ssl_cert_file: own.cert,
    ssl_key_file: own.key,
  });
  const open = async (host: string, sslmode: string, root: string) => {
    const config = readConfig({
      DATA_DIR: await temporaryFolder(onTestFinished),
      DATABASE_URL: `postgres://owner@${host}:${server.port}/postgres?sslmode=${sslmode}`,
      PGSSLROOTCERT: root,
    });
    return openDatabase(config).then(
      async (db) => {
        await db.destroy();
        return 'opened';
      },
      (error: unknown) => explainError(error),
    );
  };
  const refused = expect.stringContaining('Its certificate is not trusted: set PGSSLROOTCERT');
  expect(await open('localhost', 'verify-full', own.cert)).toBe('opened');
  expect(await open('127.0.0.1', 'verify-full', own.cert)).toEqual(refused);
  expect(await open('127.0.0.1', 'verify-ca', own.cert)).toBe('opened');
  expect(await open('localhost', 'verify-full', other.cert)).toEqual(refused);
  expect(await open('127.0.0.1', 'require', other.cert)).toBe('opened');
  expect(await open('localhost', 'verify-full', '/nowhere/root.pem')).toContain(
    'The root certificate of the database is unreadable: ENOENT',
  );
});

test('a server without TLS is said to have none', async () => {
  const server = await TemporaryPostgres.start(onTestFinished, { fsync: 'off' });
  const config = readConfig({
    DATA_DIR: await temporaryFolder(onTestFinished),
    DATABASE_URL: `postgres://owner@127.0.0.1:${server.port}/postgres?sslmode=verify-full`,
  });
  await expect(openDatabase(config)).rejects.toThrow(
    /cannot be opened \(The server does not support SSL connections\)\. It has no TLS\. Turn it on there/,
  );
});
