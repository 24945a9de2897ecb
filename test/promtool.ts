import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'yaml';
import type { CleanUp } from './clean-up.ts';
import { temporaryFolder } from './harness.ts';

export const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** What Prometheus has of a node: the answer of /metrics, no answer, or nothing since it does not know the node. */
export type Scrape = { body: string; atMs: number } | 'down' | 'gone';
/** For so many minutes, each node by its name. */
export type Phase = { minutes: number; nodes: Record<string, Scrape> };

const alerts = path.join(import.meta.dirname, '../deploy/monitoring/alerts.yaml');

/** The names of the alerts that Prometheus raises at the end of these phases, by `promtool test rules`. */
export async function alertsAfter(cleanUp: CleanUp, ...phases: Phase[]): Promise<string[]> {
  const file = path.join(await temporaryFolder(cleanUp), 'test.yaml');
  const minutes = phases.reduce((sum, phase) => sum + phase.minutes, 0);
  const expr = 'group by (alertname) (ALERTS{alertstate="firing"})';
  const promql_expr_test = [
    { expr, eval_time: `${minutes - 1}m`, exp_samples: [{ labels: '{}', value: -1 }] },
  ];
  const test = { interval: '1m', input_series: seriesOf(phases, minutes), promql_expr_test };
  await writeFile(
    file,
    stringify({ rule_files: [alerts], evaluation_interval: '1m', tests: [test] }, { lineWidth: 0 }),
  );
  const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  // Nothing is as expected, so promtool prints what there is.
  const got = /got:(.*)$/m.exec(stdout + stderr)?.[1];
  if (got === undefined) throw new Error(stdout + stderr);
  return [...got.matchAll(/alertname="(\w+)"/g)].map(([, name = '']) => name).toSorted();
}

function seriesOf(phases: readonly Phase[], minutes: number): { series: string; values: string }[] {
  const values = new Map<string, string[]>();
  let from = 0;
  const put = (series: string, value: string, count: number) => {
    const row = values.getOrInsertComputed(series, () => Array<string>(minutes).fill('_'));
    row.fill(value, from, from + count);
    // Prometheus ends a series when a scrape no longer has it.
    if (row[from + count] === '_') row[from + count] = 'stale';
  };
  for (const phase of phases) {
    for (const [instance, scrape] of Object.entries(phase.nodes)) {
      const labels = `job="egd-library",instance="${instance}"`;
      if (scrape === 'gone') continue;
      put(`up{${labels}}`, scrape === 'down' ? '0' : '1', phase.minutes);
      if (scrape === 'down') continue;
      // promtool's clock begins at 0, and is at `minutes` in the end.
      const ahead = scrape.atMs / 1000 - minutes * 60;
      // Not those about this process: a test keeps it busy.
      const ours = /^((?:library|search)_\w+)(?:\{(.*)\})? (\S+)$/gm;
      for (const [, name = '', more = '', value = ''] of scrape.body.matchAll(ours)) {
        const at = name.endsWith('_timestamp_seconds') ? String(Number(value) - ahead) : value;
        put(`${name}{${[labels, more].filter(Boolean).join(',')}}`, at, phase.minutes);
      }
    }
    from += phase.minutes;
  }
  return [...values].map(([series, row]) => ({ series, values: row.join(' ') }));
}
