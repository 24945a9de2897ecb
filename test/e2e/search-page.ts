import type { Page } from '@playwright/test';
import { type BrowserLibrary, expect } from './library.ts';

/** Resolves once a call finds this many documents: the index follows the library. */
export async function untilIndexed(
  library: BrowserLibrary,
  call: string,
  count: number,
): Promise<void> {
  const cookie = await library.signIn('engineer');
  const url = `/vue-egd-lib/api/${call}`;
  await expect
    .poll(async () => {
      const answer = await library.app.inject({ method: 'GET', url, headers: { cookie } });
      const { data, total = data?.length } = answer.json<{ data?: unknown[]; total?: number }>();
      return total;
    })
    .toBe(count);
}

/** The results of a search of all texts. */
export const results = (page: Page) => page.getByRole('region', { name: 'Results' });
export const foundPages = (page: Page) =>
  results(page).getByRole('link', { name: /(?:^P|· p)age \d/ });
