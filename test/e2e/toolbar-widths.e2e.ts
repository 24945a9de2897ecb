import type { Locator } from '@playwright/test';
import { smallPdf } from '../small-pdf.ts';
import { expect, test } from './library.ts';
import { above, below, openPdf, waitUntilDrawn } from './viewer-page.ts';

const windows: [width: number, height: number][] = [
  [320, 640],
  [360, 740],
  [390, 844],
  [600, 960],
  [768, 1024],
  [900, 700],
  [1024, 768],
  [1280, 800],
  [1920, 1080],
  [3840, 2160],
  [844, 390],
];
/** With large text a toolbar is as short of room as in half the width, which is tried with usual text, too. */
const windowsForLargeText = windows.filter(([width]) =>
  [320, 390, 768, 844, 1280, 1920].includes(width),
);

/** Of both toolbars, and of the upper one besides. */
const commands = ['Previous page', 'Page 1234 / 5678', 'Next page', 'Download', 'Fullscreen'];
const upperCommands = [
  'Side panel',
  'Find in document',
  'Notes',
  'Rotate',
  'Print',
  'View',
  'Fit width',
  'Fit page',
];
/** What the menu 'View' has; it is opened out in the menu 'More'. */
const viewCommands =
  /^(Single page|Continuous|Two pages|Move pages by dragging|Dim pages in the dark theme)$/;
/** The same of the menu 'Notes'. */
const noteCommands =
  /^(Highlight|Text|Draw|Stamp|Signature|(Undo|Redo) note|List of notes|Print with notes|Save copy with notes|Export .*)$/;
const zoomCommands = ['Zoom out', 'Zoom in'];

for (const hasTouch of [false, true]) {
  test.describe(hasTouch ? 'for fingers' : 'for a mouse', () => {
    test.use({ hasTouch });

    test('at every width each tool is in reach, and none covers another', async ({
      page,
      library,
    }) => {
      test.slow(); // 17 windows
      await openPdf(page, library, await smallPdf({ pages: 5678 }), '&page=1234');
      await waitUntilDrawn(page);
      const expectTidy = async (where: string) => {
        for (const bar of [above(page), below(page)]) {
          await expect.poll(() => untidyIn(bar, hasTouch ? 44 : 24), where).toEqual([]);
        }
      };
      for (const [textSize, sizes] of [
        [100, windows],
        [200, windowsForLargeText],
      ] as const) {
        await page.evaluate(`document.documentElement.style.fontSize = '${textSize}%'`);
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height });
          const where = `${width} × ${height}, text ${textSize} %`;
          const zoom = width < 768 ? [] : zoomCommands;
          await expectTidy(where);
          // The page hears of its new width a moment after it was tidy in it, and 'More' may go meanwhile.
          await expect(async () => {
            await expectCommands(above(page), [...commands, ...upperCommands, ...zoom], where);
            await expectCommands(below(page), [...commands, ...zoom], where);
          }).toPass({ timeout: 60_000 });
          await expectTidy(where);
        }
      }
    });
  });
}

/** What is wrong in a toolbar: parts that overlap, stick out, or are too small to hit. */
async function untidyIn(bar: Locator, leastSize: number): Promise<string[]> {
  const { width, height } = bar.page().viewportSize() ?? { width: 0, height: 0 };
  const parts = await bar.locator('> :visible').evaluateAll((elements) =>
    elements.map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const name = element.getAttribute('aria-label') ?? element.textContent;
      const isCut = element.scrollWidth > element.clientWidth + 1;
      return { name, left, top, right, bottom, isCut, isControl: element.matches('button, a') };
    }),
  );
  return parts.flatMap((part, at) => {
    const faults = [];
    const { name, left, top, right, bottom, isControl, isCut } = part;
    if (left < 0 || top < 0 || right > width || bottom > height) faults.push(`${name} sticks out`);
    if (isControl && isCut) faults.push(`${name} is cut off`);
    if (isControl && Math.min(right - left, bottom - top) < leastSize)
      faults.push(`${name} is too small`);
    for (const other of parts.slice(at + 1)) {
      // All parts are in one row; half a pixel may be rounding.
      if (other.left < right - 0.5) faults.push(`${name} covers ${other.name}`);
    }
    return faults;
  });
}

/** Exactly these are there: in the toolbar itself, or in its menu. */
async function expectCommands(bar: Locator, names: string[], where: string): Promise<void> {
  const page = bar.page();
  const shown = await bar
    .locator('button, a')
    .evaluateAll((tools) => tools.map((one) => one.getAttribute('aria-label') ?? one.textContent));
  const direct = shown.filter((name) => name !== 'More');
  let inMenu: string[] = [];
  const timeout = 5_000; // then it is tried again
  if (direct.length < shown.length) {
    await bar.getByRole('button', { name: 'More' }).click({ timeout });
    await expect(page.getByRole('menu'), where).toBeInViewport({ ratio: 1, timeout });
    // A menu may scroll, but it is never outside the window.
    inMenu = await page.locator('[role^=menuitem] > span:first-of-type').allTextContents();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0, { timeout });
  }
  const menu = [...new Set(inMenu.map(menuOf))];
  expect([...direct, ...menu].toSorted(), where).toEqual(names.toSorted());
}

/** The menu that a command is in, or its own name. */
function menuOf(name: string): string {
  if (viewCommands.test(name)) return 'View';
  return noteCommands.test(name) ? 'Notes' : name;
}
