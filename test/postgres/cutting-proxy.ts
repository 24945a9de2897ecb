import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { CleanUp } from '../clean-up.ts';
import { freePort } from './server.ts';

/** When the connection is cut that sends certain words: before the server hears them, or before it is heard. */
export type Cut = 'unsent' | 'unanswered';

/** A proxy between the library and its database that cuts a connection at the moment a test names. */
export class CuttingProxy {
  readonly port: number;
  #next: { words: string; cut: Cut } | null = null;
  /** How many connections were cut. */
  cuts = 0;
  /** Nothing is passed on while the server hangs. */
  hangs = false;
  readonly #sockets = new Set<Socket>();

  private constructor(port: number) {
    this.port = port;
  }

  static async start(cleanUp: CleanUp, serverPort: number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(await freePort());
    const server = createServer((client) => {
      const upstream = connect(serverPort, '127.0.0.1');
      for (const socket of [client, upstream]) {
        proxy.#sockets.add(socket);
        socket.on('error', () => {});
      }
      client.on('data', (bytes: Buffer) => proxy.#pass(bytes, client, upstream));
      upstream.on('data', (bytes) => void (client.destroyed || client.write(bytes)));
      client.on('close', () => upstream.end());
      upstream.on('close', () => client.destroy());
    }).listen(proxy.port, '127.0.0.1');
    await once(server, 'listening');
    cleanUp(async () => {
      proxy.cutAll();
      server.close();
    });
    return proxy;
  }

  /** Cuts the next connection that sends these words, once. */
  cutAt(words: string, cut: Cut): void {
    this.#next = { words, cut };
  }

  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #pass(bytes: Buffer, client: Socket, upstream: Socket): void {
    if (this.hangs) return;
    const next = this.#next;
    if (next === null || !bytes.includes(next.words)) {
      upstream.write(bytes);
      return;
    }
    this.#next = null;
    this.cuts += 1;
    if (next.cut === 'unanswered') upstream.write(bytes, () => client.destroy());
    else client.destroy();
  }
}
