import type { Locator, Page } from '@playwright/test';
import { type BrowserLibrary, enter, expect, shownPage, test } from './library.ts';
import { bar, fill } from './notes-page.ts';
import { documentAddress, pages, tool, touch } from './viewer-page.ts';

const kinds = ['highlight', 'freetext', 'ink', 'stamp', 'signature'] as const;
const turns = [0, 90, 180, 270] as const;
const zooms = [0.5, 5] as const;
const views = ['two-pages', 'continuous', 'phone, single-page', 'phone, continuous'] as const;
const inputs = ['pointer', 'touch', 'keyboard'] as const;
type Kind = (typeof kinds)[number];
type Input = (typeof inputs)[number];
type Case = readonly [Kind, (typeof turns)[number], (typeof zooms)[number], Input];

/** Every two values meet in one of them, but for a drawing by keyboard, which there is not. */
const cases: Record<(typeof views)[number], readonly Case[]> = {
  'two-pages': [
    ['freetext', 0, 0.5, 'keyboard'],
    ['ink', 90, 5, 'touch'],
    ['highlight', 180, 0.5, 'pointer'],
    ['signature', 270, 0.5, 'pointer'],
    ['stamp', 270, 0.5, 'keyboard'],
  ],
  continuous: [
    ['signature', 0, 5, 'touch'],
    ['stamp', 0, 5, 'touch'],
    ['highlight', 90, 5, 'touch'],
    ['freetext', 180, 5, 'keyboard'],
    ['ink', 270, 0.5, 'pointer'],
  ],
  'phone, single-page': [
    ['ink', 0, 0.5, 'pointer'],
    ['freetext', 90, 0.5, 'pointer'],
    ['stamp', 180, 0.5, 'touch'],
    ['signature', 180, 0.5, 'pointer'],
    ['highlight', 270, 5, 'keyboard'],
  ],
  'phone, continuous': [
    ['highlight', 0, 5, 'pointer'],
    ['stamp', 90, 5, 'pointer'],
    ['signature', 90, 0.5, 'keyboard'],
    ['ink', 180, 5, 'pointer'],
    ['freetext', 270, 0.5, 'touch'],
  ],
};

test('every two values of kind, rotation, zoom, view and input meet', () => {
  const values = [kinds, turns, zooms, inputs, views];
  const rows = views.flatMap((view) => cases[view].map((one) => [...one, view]));
  const missing = values.flatMap((some, a) =>
    values
      .slice(a + 1)
      .flatMap((others, next) =>
        some.flatMap((one) =>
          others.flatMap((other) =>
            rows.some((row) => row[a] === one && row[a + 1 + next] === other)
              ? []
              : [`${one} ${other}`],
          ),
        ),
      ),
  );
  expect(missing).toEqual(['ink keyboard']);
});

test.use({ shared: { prepare: fill }, hasTouch: true });

for (const view of ['two-pages', 'continuous'] as const) inView(view);
test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true });
  inView('phone, single-page');
  inView('phone, continuous');
});

function inView(view: keyof typeof cases): void {
  test(`a note is where it was put, and stored in points of the page: ${view}`, async ({
    page,
    library,
  }) => {
    const user = view.replaceAll(/\W/g, '');
    await library.addUser(user, 'EGD_LIB');
    const mode = view.replace('phone, ', '');
    // Nobody signed in on the login page, so the browser has no name: settings are those of 'User'.
    const kept = { 'view-mode': mode, 'search-column': 'folded' };
    await page.context().addCookies(
      Object.entries(kept).map(([name, value]) => ({
        name: `${name}.User`,
        value,
        url: library.url,
      })),
    );
    await enter(page, library, documentAddress, user);
    await shownPage(page, /Parts are/).waitFor();
    await page.locator('svg[data-mode]').first().waitFor({ state: 'attached' }); // the notes have their keys
    let turn = 0;
    for (const [kind, rotation, zoom, input] of cases[view]) {
      await test.step(`${kind}, ${rotation}°, zoom ${zoom}, ${input}`, async () => {
        for (; turn < rotation; turn += 90) await rotate(page);
        await zoomTo(page, zoom, rotation);
        const put = kind === 'highlight' ? await mark(page, input) : await make(page, kind, input);
        await expectPlace({ page, library, user, kind, rotation, put });
      });
    }
  });
}

const first = (page: Page) => page.getByRole('region', { name: 'Page 1', exact: true });
const drawn = (page: Page, kind: Kind) => first(page).locator(`[data-note][data-kind=${kind}]`);
type Point = { x: number; y: number };
type Box = Point & { width: number; height: number };

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not in view.');
  return box;
}

const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

async function rotate(page: Page): Promise<void> {
  if ((await tool(page, 'Rotate').count()) > 0) return tool(page, 'Rotate').click();
  await tool(page, 'More').click();
  await page.getByRole('menu').getByText('Rotate', { exact: true }).click();
}

/** Resolves when the page is drawn at the least or the largest zoom. */
async function zoomTo(page: Page, zoom: number, rotation: number): Promise<void> {
  await page.evaluate(`for (let step = 0; step < 50; step++) {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: '${zoom < 1 ? '-' : '+'}' }));
  }`);
  const text = first(page).locator(`.textLayer[data-main-rotation="${rotation}"]`);
  await text.getByText(/Parts are/).waitFor();
  await first(page).and(page.locator('[data-loaded="true"]:not(.loadingIcon)')).waitFor();
}

/** What is seen of the first page, without the bar's edge. */
async function seen(page: Page): Promise<Box> {
  const [inner, outer] = [await boxOf(first(page)), await boxOf(pages(page))];
  const [x, y] = [Math.max(inner.x, outer.x), Math.max(inner.y, outer.y)];
  const right = Math.min(inner.x + inner.width, outer.x + outer.width);
  const bottom = Math.min(inner.y + inner.height, outer.y + outer.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** Selects the first words and marks them; gives where they are. */
async function mark(page: Page, input: Input): Promise<Box> {
  await page.evaluate(`{
    const element = [...document.querySelectorAll('.textLayer span')]
      .find(({ textContent }) => textContent.startsWith('Parts are'));
    getSelection().setBaseAndExtent(element.firstChild, 0, element.firstChild, 9);
    const inner = getSelection().getRangeAt(0).getBoundingClientRect();
    const pages = document.querySelector('[data-pages] > div');
    const outer = pages.getBoundingClientRect();
    pages.scrollBy({
      left: inner.x + inner.width / 2 - outer.x - outer.width / 2,
      top: inner.y + inner.height / 2 - outer.y - outer.height / 2,
      behavior: 'instant',
    });
  }`);
  const green = page.getByRole('button', { name: 'Highlight in green' });
  await green.waitFor();
  const box = await page.evaluate<Box>(
    '(({ x, y, width, height }) => ({ x, y, width, height }))(getSelection().getRangeAt(0).getBoundingClientRect())',
  );
  if (input === 'pointer') await green.click();
  if (input === 'touch') await green.tap();
  if (input === 'keyboard') await page.keyboard.press('h');
  return box;
}

const modes = {
  freetext: ['t', 'Text'],
  ink: ['d', 'Draw'],
  stamp: ['s', 'Stamp'],
  signature: ['g', 'Signature'],
} as const;

/** Puts a note on the page; gives the point where. */
async function make(page: Page, kind: Exclude<Kind, 'highlight'>, input: Input): Promise<Point> {
  const [key, name] = modes[kind];
  await pages(page).focus();
  await page.keyboard.press(key);
  await bar(page, name).waitFor();
  const area = await seen(page);
  const at = { x: area.x + area.width * 0.45, y: area.y + area.height * 0.4 };
  const [x, y] = [Math.round(at.x), Math.round(at.y)];
  if (kind === 'ink') await stroke(page, input, x, y);
  else if (input === 'pointer') await page.mouse.click(x, y);
  else if (input === 'touch') await page.touchscreen.tap(x, y);
  else
    await bar(page, name)
      .getByRole('button', { name: /^Place in the middle/ })
      .press('Enter');
  if (kind === 'signature') {
    const dialog = page.getByRole('dialog', { name: 'Signature' });
    await dialog.getByLabel('Type', { exact: true }).check();
    await dialog.getByRole('button', { name: 'Use this signature' }).click();
  }
  if (kind === 'freetext') await page.getByRole('textbox', { name: 'Text' }).fill('Why?');
  await page.keyboard.press('Escape');
  return input === 'keyboard' ? middleOf(area) : { x, y };
}

async function stroke(page: Page, input: Input, x: number, y: number): Promise<void> {
  const to = [x + 14, y + 9] as const;
  if (input === 'touch') return touch(page, [[[x, y]], [[x + 6, y + 1]], [[...to]]]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 3 });
  await page.mouse.up();
}

type Expected = {
  page: Page;
  library: BrowserLibrary;
  user: string;
  kind: Kind;
  rotation: number;
  put: Point | Box;
};

const mostPixels = 2.5;

/** What is stored, turned to the screen again, is where it was put; and so is what is drawn. */
async function expectPlace({ page, library, user, kind, rotation, put }: Expected): Promise<void> {
  await expect(drawn(page, kind)).toHaveCount(1);
  const stored = () =>
    library.db
      .selectFrom('notes')
      .innerJoin('users', 'users.id', 'author_id')
      .select(['rects', 'strokes', 'quote', 'page'])
      .where('users.name', '=', user)
      .where('kind', '=', kind)
      .executeTakeFirst();
  await expect.poll(stored).toMatchObject({ page: 1 });
  const note = await stored();
  const { page_sizes } = await library.db
    .selectFrom('contents')
    .select('page_sizes')
    .executeTakeFirstOrThrow();
  const [size] = JSON.parse(page_sizes ?? '') as [{ width: number; height: number }];
  const sheet = await boxOf(first(page));
  const toScreen = (x: number, y: number): Point => {
    const [u, v] = [x / size.width, y / size.height];
    const [across, down] = { 0: [u, v], 90: [1 - v, u], 180: [1 - u, 1 - v], 270: [v, 1 - u] }[
      rotation
    ] as [number, number];
    return { x: sheet.x + across * sheet.width, y: sheet.y + down * sheet.height };
  };
  const [[left, top, width, height]] = JSON.parse(note?.rects ?? '') as [number[]] as [
    [number, number, number, number],
  ];
  const middle = toScreen(left + width / 2, top + height / 2);
  expectNear(middleOf(await boxOf(drawn(page, kind))), middle);

  if (kind === 'highlight') {
    expect(note?.quote).toBe('Parts are');
    return expectNear(middle, middleOf(put as Box), Math.min(sheet.width, sheet.height) / 60);
  }
  const [[[x = 0, y = 0] = []] = [[]]] = JSON.parse(note?.strokes ?? '[]') as number[][][];
  if (kind === 'ink') expectNear(toScreen(x, y), put);
  else expectNear(kind === 'freetext' ? toScreen(left, top) : middle, put);
}

function expectNear(a: Point, b: Point, most = mostPixels): void {
  expect(Math.hypot(a.x - b.x, a.y - b.y), JSON.stringify([a, b])).toBeLessThan(most);
}
