import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const asks = /(?<![.\w#])fetch\(|\bXMLHttpRequest\b|\bsendBeacon\b|\bEventSource\b|\bWebSocket\b/;

test('no request of the web is without a deadline: all pass web/request.ts', () => {
  const files = globSync('web/**/*.{ts,tsx,js}').filter((file) => !file.endsWith('.test.ts'));
  const asking = files.filter((file) => asks.test(readFileSync(file, 'utf8')));
  expect(asking).toEqual(['web/request.ts']);
  expect(files.length).toBeGreaterThan(300);
});
