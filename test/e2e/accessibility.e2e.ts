import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { followCatalogue } from '../../server/cases/open-cases.ts';
import { smallPdf } from '../small-pdf.ts';
import { expectNoFaults, expectRoom, expectWholeRings, withOpenDropdown } from './axe.ts';
import { chooseTool, row } from './console.ts';
import { chooseMode, place } from './notes-page.ts';
import { choose, dropdown, enter, expect, notAvailable, shownPage, test } from './library.ts';

/** Every screen and state: where it is, and how to see that it is there. The side panel stays open, so it is the last. */
const screens: Record<string, { path: string; arrive: (page: Page) => Promise<void> }> = {
  'the main page with its alert': {
    path: '/main',
    arrive: async (page) => {
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  'an open dropdown': {
    path: '/main?customer=Aurora+Motors',
    arrive: async (page) => {
      await dropdown(page, 'Standard Number').fill('plating');
      await page.getByRole('option').first().waitFor();
    },
  },
  'a document': {
    path: '/main?customer=Aurora+Motors&doc_num=AM-1&language=EN&doc_rev=1',
    arrive: (page) => shownPage(page, 'Page 1 of 3').waitFor(),
  },
  'a document without its file': {
    path: '/main?customer=Boreal+Air&doc_num=BA-7&language=DE&doc_rev=4',
    arrive: (page) => notAvailable(page).waitFor(),
  },
  'the About page': {
    path: '/about',
    arrive: (page) => page.getByRole('heading', { name: 'About Us' }).waitFor(),
  },
  'the FAQ page with all answers open': {
    path: '/faq',
    arrive: async (page) => {
      await page.getByRole('heading', { name: 'FAQs' }).waitFor();
      for (const question of await page.locator('summary').all()) await question.click();
    },
  },
  'the account page with its messages': {
    path: '/account',
    arrive: async (page) => {
      await page.getByRole('listitem').first().waitFor();
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('Type your current password.').waitFor();
    },
  },
  'a document while another is chosen': {
    path: '/main?customer=Aurora+Motors&doc_num=AM-1&language=EN&doc_rev=1',
    arrive: async (page) => {
      await shownPage(page, 'Page 1 of 3').waitFor();
      await choose(page, 'Standard Number', 'AM-2');
      await page.getByRole('button', { name: 'Open AM-2' }).waitFor();
    },
  },
  'the 404 page': {
    path: '/no/such/page',
    arrive: (page) => page.getByRole('link', { name: 'Go Home' }).waitFor(),
  },
  'a document with find bar and side panel': {
    path: '/main?customer=Aurora+Motors&doc_num=AM-1&language=EN&doc_rev=1',
    arrive: async (page) => {
      await shownPage(page, 'Page 1 of 3').waitFor();
      await page.keyboard.press('Control+f');
      await page.getByRole('search').getByRole('textbox').fill('page');
      await page.getByRole('button', { name: 'Side panel' }).click();
      await page.getByRole('button', { name: 'Go to page 2' }).waitFor();
    },
  },
};

test('axe finds no fault on any screen, and every focus ring is whole', async ({
  page,
  library,
}) => {
  test.slow(); // two looks of axe at each of eleven screens
  await test.step('the login page with its messages', async () => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Login' }).click();
    await expectNoFaults(page, withOpenDropdown);
    await expectWholeRings(page);
  });
  for (const [name, { path, arrive }] of Object.entries(screens)) {
    await test.step(name, async () => {
      await enter(page, library, path);
      await arrive(page);
      await expectNoFaults(page, withOpenDropdown);
      await expectWholeRings(page);
    });
  }
});

test('every focus ring of the console and of the cases is whole, at a desk and on a phone', async ({
  page,
  library,
}) => {
  const roles = ['EGD_LIB_REVIEW', 'EGD_LIB_EDIT'] as const;
  await library.addUser('ann', 'EGD_LIB', ...roles);
  await mkdir(path.join(library.config.shareDir, 'old'));
  await library.put('old/AM-1_EN_1.pdf', await smallPdf({ pages: 1, title: 'AM-1, before' }));
  for (let at = 0; at <= 50; at++) await library.add({ doc_desc: `Plating, text ${at}` });
  await followCatalogue(library.library);
  await library.add({ doc_rev: '2' });
  await followCatalogue(library.library);
  const main = page.getByRole('main');
  const button = (name: string | RegExp) => main.getByRole('button', { name });
  const arrivals = {
    '/manage/standard-numbers': () => button(/^No file/),
    '/manage/files': () => row(page, 'Duplicate'),
    '/manage/cases': () => button('Add a calendar…'),
    '/manage/history': () => button('Show older changes'),
    '/cases?tab=all': () => main.getByRole('link', { name: 'AM-1 Rev. 2' }),
    '/cases/1': () => button('Start review'),
  };
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const [address, arrived] of Object.entries(arrivals)) {
      await test.step(`${address} at ${width} px`, async () => {
        await enter(page, library, address, 'ann');
        await arrived().waitFor({ state: 'attached' });
        await expectWholeRings(page);
      });
    }
  }
});

test('axe finds no fault on a document at any width, nor in menu and form of a small screen', async ({
  page,
  library,
}) => {
  test.slow(); // two looks of axe in each of seven states
  await enter(page, library, screens['a document']?.path);
  for (const [width, height] of [
    [3840, 2160],
    [1024, 768],
    [844, 390],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.reload();
    await shownPage(page, 'Page 1 of 3').waitFor();
    await expectNoFaults(page, withOpenDropdown);
  }
  await page.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menu').waitFor();
  await expectNoFaults(page, withOpenDropdown);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Show the form/ }).click();
  await page.getByRole('button', { name: 'Hide the form' }).waitFor();
  await expectNoFaults(page, withOpenDropdown);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expectNoFaults(page, withOpenDropdown);
});

test('axe finds no fault in panels that scroll, nor in the history', async ({ page, library }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await enter(page, library, screens['a document']?.path, 'librarian');
  await shownPage(page, 'Page 1 of 3').waitFor();
  await page.getByRole('button', { name: 'Hide the form' }).click();
  await page.getByRole('button', { name: 'Side panel' }).click();
  await page.getByRole('tab', { name: 'Details' }).click();
  await expectNoFaults(page, withOpenDropdown);
  await page.goto('/manage/history');
  await page.getByRole('button', { name: 'Undo change' }).first().waitFor();
  await expectNoFaults(page, withOpenDropdown);
});

test('forced colours show what is chosen', async ({ page, library }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await enter(page, library, screens['an open dropdown']?.path);
  await dropdown(page, 'Standard Number').fill('AM');
  const { options, current } = {
    options: page.getByRole('option'),
    current: page.getByRole('link', { name: 'Main', exact: true }),
  };
  await expect(options).toHaveCount(2);
  const highlight = await page.evaluate<string>(`getComputedStyle(Object.assign(
    document.body.appendChild(document.createElement('i')), { style: 'background: Highlight' }
  )).backgroundColor`);
  await expect(options.first()).toHaveCSS('background-color', highlight);
  await expect(options.last()).not.toHaveCSS('background-color', highlight);
  await expect(current).toHaveCSS('background-color', highlight);
  await page.goto(screens['a document']?.path ?? '');
  await shownPage(page, 'Page 1 of 3').waitFor();
  await page.getByRole('button', { name: 'Side panel' }).click();
  const tab = (name: string) => page.getByRole('tab', { name });
  await expect(tab('Pages')).toHaveCSS('background-color', highlight);
  await expect(tab('Details')).not.toHaveCSS('background-color', highlight);
});

/** Of WCAG 1.4.12. */
const withTextSpacing = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(\`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }\`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}`;

/** Texts that are cut off, but where the whole of it is in a title, a hint or a field. */
const cutTexts = `[...document.querySelectorAll('button, a, h1, h2, h3, p, li, dt, dd, label, legend, summary, td, th, span, output')]
  .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .filter((one) => one.textContent.trim() !== '' && one.closest('.page, [data-pages], [role=gridcell], [role=option]') === null)
  .filter((one) => one.getBoundingClientRect().width > 1)
  .filter((one) => {
    const { overflowX, overflowY } = getComputedStyle(one);
    const isCut = (overflow, whole, seen) => /hidden|clip/.test(overflow) && whole > seen + 1;
    return isCut(overflowX, one.scrollWidth, one.clientWidth) || isCut(overflowY, one.scrollHeight, one.clientHeight);
  })
  .filter((one) => one.closest('[title], [data-hint]') === null)
  .map((one) => one.outerHTML.slice(0, 160))`;

test('with wide text spacing nothing is cut off, and nothing overlaps the edge', async ({
  page,
  library,
}) => {
  test.slow();
  await library.addUser('ann', 'EGD_LIB', 'EGD_LIB_REVIEW', 'EGD_LIB_EDIT', 'EGD_LIB_AUDIT');
  const more = ['/cases', '/compare', '/manage/customers', '/manage/standard-numbers'];
  const others = [...more, '/manage/files', '/manage/cases', '/manage/history'];
  const looks = [
    ...Object.values(screens),
    ...others.map((path) => ({
      path,
      arrive: () =>
        page.getByRole('main').getByRole('heading').or(page.getByRole('grid')).first().waitFor(),
    })),
  ];
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    for (const { path, arrive } of looks) {
      await test.step(`${path} at ${width} px`, async () => {
        if (width === 320 && /doc_num=AM-1/.test(path) && arrive !== screens['a document']?.arrive)
          return;
        await enter(page, library, path, 'ann');
        await arrive(page);
        await page.evaluate(withTextSpacing);
        expect(await page.evaluate(cutTexts)).toEqual([]);
        expect(
          await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth),
        ).toBeLessThanOrEqual(width);
      });
    }
  }
});

for (const width of [320, 360]) {
  test.describe(`on a phone of ${width} px`, () => {
    test.use({ viewport: { width, height: 640 }, hasTouch: true, isMobile: true });

    test('every screen and dialog has room, fields of 16 px and boxes of 24', async ({
      page,
      library,
    }) => {
      test.slow(); // some thirty looks
      const room = () => expectRoom(page, width);
      const button = (name: string) => page.getByRole('main').getByRole('button', { name });
      await page.goto('/login');
      await page.getByRole('button', { name: 'Login' }).click();
      await room();
      const roles = ['EGD_LIB_REVIEW', 'EGD_LIB_EDIT', 'EGD_LIB_AUDIT'] as const;
      await library.addUser('ann', 'EGD_LIB', ...roles);
      for (const [name, { path, arrive }] of Object.entries(screens)) {
        // The form is folded, and keys are of a keyboard.
        if (/another is chosen|find bar/.test(name)) continue;
        await test.step(name, async () => {
          await enter(page, library, path, 'ann');
          await arrive(page);
          await room();
          await expectWholeRings(page);
        });
      }
      await test.step('dialogs of notes and of the viewer', async () => {
        await library.scan(); // notes are kept by content
        await page.goto(screens['a document']?.path ?? '');
        await shownPage(page, 'Page 1 of 3').waitFor();
        await chooseMode(page, 'Signature');
        await room();
        const [across, down] = await place(page, 0.5, 0.4);
        await page.touchscreen.tap(across, down);
        const dialog = page.getByRole('dialog', { name: 'Signature' });
        for (const way of ['Type', 'Picture', 'Draw']) {
          await dialog.getByRole('radio', { name: way }).check();
          await room();
        }
        await dialog.getByRole('button', { name: 'Close' }).first().tap();
        for (const mode of ['Highlight', 'Text', 'Draw', 'Stamp']) {
          await chooseMode(page, mode);
          await room();
        }
      });
      await page.goto('/cases?tab=all');
      await button('Filters and reports').click();
      await room();
      await page.goto('/redline');
      await page.getByRole('combobox').first().waitFor();
      await room();
      await expectWholeRings(page);
      await page.getByRole('button', { name: 'Quick open' }).click();
      await page.getByRole('dialog').getByRole('combobox').fill('am');
      await page.getByRole('option').first().waitFor();
      await room();
      for (const [tab, dialogs] of [
        ['customers', ['replace…', 'Columns…', 'Import…']],
        ['standard-numbers', ['replace…', 'Columns…', 'Import…', 'Not found…']],
        ['history', []],
        ['cases', ['Add a calendar…']],
      ] as const) {
        await test.step(tab, async () => {
          await page.goto(`/manage/${tab}`);
          await page
            .getByRole('grid')
            .or(button(dialogs[0] ?? 'Undo change'))
            .first()
            .waitFor();
          await room();
          for (const name of dialogs) {
            if (tab === 'cases') await button(name).first().click();
            else await chooseTool(page, name);
            await page.getByRole('dialog').waitFor();
            await room();
            await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
            await page.getByRole('dialog').waitFor({ state: 'hidden' });
          }
        });
      }
    });
  });
}

test.describe('with a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('whatever is pressed is at least 44 px high and wide', async ({ page, library }) => {
    await enter(page, library, screens['a document']?.path, 'librarian');
    await shownPage(page, 'Page 1 of 3').waitFor();
    expect(await smallTargets(page)).toEqual([]);
    await page.getByRole('button', { name: /^Show the form/ }).tap();
    await page.getByRole('button', { name: 'Copy link' }).waitFor();
    expect(await smallTargets(page)).toEqual([]);
    await page.goto('/manage/standard-numbers');
    await page.getByRole('gridcell').first().waitFor();
    expect(await smallTargets(page)).toEqual([]);
  });
});

/** The names and sizes of targets that a finger would miss. The whole of a label is the target of its box. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(`
    [...document.querySelectorAll('a[href], button, summary, select, label, input:not(label input)')]
      .filter((target) => target.checkVisibility() && !target.disabled && !target.htmlFor)
      .map((target) => [target, (target.matches('input') ? target.parentElement : target).getBoundingClientRect()])
      .filter(([, { width, height }]) => width > 1 && (width < 43.5 || height < 43.5))
      .map(([target, { width, height }]) =>
        (target.ariaLabel ?? target.textContent) + ': ' + width + ' x ' + height)
  `);
}
