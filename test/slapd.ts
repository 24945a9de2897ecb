import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Attribute, Change, Client } from 'ldapts';
import type { CleanUp } from './clean-up.ts';
import { freePort } from './postgres/server.ts';

const startsWithinMs = 60_000;

/** OpenLDAP's server; null where it is not installed. */
export function findSlapd(): string | null {
  const places = ['/usr/sbin/slapd', '/usr/lib/openldap/slapd', '/usr/libexec/slapd'];
  return places.find((file) => existsSync(file)) ?? null;
}

/** Why tests at a directory cannot run; null when they can, or where nothing may be skipped. */
export const noSlapd =
  findSlapd() === null && process.env['NOTHING_SKIPPED'] === undefined
    ? 'slapd is not installed: node tools/install-programs.ts'
    : null;

export const baseDn = 'dc=corp,dc=example';
export const reader = { dn: `cn=library,${baseDn}`, password: 'what the library reads with' };
const admin = { dn: `cn=admin,${baseDn}`, password: 'admin' };

type Values = Record<string, string | string[] | Buffer>;

/** A real directory in a temporary folder, with TLS by an authority of its own. */
export class TemporarySlapd {
  readonly #folder: string;
  readonly #plainPort: number;
  readonly #tlsPort: number;
  #process: ChildProcess | null = null;

  private constructor(folder: string, plainPort: number, tlsPort: number) {
    this.#folder = folder;
    this.#plainPort = plainPort;
    this.#tlsPort = tlsPort;
  }

  static async start(cleanUp: CleanUp, { requireTls = false } = {}): Promise<TemporarySlapd> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'egd-slapd-'));
    cleanUp(() => rm(folder, { recursive: true, force: true }));
    makeCertificates(folder);
    const slapd = new TemporarySlapd(folder, await freePort(), await freePort());
    await mkdir(path.join(folder, 'db'));
    await writeFile(path.join(folder, 'ad.schema'), activeDirectorySchema);
    await writeFile(path.join(folder, 'slapd.conf'), settings(folder, requireTls));
    cleanUp(() => slapd.stop());
    await slapd.run();
    await slapd.add(baseDn, { objectClass: ['dcObject', 'organization'], dc: 'corp', o: 'Corp' });
    const service = { objectClass: ['organizationalRole', 'simpleSecurityObject'] };
    await slapd.add(reader.dn, { ...service, userPassword: reader.password });
    return slapd;
  }

  get ldap(): string {
    return `ldap://localhost:${this.#plainPort}`;
  }

  get ldaps(): string {
    return `ldaps://localhost:${this.#tlsPort}`;
  }

  get caFile(): string {
    return path.join(this.#folder, 'ca.pem');
  }

  /** A file with this text, in the folder of the server. */
  async file(name: string, text: string): Promise<string> {
    const file = path.join(this.#folder, name);
    await writeFile(file, text);
    return file;
  }

  async run(): Promise<void> {
    const slapd = findSlapd();
    if (slapd === null) throw new Error('slapd is not installed: node tools/install-programs.ts');
    const conf = path.join(this.#folder, 'slapd.conf');
    const addresses = `${this.ldap} ${this.ldaps}`;
    // With a level of debugging it stays in the foreground.
    this.#process = spawn(slapd, ['-f', conf, '-h', addresses, '-d', '0'], { stdio: 'ignore' });
    const until = performance.now() + startsWithinMs;
    for (;;) {
      if (this.#process.exitCode !== null) throw new Error('slapd ended as it started.');
      const answers = await this.#ask(async () => true).catch(() => false);
      if (answers) return;
      if (performance.now() > until) throw new Error('slapd does not start.');
      await pause(20);
    }
  }

  async stop(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    if (running === null || running.exitCode !== null) return;
    running.kill('SIGTERM');
    await once(running, 'exit');
  }

  add(dn: string, values: Values): Promise<void> {
    return this.#ask((client) =>
      client.add(
        dn,
        Object.entries(values).map(([type, value]) => attributeOf(type, value)),
      ),
    );
  }

  addPerson(uid: string, password: string, more: Values = {}): Promise<void> {
    return this.add(personDn(uid), {
      objectClass: ['inetOrgPerson', 'adAccount'],
      uid,
      sAMAccountName: uid,
      cn: `${uid} of Corp`,
      sn: uid,
      mail: `${uid}@corp.example`,
      userPassword: password,
      ...more,
    });
  }

  addGroup(cn: string, members: string[], more: Values = {}): Promise<void> {
    const objectClass = ['groupOfNames', 'adAccount'];
    return this.add(groupDn(cn), { objectClass, cn, member: members, ...more });
  }

  change(dn: string, type: string, value: string | string[]): Promise<void> {
    const modification = attributeOf(type, value);
    return this.#ask((client) =>
      client.modify(dn, new Change({ operation: 'replace', modification })),
    );
  }

  rename(dn: string, to: string): Promise<void> {
    return this.#ask((client) => client.modifyDN(dn, to));
  }

  remove(dn: string): Promise<void> {
    return this.#ask((client) => client.del(dn));
  }

  async #ask<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const tlsOptions = { ca: readFileSync(this.caFile), servername: 'localhost' };
    const client = new Client({ url: this.ldaps, tlsOptions, strictDN: false });
    try {
      await client.bind(admin.dn, admin.password);
      return await work(client);
    } finally {
      await client.unbind().catch(() => {});
    }
  }
}

export const personDn = (uid: string) => `uid=${uid},${baseDn}`;
export const groupDn = (cn: string) => `cn=${cn},${baseDn}`;

function attributeOf(type: string, value: string | string[] | Buffer): Attribute {
  if (Buffer.isBuffer(value)) return new Attribute({ type, values: [value] });
  return new Attribute({ type, values: Array.isArray(value) ? value : [value] });
}

/** What Active Directory has and OpenLDAP has not, as far as we read it. */
const activeDirectorySchema = `
attributetype ( 1.3.6.1.4.1.99999.1.1 NAME 'sAMAccountName' EQUALITY caseIgnoreMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.3.6.1.4.1.99999.1.2 NAME 'userPrincipalName' EQUALITY caseIgnoreMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.3.6.1.4.1.99999.1.3 NAME 'objectGUID' EQUALITY octetStringMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
attributetype ( 1.3.6.1.4.1.99999.1.4 NAME 'objectSid' EQUALITY octetStringMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
attributetype ( 1.3.6.1.4.1.99999.1.5 NAME 'primaryGroupID' EQUALITY integerMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.3.6.1.4.1.99999.1.6 NAME 'userAccountControl' EQUALITY integerMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.3.6.1.4.1.99999.1.7 NAME 'accountExpires' EQUALITY integerMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.3.6.1.4.1.99999.1.8 NAME 'nsAccountLock' EQUALITY caseIgnoreMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
objectclass ( 1.3.6.1.4.1.99999.2.1 NAME 'adAccount' SUP top AUXILIARY
  MAY ( sAMAccountName $ userPrincipalName $ objectGUID $ objectSid $ primaryGroupID $
    userAccountControl $ accountExpires $ nsAccountLock ) )
`;

function settings(folder: string, requireTls: boolean): string {
  const schemas = ['core', 'cosine', 'inetorgperson', 'nis'];
  const at = (name: string) => path.join(folder, name);
  return `${schemas.map((name) => `include /etc/ldap/schema/${name}.schema`).join('\n')}
include ${at('ad.schema')}
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
moduleload ppolicy
TLSCACertificateFile ${at('ca.pem')}
TLSCertificateFile ${at('server.pem')}
TLSCertificateKeyFile ${at('server.key')}
${requireTls ? 'security simple_bind=128' : ''}
database mdb
suffix "${baseDn}"
rootdn "${admin.dn}"
rootpw ${admin.password}
directory ${at('db')}
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${reader.dn}" read by * none
overlay memberof
memberof-refint true
overlay ppolicy
`;
}

/** An authority of our own, and a certificate of it for localhost. */
function makeCertificates(folder: string): void {
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const key = [...curve, '-nodes', '-days', '2'];
  openssl('req', '-x509', ...key, '-subj', '/CN=Corp CA', '-keyout', 'ca.key', '-out', 'ca.pem');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const signer = ['-addext', 'basicConstraints=CA:FALSE', '-CA', 'ca.pem', '-CAkey', 'ca.key'];
  const files = ['-keyout', 'server.key', '-out', 'server.pem'];
  openssl('req', '-x509', ...key, ...subject, ...signer, ...files);
}
