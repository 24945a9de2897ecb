import { expect, test } from './library.ts';

const older = {
  'without newer functions': 'delete Array.prototype.toReversed',
  'that gives a page of a PDF no size': `
    const supports = CSS.supports.bind(CSS);
    CSS.supports = (name, value) => !value?.startsWith('round(') && supports(name, value);`,
};

for (const [how, script] of Object.entries(older)) {
  test(`a browser ${how} is told which one to use, and begins no login`, async ({ page }) => {
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    await page.addInitScript(script);
    await page.goto('/login');
    const words = page.getByRole('alert');
    await expect(words).toContainText('EGD Library cannot start in this browser');
    await expect(words).toContainText(
      /Chrome or Edge 125, Firefox 128 ESR, Safari or iPadOS 16\.4/,
    );
    await expect(page.getByLabel('Username')).toHaveCount(0);
    expect(calls.filter((url) => url.includes('/auth'))).toEqual([]);
  });
}

test('an application that does not arrive leaves words, not a blank page', async ({ page }) => {
  await page.route('**/assets/index-*.js', (route) => route.abort());
  await page.goto('/login');
  await expect(page.getByRole('alert')).toContainText('load the page again');
});

test('a browser that is new enough shows nothing of it', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeVisible();
  await expect(page.getByText('cannot start in this browser')).toHaveCount(0);
});
