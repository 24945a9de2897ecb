import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startReading } from '../../test/harness.ts';

const monitoring = path.join(import.meta.dirname, '../../deploy/monitoring');

test('the metrics cover sessions, files, scans, jobs and the database', async () => {
  const library = await startReading(onTestFinished, {
    entries: [{}, { doc_num: 'AM-2' }],
    files: { 'AM-1_EN_1.pdf': '%PDF-1.7\n%%EOF', 'strange.pdf': '%PDF-1.7\n%%EOF' },
  });
  const { body } = await library.app.inject({ url: '/metrics' });
  const value = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(body)?.[1]);
  expect(value('library_sessions')).toBe(1);
  expect(value('library_entries')).toBe(2);
  expect(value('library_files{verdict="checking"}')).toBe(1);
  expect(value('library_files{verdict="broken"}')).toBe(0);
  expect(value('library_files_unread')).toBe(2);
  expect(value('library_scan_stopped')).toBe(0);
  expect(value('library_jobs_running')).toBe(0);
  expect(value('library_database_seconds')).toBeGreaterThan(0);
  expect(value('library_database_bytes')).toBeGreaterThan(100_000);
  expect(value('library_free_bytes{folder="data"}')).toBeGreaterThan(1e6);
  expect(value('library_free_bytes{folder="share"}')).toBeGreaterThan(1e6);
  expect(value('library_database_up')).toBe(1);
  expect(value('library_last_backup_timestamp_seconds')).toBe(0);
  expect(value('library_last_backup_failed')).toBeNaN();
});

test('every metric of the dashboard and the alerts is exported', async () => {
  const library = await startReading(onTestFinished);
  await library.get('/vue-egd-lib/api/customers');
  const { body } = await library.app.inject({ url: '/metrics' });
  const exported = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const asked = ['grafana-dashboard.json', 'alerts.yaml'].flatMap((file) => {
    const text = readFileSync(path.join(monitoring, file), 'utf8');
    return [...text.matchAll(/\b((?:library|http|nodejs|process|search|share)_[a-z0-9_]+)/g)];
  });
  const names = new Set(asked.map(([, name = '']) => name.replace(/_(bucket|count|sum)$/, '')));
  expect(names.size).toBeGreaterThan(15);
  expect([...names].filter((name) => !exported.has(name))).toEqual([]);
});
