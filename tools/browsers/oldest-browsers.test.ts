import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildTarget, oldestBrowsers } from './oldest-browsers.ts';

const { chrome, edge, firefox, safari, safari_ios: ipad } = oldestBrowsers;

test.each(['README.md', 'docs/operations/install.md', 'web/index.html'])(
  '%s names the oldest browsers that are supported',
  (file) => {
    expect([chrome, safari]).toEqual([edge, ipad]); // else the words below need both
    const words = readFileSync(file, 'utf8').replace(/\s+/g, ' ');
    expect(words).toMatch(
      new RegExp(
        `Chrome (and|or) Edge ${chrome}, Firefox ${firefox} ESR, Safari (and|or) iPadOS ${safari}`,
      ),
    );
  },
);

test('the build writes for the same browsers', () => {
  expect(buildTarget).toEqual(['chrome125', 'edge125', 'firefox128', 'safari16.4', 'ios16.4']);
});

test('the script for browsers that are too old is written for them', () => {
  const script = readFileSync('web/public/too-old.js', 'utf8');
  expect(script).not.toMatch(/=>|`|\b(const|let|class|import|async)\b|\?\.|\?\?/);
});
