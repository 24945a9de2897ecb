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

/** The ring of whatever can have the focus is whole: nothing that hides what is beyond it cuts it off. */
export async function expectWholeRings(page: Page): Promise<void> {
  // Not by focusing each: that opens dropdowns, moves dialogs and scrolls.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument', { depth: 0 });
  const asked = { nodeId: root.nodeId, selector: focusable };
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', asked);
  const forcedPseudoClasses = ['focus', 'focus-visible'];
  await Promise.all(
    nodeIds.map((nodeId) => devtools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })),
  );
  const cut = await page.evaluate(cutRings);
  await devtools.detach(); // ends what was forced
  expect(cut).toEqual([]);
}

const focusable =
  ':is(a[href], button, input, select, textarea, summary, [tabindex]):not([aria-hidden="true"])';

/** Sides of rings that are out of sight; what scrolls shows all that it scrolls to. */
const cutRings = `(() => {
  const isShown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && one.getBoundingClientRect().width > 1;
  const cutOf = (one) => {
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(one);
    const out = parseFloat(outlineWidth) + parseFloat(outlineOffset) - 0.75; // it may be rounded
    if (outlineStyle === 'none' || out <= 0) return [];
    const ring = one.getBoundingClientRect();
    let { position } = getComputedStyle(one);
    for (let up = one.parentElement; up !== null && position !== 'fixed'; up = up.parentElement) {
      const style = getComputedStyle(up);
      const isRoot = up === document.documentElement;
      if (position === 'absolute' && style.position === 'static' && !isRoot) continue;
      position = style.position;
      if (!isRoot && style.overflow === 'visible') continue;
      const scrolls = isRoot || /auto|scroll/.test(style.overflow);
      const box = up.getBoundingClientRect();
      const left = box.left + up.clientLeft - (scrolls && !isRoot ? up.scrollLeft : 0);
      const top = box.top + up.clientTop - (scrolls && !isRoot ? up.scrollTop : 0);
      const right = left + (scrolls ? up.scrollWidth : up.clientWidth);
      const bottom = top + (scrolls ? up.scrollHeight : up.clientHeight);
      if (ring.right <= left || ring.left >= right || ring.bottom <= top || ring.top >= bottom) return [];
      const cut = { left: left - ring.left, right: ring.right - right, top: top - ring.top, bottom: ring.bottom - bottom };
      const sides = Object.keys(cut).filter((side) => cut[side] > -out);
      if (sides.length > 0) return [sides + ' of ' + one.outerHTML.slice(0, 120) + ' by ' + up.outerHTML.slice(0, 60)];
      if (scrolls) return [];
    }
    return [];
  };
  return [...document.querySelectorAll('${focusable}')].filter(isShown).flatMap(cutOf);
})()`;
