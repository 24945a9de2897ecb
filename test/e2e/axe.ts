import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './library.ts';

/** The rules about colours. All others find the same in both themes. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** The part of the page that is checked, and the rules that are off. */
type Look = { within?: string; without?: string[] };

/** axe finds no fault in the light theme, and none in the colours of the dark theme. */
export async function expectNoFaults(page: Page, { within, without = [] }: Look = {}) {
  const disabled = without.map((rule) => [rule, { enabled: false }] as const);
  const rules = {
    'label-content-name-mismatch': { enabled: true },
    ...Object.fromEntries(disabled),
  };
  for (const [colorScheme, options] of [
    ['light', { rules }],
    ['dark', { runOnly: colourRules }],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    const axe = new AxeBuilder({ page })
      .options(options)
      // Base UI's own, beside an open menu: they pass the focus on.
      .exclude('[data-base-ui-focus-guard]')
      // Otherwise axe opens another page each time, for frames of other origins, which we do not have.
      .setLegacyMode();
    if (within !== undefined) axe.include(within);
    const { violations } = await axe.analyze();
    const faults = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    expect(faults, `in the ${colorScheme} theme`).toEqual([]);
  }
}

/** An open dropdown is at the end of the body, outside the landmarks; its field is in one. */
export const withOpenDropdown: Look = { without: ['region'] };
