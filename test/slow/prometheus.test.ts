import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { hasNginx, startNginx } from '../behind-nginx.ts';
import { startLibrary, temporaryFolder } from '../harness.ts';
import { freePort } from '../postgres/server.ts';

// The examples of deploy/monitoring, with the ports and files of this test, in a real Prometheus.

const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0;
const isSkipped = !(hasPrometheus && hasNginx) && process.env['NOTHING_SKIPPED'] === undefined;
const monitoring = path.join(import.meta.dirname, '../../deploy/monitoring');
const token = 'a token of sixteen and more';

type Scraping = { static_configs: { targets: string[] }[] } & Record<string, unknown>;
type Example = { scrape_configs: [Scraping]; rule_files: string[] };

/** Starts Prometheus by an example, with these addresses in place of its own; asks for the state of its targets. */
async function targetsBy(example: string, targets: string[], more: object = {}) {
  const folder = await temporaryFolder(onTestFinished);
  const tokenFile = path.join(folder, 'token');
  await writeFile(tokenFile, token);
  const text = (await readFile(path.join(monitoring, example), 'utf8'))
    .replace('/etc/prometheus/egd-library-token', tokenFile)
    .replace('/etc/prometheus/egd-library-alerts.yaml', path.join(monitoring, 'alerts.yaml'));
  const config = parse(text) as Example;
  const [scraping] = config.scrape_configs;
  expect(scraping.static_configs[0]?.targets).toHaveLength(targets.length);
  Object.assign(scraping, more, { static_configs: [{ targets }], scrape_interval: '1s' });
  await writeFile(path.join(folder, 'prometheus.yaml'), stringify(config));
  const url = `http://127.0.0.1:${await freePort()}`;
  const options = ['--config.file=prometheus.yaml', '--storage.tsdb.path=data'];
  const listen = `--web.listen-address=${new URL(url).host}`;
  const prometheus = spawn('prometheus', [...options, listen], { cwd: folder, stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = once(prometheus, 'exit');
    prometheus.kill('SIGTERM');
    await ended;
  });
  return async () => {
    const answer = await fetch(`${url}/api/v1/targets`).catch(() => null);
    if (answer === null) return null; // it does not say when it listens
    type Answer = { data: { activeTargets: { health: string; lastError: string }[] } };
    const { data } = (await answer.json()) as Answer;
    return data.activeTargets.map(({ health, lastError }) => lastError || health);
  };
}

describe.skipIf(isSkipped)('Prometheus', () => {
  test('scrapes one machine behind nginx by the example', async () => {
    const library = await startLibrary(onTestFinished, {
      env: {
        METRICS_TOKEN: token,
        PUBLIC_URL: 'https://library.example',
        TRUST_PROXY: 'loopback',
      },
    });
    const { shareDir } = library.config;
    const nginx = await startNginx(onTestFinished, { library: await library.listen(), shareDir });
    const tls_config = { insecure_skip_verify: true };
    const targets = [`localhost:${new URL(nginx).port}`];
    const healths = await targetsBy('prometheus-one-machine.yaml', targets, { tls_config });
    await expect.poll(healths).toEqual(['up']);
  });

  test('scrapes each of two nodes by the example', async () => {
    const start = async () => {
      const env = { METRICS_TOKEN: token, PUBLIC_URL: 'https://library.example' };
      return new URL(await (await startLibrary(onTestFinished, { env })).listen()).host;
    };
    const targets = [await start(), await start()];
    const healths = await targetsBy('prometheus-two-nodes.yaml', targets);
    await expect.poll(healths).toEqual(['up', 'up']);
  });
});
