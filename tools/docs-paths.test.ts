import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
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

test('every link to a heading of a manual finds it', () => {
  const pages = globSync('docs/**/*.md');
  const anchors = new Map(pages.map((page) => [page, anchorsIn(readFileSync(page, 'utf8'))]));
  const dead = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)]
      .filter(([, file, anchor = '']) => {
        const to = file ? path.join(page, '..', file) : page;
        return anchors.get(to)?.has(anchor) !== true;
      })
      .map(([link]) => `${page}: ${link}`),
  );
  expect(dead).toEqual([]);
});

/** As GitHub names them. */
function anchorsIn(text: string): Set<string> {
  const headings = text.matchAll(/^#+ (.*)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}
