import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Library } from '../../server/changes/change.ts';
import { readConfig } from '../../server/config/config.ts';
import { openLibrary } from '../../server/library.ts';
import { ServerProcess } from '../../test/drill/server-process.ts';
import type { CleanUp } from '../../test/clean-up.ts';
import { temporaryFolder } from '../../test/harness.ts';
import { findPostgres, freePort, TemporaryPostgres } from '../../test/postgres/server.ts';

type Fill = (library: Library, shareDir: string) => Promise<void>;

/** One library on one machine as in production: PostgreSQL, two nodes, and nginx before them. */
export class TwoNodes {
  readonly postgres: TemporaryPostgres;
  readonly shareDir: string;
  /** Where readers go: the balancer. */
  readonly url: string;
  readonly #cleanUp: CleanUp;
  readonly #folder: string;
  readonly #ports: readonly number[];
  readonly #nodes: (ServerProcess | null)[] = [null, null];

  private constructor(
    cleanUp: CleanUp,
    folder: string,
    postgres: TemporaryPostgres,
    ports: number[],
  ) {
    this.#cleanUp = cleanUp;
    this.#folder = folder;
    this.postgres = postgres;
    this.shareDir = path.join(folder, 'documents');
    this.url = `http://127.0.0.1:${ports[2]}`;
    this.#ports = ports;
  }

  static async start(cleanUp: CleanUp, fill: Fill): Promise<TwoNodes> {
    const folder = await temporaryFolder(cleanUp);
    const postgres = await TemporaryPostgres.start(cleanUp);
    await postgres.ask('create database library');
    const ports = [await freePort(), await freePort(), await freePort()];
    const nodes = new TwoNodes(cleanUp, folder, postgres, ports);
    await mkdir(nodes.shareDir);
    const library = await openLibrary(readConfig(nodes.settings));
    await fill(library, nodes.shareDir).finally(() => library.db.destroy());
    await Promise.all([nodes.startNode(0), nodes.startNode(1)]);
    await nodes.#startBalancer();
    return nodes;
  }

  /** The settings of the library, of which each node has its own port and folder besides. */
  get settings(): Record<string, string> {
    return {
      DATABASE_URL: this.postgres.url('library'),
      SHARE_DIR: this.shareDir,
      TRUST_PROXY: '127.0.0.1',
    };
  }

  node(which: number): ServerProcess {
    const node = this.#nodes[which];
    if (node === null || node === undefined) throw new Error(`Node ${which} does not run.`);
    return node;
  }

  async startNode(which: number, program?: string): Promise<void> {
    const dataDir = path.join(this.#folder, `node-${which}`);
    await mkdir(dataDir, { recursive: true });
    const env = { ...this.settings, PORT: String(this.#ports[which]), SCAN_EVERY_SECONDS: '1' };
    this.#nodes[which] = await ServerProcess.start(this.#cleanUp, dataDir, env, program);
  }

  /** Waits until the balancer, which skips a node for a moment after a failure, uses it again. */
  async untilBalanced(which: number): Promise<void> {
    while (!this.node(which).isConnected) {
      await fetch(`${this.url}/healthz`);
      await pause(50);
    }
  }

  async killNode(which: number): Promise<void> {
    await this.node(which).kill();
    this.#nodes[which] = null;
  }

  /** Kills a node, as the loss of its machine would. */
  async loseNode(which: number): Promise<void> {
    await this.node(which).killWithChildren();
    this.#nodes[which] = null;
  }

  /** Stops a node as a service manager does: it finishes its requests. */
  async stopNode(which: number): Promise<void> {
    await this.node(which).stop('SIGTERM');
    this.#nodes[which] = null;
  }

  async #startBalancer(): Promise<void> {
    const home = path.join(this.#folder, 'nginx');
    await mkdir(home);
    // Its workers run as another user.
    await chmod(this.#folder, 0o755);
    const written = await readFile(path.join(import.meta.dirname, 'nginx.conf'), 'utf8');
    const [first, second, balancer] = this.#ports;
    const config = written
      .replace('127.0.0.1:3001', `127.0.0.1:${first}`)
      .replace('127.0.0.1:3002', `127.0.0.1:${second}`)
      .replace('127.0.0.1:8080', `127.0.0.1:${balancer}`);
    await writeFile(path.join(home, 'nginx.conf'), config);
    const command = ['-p', home, '-e', 'stderr', '-c', 'nginx.conf', '-g', 'daemon off;'];
    const nginx = spawn('nginx', command, { stdio: ['ignore', 'ignore', 'pipe'] });
    nginx.stderr.resume(); // nobody reads it, and a full pipe would stop it
    this.#cleanUp(() => ended(nginx));
    await untilAnswered(`${this.url}/healthz`);
  }
}

/** Why two nodes cannot be started here; null if they can. */
export function whyNotTwoNodes(): string | null {
  if (findPostgres() === null) return 'PostgreSQL is not installed';
  return spawnSync('nginx', ['-v']).status === 0 ? null : 'nginx is not installed';
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

async function untilAnswered(url: string): Promise<void> {
  const giveUpAt = performance.now() + 20_000;
  for (;;) {
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => null,
    );
    if (status === 200) return;
    if (performance.now() > giveUpAt) throw new Error(`${url} does not answer: ${status}`);
    await pause(50); // nginx does not say when it listens
  }
}
