import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const tops = 'bench|cli|contract|deploy|docs|sample|server|test|tools|web';
const inBackticks = new RegExp(`\`((?:${tops})/[\\w./-]*)\``, 'g');

test('every path that the docs name exists', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')];
  const missing = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(inBackticks)]
      .map(([, named = '']) => named)
      .filter((named) => !existsSync(named))
      .map((named) => `${page}: ${named}`),
  );
  expect(missing).toEqual([]);
});
