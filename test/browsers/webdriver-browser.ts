import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { WebKit } from '../../tools/browsers/other-browsers.ts';
import { type Browser, type Point, webDriverKeys } from './browser.ts';

const startLimitMs = 60_000;

/** WebKit, by WebDriver's plain calls, on a screen that nobody sees. */
export async function startWebKit(webkit: WebKit): Promise<Browser> {
  const port = await freePort();
  const screen = ['--auto-servernum', '--server-args=-screen 0 1600x1200x24'];
  const driver = spawn(webkit.screen, [...screen, webkit.driver, `--port=${port}`], {
    detached: true, // in a group of its own, to be ended with all that it starts
    stdio: 'ignore',
    env: { ...process.env, NO_AT_BRIDGE: '1' },
  });
  const session = await newSession(`http://127.0.0.1:${port}`, webkit, driver).catch(
    async (error: unknown) => {
      await end(driver);
      throw error;
    },
  );
  const act = (actions: object[]) => session.call('POST', 'actions', { actions });
  const evaluate = async <T>(expression: string) =>
    // What an expression gives is known where it is written.
    (await session.call('POST', 'execute/sync', {
      script: `return (${expression});`,
      args: [],
    })) as T;

  return {
    open: async (url) => void (await session.call('POST', 'url', { url })),
    async resize(width, height) {
      await session.call('POST', 'window/rect', { width, height });
      const borders = await evaluate<[number, number]>(
        '[outerWidth - innerWidth, outerHeight - innerHeight]',
      );
      await session.call('POST', 'window/rect', {
        width: width + borders[0],
        height: height + borders[1],
      });
    },
    evaluate,
    async drag(from, to) {
      await act([
        {
          type: 'pointer',
          id: 'mouse',
          actions: [
            moveTo(from),
            { type: 'pointerDown', button: 0 },
            moveTo(to),
            { type: 'pointerUp', button: 0 },
          ],
        },
      ]);
    },
    type: async (text) => void (await act([keys(...text)])),
    press: async (key) => void (await act([keys(webDriverKeys[key])])),
    // A picture is text in base64.
    picture: async () => Buffer.from((await session.call('GET', 'screenshot')) as string, 'base64'),
    async close() {
      await session.call('DELETE', '').catch(() => {});
      await end(driver);
    },
  };
}

const moveTo = ({ x, y }: Point) => ({
  type: 'pointerMove',
  duration: 0,
  origin: 'viewport',
  x: Math.round(x),
  y: Math.round(y),
});

const keys = (...values: string[]) => ({
  type: 'key',
  id: 'keyboard',
  actions: values.flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
});

async function newSession(url: string, webkit: WebKit, driver: ChildProcess) {
  const alwaysMatch = {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: webkit.browser, args: ['--automation'] },
  };
  const deadline = Date.now() + startLimitMs;
  for (;;) {
    try {
      const body = { capabilities: { alwaysMatch } };
      const { sessionId } = (await call('POST', `${url}/session`, body)) as { sessionId: string };
      return {
        call: (method: string, path: string, body?: object) =>
          call(method, `${url}/session/${sessionId}${path && `/${path}`}`, body),
      };
    } catch (error) {
      // Until it listens there is no answer.
      const isStarting = error instanceof TypeError && driver.exitCode === null;
      if (!isStarting || Date.now() > deadline) throw error;
      await pause(100);
    }
  }
}

async function call(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // The shape of every answer of WebDriver.
  const { value } = (await response.json()) as { value: { message?: string } | null };
  if (!response.ok) throw new Error(`WebDriver, ${method} ${url}: ${value?.message}`);
  return value;
}

async function end(driver: ChildProcess): Promise<void> {
  if (driver.pid === undefined || driver.exitCode !== null) return;
  const ended = once(driver, 'exit');
  process.kill(-driver.pid);
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
