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

/** Nothing is wider than the window that was asked for, and a finger, if there is one, can use the fields. */
export async function expectRoom(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(misfits)).toEqual([`page: ${width}`]);
}

/** The page's width; then what is cut off at the sides, unless it can be scrolled to, and fields that are too small. */
const misfits = `(() => {
  const width = document.documentElement.scrollWidth;
  const name = (one) => (one.ariaLabel ?? one.name ?? '') + ' ' + one.outerHTML.slice(0, 120);
  const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflowX) && one.clientWidth <= width;
  const isInScroller = (one) => {
    for (let up = one.parentElement; up !== null; up = up.parentElement) {
      if (up.tagName !== 'DIALOG' && up !== document.documentElement && up !== document.body && scrolls(up)) return true;
    }
    return false;
  };
  const seen = [...document.querySelectorAll('dialog, button, input, select, textarea, a, label, h1, h2, p')]
    .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((one) => one.getBoundingClientRect().width > 1);
  const cut = seen.filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    return (left < -1 || right > window.screen.width + 1) && !isInScroller(one);
  });
  const wide = seen.filter((one) => one.tagName === 'DIALOG' && one.scrollWidth > one.clientWidth);
  const fields = seen.filter((one) => one.matches('input, select, textarea') && !one.matches('[data-pages] *'));
  const isBox = (one) => one.type === 'checkbox' || one.type === 'radio';
  const isTouched = matchMedia('(pointer: coarse)').matches;
  const small = fields.filter((one) => isTouched && (isBox(one)
    ? Math.min(one.offsetWidth, one.offsetHeight) < 24
    : parseFloat(getComputedStyle(one).fontSize) < 16));
  return ['page: ' + width, ...cut.map((one) => 'cut: ' + name(one)), ...wide.map((one) => 'wide: ' + name(one)),
    ...small.map((one) => 'small: ' + name(one))];
})()`;
