import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyRequest } from 'fastify';
import { fillAddress, readPagePicture, readPages } from '#contract/calls.ts';
import { documentOfQuery, pdfFileName } from '#contract/file-name.ts';
import { isScreen, pages } from '#contract/pages.ts';
import type { App } from './app.ts';
import { notFound } from './errors.ts';

const callPrefixes = /^\/(auth|vue-egd-lib|document|healthz|readyz|metrics|assets)(\/|$)/;

// pdf.js's decoders for JPEG 2000, JBIG2 and colour profiles are WebAssembly. They run in its worker,
// whose script has its own policy, so the pages' policy stays strict.
const isPdfWorker = /[\\/]pdf\.worker\.min\.mjs(\.br|\.gz)?$/;
const pdfWorkerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/**
 * Serves the built web application, with its one page at the address of every screen. A reader who opens
 * a link to a document gets its picture while the scripts are on their way.
 */
export async function webPages(
  app: App,
  webDir: string | null,
  isReader: (request: FastifyRequest) => Promise<boolean>,
): Promise<void> {
  if (webDir === null) {
    app.setNotFoundHandler(notFound);
    return;
  }
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    await scope.register(fastifyStatic, {
      root: webDir,
      wildcard: false,
      index: false,
      // The page has the addresses of its screens only; a compressed file has that of its original.
      globIgnore: ['index.html*', '**/*.{br,gz}'],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, file) => {
        // Built assets have a hash of their content in the name; all else is revalidated.
        const lasting = /[\\/]assets[\\/]/.test(file);
        response.header(
          'cache-control',
          lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
        if (isPdfWorker.test(file)) response.header('content-security-policy', pdfWorkerPolicy);
      },
    });
  });
  const page = await readFile(path.join(webDir, 'index.html'));
  app.setNotFoundHandler(async (request, reply) => {
    if (!wantsPage(request)) return notFound(request, reply);
    const status = isScreen(pathOf(request)) ? 200 : 404;
    const preload = preloadOf(request);
    // What goes wrong here shows again when the page asks who is signed in.
    if (preload !== null && (await isReader(request).catch(() => false))) {
      reply.header('link', preload);
    }
    reply.code(status).header('cache-control', 'no-cache').type('text/html; charset=utf-8');
    return reply.send(page);
  });
}

/** Sizes and picture of the document in the address, requested as web/screens/main/page-facts.ts does. */
function preloadOf(request: FastifyRequest): string | null {
  const address = pathOf(request);
  if (address !== pages.main && address !== pages.root) return null;
  const named = documentOfQuery(new URLSearchParams(request.url.slice(address.length)));
  if (named === null) return null;
  const name = pdfFileName(named.document);
  const calls = [
    fillAddress(readPages.url, { name }),
    fillAddress(readPagePicture.url, { name, page: named.page }),
  ];
  return calls
    .map((call) => `<${call}>; rel=preload; as=fetch; crossorigin=use-credentials`)
    .join(', ');
}

function wantsPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const address = pathOf(request);
  if (callPrefixes.test(address)) return false;
  return isScreen(address) || (request.headers.accept ?? '').includes('text/html');
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}
