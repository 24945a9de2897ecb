import { expect, test } from 'vitest';
import { describeAddress, readDatabaseUrl } from './database-url.ts';

const nothing = { password: null, sslRootCert: null };

test('an address of PostgreSQL names server, database, user and password', () => {
  expect(readDatabaseUrl('postgresql://lib:p%40ss@db.example:6432/library', nothing)).toEqual({
    host: 'db.example',
    port: 6432,
    database: 'library',
    user: 'lib',
    password: 'p@ss',
    sslMode: 'verify-full',
    sslRootCert: null,
  });
});

test('the password and the root certificate may be in their own settings', () => {
  const elsewhere = { password: 'secret', sslRootCert: '/etc/ssl/root.pem' };
  expect(readDatabaseUrl('postgres://lib@db.example/library', elsewhere)).toMatchObject({
    password: 'secret',
    sslRootCert: '/etc/ssl/root.pem',
  });
});

test.each([
  ['postgres://lib@127.0.0.1/library', 'disable'],
  ['postgres://lib@[::1]/library', 'disable'],
  ['postgres://lib@localhost/library?host=/run/postgresql', 'disable'],
  ['postgres://lib@%2Frun%2Fpostgresql/library', 'disable'],
  ['postgres://lib@10.0.0.1/library', 'verify-full'],
  ['postgres://lib@db/library?sslmode=require', 'require'],
  ['postgres://lib@127.0.0.1/library?sslmode=verify-ca', 'verify-ca'],
])(
  'connections to other machines are encrypted unless the address says otherwise: %s',
  (url, sslMode) => {
    expect(readDatabaseUrl(url, nothing)).toMatchObject({ sslMode });
  },
);

test.each([
  ['library.sqlite', 'must be an address such as'],
  ['postgres://db.example/library', 'must name the user, the host and the database'],
  ['postgres://lib@db.example/', 'must name the user, the host and the database'],
  ['postgres://lib:%@db.example/library', 'must name the user'],
  [
    'postgres://lib:secret@db/library?sslmode=prefer',
    'has an unknown sslmode; it accepts disable,',
  ],
  ['postgres://lib:secret@db/library?ssl=true', 'contains "ssl"; it accepts host, sslmode,'],
])('a fault in the address is reported without the password: %s', (url, words) => {
  const read = readDatabaseUrl(url, nothing);
  expect(read).toMatchObject({ fault: expect.stringContaining(words) });
  expect(JSON.stringify(read)).not.toContain('secret');
});

test('a message names the server and the user, and never the password', () => {
  const read = readDatabaseUrl('postgres://lib:secret@db.example/library', nothing);
  if ('fault' in read) throw new Error(read.fault);
  expect(describeAddress(read)).toBe('library at db.example:5432 (user lib)');
});
