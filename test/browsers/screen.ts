import { setTimeout as pause } from 'node:timers/promises';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Browser, Point } from './browser.ts';

// WebKit draws without a graphics card, and beside other tests.
const limitMs = 60_000;
const pollMs = 50;

/** The elements that have a role without saying so. */
const elementsOf = {
  button: 'button',
  combobox: 'input',
  gridcell: 'td',
  heading: 'h1, h2, h3',
  link: 'a[href]',
  option: 'option',
  region: 'section',
  row: 'tr',
  tab: 'button',
  textbox: 'input:not([type]), input[type="text"], input[type="password"]',
} as const;

export type Role = keyof typeof elementsOf;
type Box = { x: number; y: number; width: number; height: number };

/** What one sees of a browser's page, and does with it, by role and name as a screen reader has them. */
export class Screen {
  readonly browser: Browser;

  constructor(browser: Browser) {
    this.browser = browser;
  }

  /** Opens an address, and from then on keeps what goes wrong in the page. */
  async open(url: string): Promise<void> {
    await this.browser.open(url);
    await this.browser.evaluate(`(() => {
      window.faults = [];
      addEventListener('error', ({ message }) => faults.push(message));
      addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
    })()`);
  }

  faults(): Promise<string[]> {
    return this.browser.evaluate('window.faults');
  }

  /** Resolves once an expression gives something that is not false, empty or null, with that. */
  async until<T>(expression: string, what = expression): Promise<T> {
    const deadline = Date.now() + limitMs;
    for (;;) {
      const value = await this.browser.evaluate<T>(expression);
      if (value) return value;
      if (Date.now() > deadline) {
        const shown = await this.browser.evaluate<string>(
          `[...document.querySelectorAll('[role=alert], input')].map((one) => one.value ?? one.innerText).join(' ')`,
        );
        throw new Error(`In vain waited for ${what}. The page's alerts and fields say: ${shown}`);
      }
      await pause(pollMs);
    }
  }

  /** Makes the page about as large: the window of WebKit's test browser stays up to 60 pixels wider than a phone. */
  async resize(width: number, height: number): Promise<void> {
    await this.browser.resize(width, height);
    await this.until(`Math.abs(innerWidth - ${width}) < 100`);
  }

  /** Resolves once something is in view, with the place it has. */
  see(role: Role, name: string): Promise<Box> {
    return this.until(`${find(role, name)}?.box`, `${role} '${name}'`);
  }

  seeText(text: string): Promise<true> {
    const [shown, wanted] = ['document.body.innerText', JSON.stringify(text)];
    return this.until(`${shown}.includes(${wanted})`, `the text '${text}'`);
  }

  isThere(role: Role, name: string): Promise<boolean> {
    return this.browser.evaluate(`${find(role, name)} !== undefined`);
  }

  /**
   * Clicks once the element has stopped moving and nothing covers it; again if it moved away meanwhile: WebKit's window
   * gets another size late, when it is resized or loads a file.
   */
  async click(role: Role, name: string): Promise<void> {
    let before = '';
    const deadline = Date.now() + limitMs;
    for (;;) {
      const at = await this.browser.evaluate<Point | null>(`${find(role, name)}?.clickAt ?? null`);
      const now = JSON.stringify(at);
      if (at !== null && now === before) {
        await this.browser.evaluate(`${find(role, name)}?.watch()`);
        await this.browser.drag(at, at);
        const hasMissed = this.browser.evaluate<boolean>('window.hasMissed === true');
        if (!(await hasMissed.catch(() => false))) return; // by then there may be another page
      }
      if (Date.now() > deadline) throw new Error(`In vain waited for ${role} '${name}'`);
      before = now;
      await pause(pollMs);
    }
  }

  async write(role: Role, name: string, text: string): Promise<void> {
    await this.click(role, name);
    await this.browser.type(text);
  }

  /** The share of dark points in what is seen of a part of the page. */
  async ink({ x, y, width, height }: Box): Promise<number> {
    const image = await loadImage(Buffer.from(await this.browser.picture()));
    const canvas = createCanvas(Math.floor(width), Math.floor(height));
    const context = canvas.getContext('2d');
    context.drawImage(image, -x, -y);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (data[at]! + data[at + 1]! + data[at + 2]! < 300) dark++;
    }
    return dark / (data.length / 4);
  }
}

/** An expression for the first such element that is in view: its box, and where it can be clicked. */
function find(role: Role, name: string): string {
  const selector = `[role="${role}"], :is(${elementsOf[role]}):not([role])`;
  return `(() => {
    const name = ${JSON.stringify(name)};
    const textOf = (element) => element.textContent.replace(/\\s+/g, ' ').trim();
    const nameOf = (element) => {
      const by = (element.getAttribute('aria-labelledby') ?? '').split(' ').flatMap(
        (id) => document.getElementById(id) ?? []);
      const texts = by.length > 0 ? by : [...(element.labels ?? [])];
      return element.getAttribute('aria-label') || texts.map(textOf).join(' ') || textOf(element);
    };
    const root = document.querySelector('dialog[open]') ?? document; // behind it nothing can be reached
    const found = [...root.querySelectorAll(${JSON.stringify(selector)})].find((element) =>
      element.getClientRects().length > 0 && nameOf(element).startsWith(name));
    if (found === undefined) return undefined;
    found.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const { x, y, width, height } = found.getBoundingClientRect();
    const middle = { x: x + width / 2, y: y + height / 2 };
    const above = document.elementFromPoint(middle.x, middle.y);
    const canBeClicked = found.contains(above) && !found.disabled;
    const watch = () => {
      window.hasMissed = true;
      found.addEventListener('pointerdown', () => (window.hasMissed = false), { capture: true });
    };
    return { box: { x, y, width, height }, clickAt: canBeClicked ? middle : null, watch };
  })()`;
}
