import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { expect, test } from 'vitest';
import { readConfig } from '../server/config/config.ts';

// Tests the files of deploy/ as far as this machine can run them; nginx is started by test/slow/nginx.test.ts.

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const unit = path.join(root, 'deploy/systemd/egd-library.service');

/** Every setting, as .env.example lists them. */
const settings = new Set(
  [...read('.env.example').matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name),
);
// Read by Node itself, or of PostgreSQL's image.
const others = /^(NODE_COMPILE_CACHE|EGD_ENV_FILE|POSTGRES_\w+|DATABASE_PASSWORD)$/;

test('.env.example lists every setting that is read', () => {
  const asked = new Set<string>();
  const environment = new Proxy<Record<string, string>>(
    {
      DATABASE_URL: 'postgres://library@localhost/library',
      ACCEL_REDIRECT: '/_d/',
      TRUST_PROXY: 'loopback',
    },
    {
      get(target, name) {
        asked.add(String(name));
        return target[String(name)];
      },
    },
  );
  readConfig(environment);
  expect([...asked].filter((name) => !settings.has(name))).toEqual([]);
});

type Compose = { services: Record<string, { environment: Record<string, string> }> };
type Kubernetes = { kind: string; data?: Record<string, string> };

/** The settings that each file sets. */
function settingsIn(): Record<string, string[]> {
  const compose = parse(read('deploy/docker/compose.yaml')) as Compose;
  const kubernetes = parseAllDocuments(read('deploy/kubernetes/egd-library.yaml')).map(
    (document) => document.toJS() as Kubernetes,
  );
  const dockerfile = /^ENV ((?:.*\\\n)*.*)/m.exec(read('deploy/docker/Dockerfile'))?.[1] ?? '';
  return {
    compose: Object.values(compose.services).flatMap((one) => Object.keys(one.environment)),
    kubernetes: kubernetes.flatMap(({ data = {} }) => Object.keys(data)),
    dockerfile: [...dockerfile.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name),
    systemd: [...read('deploy/systemd/egd-library.service').matchAll(/^Environment=(\w+)/gm)].map(
      ([, name = '']) => name,
    ),
    windows: [
      ...read('deploy/windows/egd-library.xml').matchAll(/<env name="(\w+)"/g),
      ...read('deploy/windows/egd-library.env').matchAll(/^(\w+)=/gm),
    ].map(([, name = '']) => name),
    nginx: [...read('deploy/nginx/egd-library.conf').matchAll(/^# +([A-Z_]+)=/gm)].map(
      ([, name = '']) => name,
    ),
  };
}

test('deploy/ sets only what is a setting', () => {
  const found = settingsIn();
  expect(Object.values(found).filter((names) => names.length < 2)).toEqual([]);
  const strange = Object.values(found)
    .flat()
    .filter((name) => !settings.has(name) && !others.test(name));
  expect(strange).toEqual([]);
});

test('image tags are the version of the package', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const files = ['docker/compose.yaml', 'kubernetes/egd-library.yaml', 'kubernetes/upkeep.yaml'];
  const tags = files.flatMap((file) =>
    [...read(`deploy/${file}`).matchAll(/egd-library:([\w.-]+)$/gm)].map(([, tag]) => tag),
  );
  expect([tags.length, new Set(tags)]).toEqual([4, new Set([version])]);
});

test('containers run as nobody in particular, on a disk that is only read, and are asked how they are', () => {
  const compose = parse(read('deploy/docker/compose.yaml')) as {
    services: { library: object; database: object };
  };
  expect(compose.services.library).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  });
  expect(compose.services.database).toHaveProperty('healthcheck');
  const deployment = parseAllDocuments(read('deploy/kubernetes/egd-library.yaml'))
    .map((document) => document.toJS() as Kubernetes & { spec: { template: { spec: object } } })
    .find(({ kind }) => kind === 'Deployment');
  expect(deployment?.spec.template.spec).toMatchObject({
    securityContext: { runAsNonRoot: true, runAsUser: 10_001 },
    containers: [
      {
        livenessProbe: { httpGet: { path: '/healthz' } },
        readinessProbe: { httpGet: { path: '/readyz' } },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
      },
    ],
  });
});

test('the image is built in two steps from files that are there, and does not run as root', () => {
  const lines = read('deploy/docker/Dockerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const known =
    /^(FROM|ARG|LABEL|WORKDIR|COPY|RUN|USER|ENV|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT) /;
  expect(lines.filter((line) => !known.test(line))).toEqual([]);
  expect(lines.filter((line) => line.startsWith('FROM '))).toHaveLength(2);
  expect(lines.filter((line) => line.startsWith('USER '))).toEqual(['USER 10001:10001']);
  const copied = lines
    .flatMap((line) => /^COPY (?!--from)(.*) \S+$/.exec(line)?.[1]?.split(' ') ?? [])
    .filter((name) => name !== '.');
  expect(copied.filter((name) => globSync(name, { cwd: root }).length === 0)).toEqual([]);
  for (const form of ['HEALTHCHECK', 'ENTRYPOINT']) {
    const line = lines.find((one) => one.startsWith(form)) ?? '';
    expect(JSON.parse(line.slice(line.indexOf('['))) as string[]).toContain(
      '/egd-library/bin/node',
    );
  }
});

type Manifest = {
  kind: string;
  metadata: { name: string };
  spec: Record<string, unknown> & { jobTemplate: { spec: { template: Pod } }; template: Pod };
};
type Pod = {
  metadata: { labels: Record<string, string> };
  spec: {
    containers: { image: string; command?: string[]; volumeMounts: { name: string }[] }[];
    volumes: { name: string }[];
    securityContext: object;
  };
};

const manifestsIn = (file: string) =>
  parseAllDocuments(read(`deploy/kubernetes/${file}`)).map(
    (document) => document.toJS() as Manifest,
  );

test('on Kubernetes backup, verify and purge run at night, with the image and volumes of the library', () => {
  const [backup, purge] = manifestsIn('upkeep.yaml');
  const deployment = manifestsIn('egd-library.yaml').find(({ kind }) => kind === 'Deployment');
  const image = deployment?.spec.template.spec.containers[0]?.image;
  for (const job of [backup, purge]) {
    expect(job).toMatchObject({ kind: 'CronJob', spec: { concurrencyPolicy: 'Forbid' } });
    const pod = job?.spec.jobTemplate.spec.template;
    const [container] = pod?.spec.containers ?? [];
    expect(container?.image).toBe(image);
    const volumes = pod?.spec.volumes.map(({ name }) => name);
    expect(new Set(container?.volumeMounts.map(({ name }) => name))).toEqual(new Set(volumes));
    expect(pod?.spec.securityContext).toMatchObject({ runAsNonRoot: true });
    expect(pod?.metadata.labels).toEqual({ app: 'egd-library-upkeep' });
  }
  expect(backup?.spec.jobTemplate.spec.template.spec.containers[0]?.command?.at(-1)).toBe(
    '/egd-library/library backup --in /backups --keep 7d,4w,12m && /egd-library/library verify --in /backups',
  );
});

test('on Kubernetes the network lets in the ingress, and out what the library asks', () => {
  const found = manifestsIn('network.yaml').map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  expect(found).toEqual([
    'Ingress egd-library',
    'NetworkPolicy egd-library',
    'NetworkPolicy egd-library-upkeep',
  ]);
  const [ingress] = manifestsIn('network.yaml');
  const service = manifestsIn('egd-library.yaml').find(({ kind }) => kind === 'Service');
  expect(JSON.stringify(ingress?.spec)).toContain(
    `"service":{"name":"${service?.metadata.name}","port":{"name":"http"}}`,
  );
});

const systemd = spawnSync('systemd-analyze', ['--version']).status === 0;
test.skipIf(!systemd && process.env['NOTHING_SKIPPED'] === undefined)(
  'the unit of systemd is understood, and exposes little',
  () => {
    const offline = ['security', '--offline=true', '--threshold=20', '--no-pager', unit];
    const { status, stdout } = spawnSync('systemd-analyze', offline, { encoding: 'utf8' });
    const score = /exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1];
    expect([status, Number(score) <= 2]).toEqual([0, true]);
    const { stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    // If the library is not installed here, only its program may be missing.
    const faults = stderr.split('\n').filter((line) => line.includes('egd-library.service'));
    expect(faults.filter((line) => !line.includes('/opt/egd-library/bin/node'))).toEqual([]);
  },
);

test.skipIf(!systemd && process.env['NOTHING_SKIPPED'] === undefined)(
  'the timers of systemd run backup, verify and purge, and their units are understood',
  () => {
    const folder = path.join(root, 'deploy/systemd');
    const units = ['backup', 'purge'].flatMap((name) => [
      path.join(folder, `egd-library-${name}.service`),
      path.join(folder, `egd-library-${name}.timer`),
    ]);
    const { stderr } = spawnSync('systemd-analyze', ['verify', ...units], { encoding: 'utf8' });
    const faults = stderr.split('\n').filter((line) => line.includes('egd-library'));
    expect(faults.filter((line) => !line.includes('/opt/egd-library/library'))).toEqual([]);
    // A folder that is missing would end a unit before it starts, with 226/NAMESPACE: nothing is recorded then.
    const optional = [
      ...read('deploy/systemd/egd-library-backup.service').matchAll(/^ReadWritePaths=(.*)$/gm),
    ];
    const needed = optional
      .flatMap(([, paths = '']) => paths.split(' '))
      .filter((one) => !one.startsWith('-'));
    expect(needed).toEqual(['/var/lib/egd-library']);
    const commands = ['backup', 'purge'].flatMap((name) =>
      [...read(`deploy/systemd/egd-library-${name}.service`).matchAll(/^ExecStart=(.*)$/gm)].map(
        ([, command]) => command,
      ),
    );
    expect(commands).toEqual([
      '/opt/egd-library/library backup --in /srv/backups/egd-library --keep 7d,4w,12m',
      '/opt/egd-library/library verify --in /srv/backups/egd-library',
      '/opt/egd-library/library purge --days 90',
    ]);
  },
);

test('the service of Windows names the share as a service sees it', () => {
  const xml = read('deploy/windows/egd-library.xml');
  const tags = [...xml.replaceAll(/<!--.*?-->/gs, '').matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)];
  const open: string[] = [];
  const astray = tags.filter(([, closes, name = '', isEmpty]) => {
    if (closes === '/') return open.pop() !== name;
    if (isEmpty !== '/') open.push(name);
    return false;
  });
  expect([open, astray]).toEqual([[], []]);
  // As the sources of WinSW 2.12 and 3.0 read them; no release of it has a schema.
  const known =
    /^(service|id|name|description|executable|arguments|workingdirectory|env|serviceaccount|domain|user|username|startmode|delayedAutoStart|stoptimeout|onfailure|resetfailure|logpath|log|sizeThreshold|pattern|autoRollAtTime|zipOlderThanNumDays)$/;
  expect(tags.map(([, , name = '']) => name).filter((name) => !known.test(name))).toEqual([]);
  // WinSW 2 reads domain and user, WinSW 3 username. Neither refuses what it does not know: it would run as LocalSystem.
  expect(xml).toContain('<domain>NT AUTHORITY</domain>\n    <user>NetworkService</user>');
  expect(xml).toContain(String.raw`<username>NT AUTHORITY\NetworkService</username>`);
  expect(read('deploy/windows/egd-library.env')).toContain(
    String.raw`SHARE_DIR=\\server\standards`,
  );
});
