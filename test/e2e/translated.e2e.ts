import { choose, enter, expect, search, test } from './library.ts';
import { above, pages, tool, waitUntilDrawn } from './viewer-page.ts';

// As Chrome and Edge translate: each text that may be translated is wrapped, also what comes later.
const translate = `addEventListener('DOMContentLoaded', () => {
  const wrap = (root) => {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walk.nextNode()) texts.push(walk.currentNode);
    for (const text of texts) {
      const parent = text.parentElement;
      if (text.data.trim() === '' || parent === null || parent.closest('font, script, style')) continue;
      if (!parent.translate) continue;
      const font = document.createElement('font');
      text.replaceWith(font);
      font.append(text);
    }
  };
  wrap(document.body);
  new MutationObserver(() => wrap(document.body))
    .observe(document.body, { childList: true, characterData: true, subtree: true });
})`;

test('a page that the browser translates works, and only prose is translated', async ({
  page,
  library,
}) => {
  await page.addInitScript(translate);
  const translated = page.locator('font');
  await enter(page, library);
  await search(page, 'Aurora Motors', 'AM-1');
  await waitUntilDrawn(page);
  await tool(page, 'Next page').click();
  await expect(above(page)).toContainText('Page 2 / 3');
  await choose(page, 'Customer Name', 'Boreal Air');
  await choose(page, 'Standard Number', 'BA-7');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('Document Not Available')).toBeVisible();
  await search(page, 'Aurora Motors', 'AM-1');
  await expect(pages(page).first()).toBeVisible();
  await expect(translated).toHaveCount(0);
  expect(await page.evaluate('document.querySelector("title").translate')).toBe(false);

  await page.getByRole('link', { name: 'FAQ' }).click();
  await expect(page.getByRole('heading', { name: 'FAQs' }).locator('font')).toHaveCount(1);
  await page.locator('summary').first().click();
  await page.getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { name: 'About Us' })).toBeVisible();
  await expect(page.getByRole('article').locator('p font').first()).toBeVisible();
  await expect(page.getByText(/^Version /).locator('font')).toHaveCount(0);
  await page.getByRole('link', { name: 'Hi, User' }).click();
  await expect(page.getByText(/^At least 12 characters/).locator('font')).not.toHaveCount(0);
  await expect(page.locator('font', { hasText: '12' })).toHaveCount(0);
  const session = page.getByRole('listitem').filter({ hasText: 'This browser' });
  await expect(session).toBeVisible();
  await expect(session.locator('font')).toHaveCount(0);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Type your current password.')).toBeVisible();
  await page.getByRole('link', { name: 'Main', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
});
