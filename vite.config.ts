import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { buildTarget } from './tools/browsers/oldest-browsers.ts';

const apiUrl = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: 'web',
  // React has it since version 18; what Base UI falls back to for older ones is not needed.
  resolve: { alias: [{ find: /^use-sync-external-store.shim$/, replacement: 'react' }] },
  plugins: [react(), pdfjsFiles(), compressedTwins()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: buildTarget,
    // The content security policy allows no data: fonts, and a picture in the stylesheet would be
    // paid by every screen.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Chunks of their own, by name, so that .size-limit.json can say what the login page goes without.
      output: {
        codeSplitting: {
          groups: [
            {
              // Of what is loaded after the main page: lists that grow at their end, and what quick open,
              // results and the start share.
              name: 'finding',
              minShareCount: 2,
              test: /infiniteQueryObserver|useInfiniteQuery|more-button|screens.search/,
            },
            {
              name: 'query',
              // With it, what the main page and comparing share, which would be a file of its own.
              test: /@tanstack.(query-core|react-query.build.modern.[^/]*(?<!Options)\.js)|viewer.(load-viewer|platform|bytes.(pdf-source|ranges))\.|main.(use-pdf-source|page-address|page-facts)\.|(web.ui.(commands|typing|control-key)|screens.single-keys)\./,
            },
            // Of the viewer and the console alone, which are loaded later than what they share with others.
            {
              name: 'hints',
              minShareCount: 2,
              test: /base-ui.react.(tooltip.(?!trigger.TooltipTriggerData)|utils.FloatingPortalLite)|use(Hover(Floating|Inter|Ref)|ClientPoint)|feedback.hints|web.ui.menu/,
            },
            {
              // What the viewer and comparing share of pdf.js, which has to be there before.
              name: 'pdf-bytes',
              minShareCount: 2,
              test: /viewer.bytes.(load|file|range-)|pdf-js.pdf-/,
            },
            {
              // Of what is loaded after the main page: what comparing shares with the viewer and the console.
              name: 'later',
              minShareCount: 2,
              test: /web.ui.(dialog|keys|copy-text)|lucide.*icons.(arrow|chevron-(up|left|right)|ellipsis|search-x|check\.|download|printer|zoom|list|link|file-(stack|diff))|strip-layout|notes.note-choices/,
            },
            // What a case shares with comparing, its lists with the console, and its banner with that of revisions.
            { name: 'redline-shared', minShareCount: 2, test: /screens.redline/ },
            {
              name: 'cases-shared',
              minShareCount: 2,
              test: /screens.cases|contract.case-|infiniteQueryOptions/,
            },
            { name: 'revisions-days', minShareCount: 2, test: /revisions.(day|attended)\./ },
            {
              name: 'console-shared',
              minShareCount: 2,
              test: /contract.console-calls|screens.console|filter-bar|use-address-params/,
            },
            {
              // What the dropdowns of two screens share; what one screen alone uses stays with it.
              name: 'combobox',
              minShareCount: 2,
              test: /@base-ui|@floating-ui|use-sync-external-store|@tanstack.(react-virtual|virtual-core)|web.ui.combobox/,
            },
            {
              // The small parts that screens share. By themselves they would be a dozen files.
              name: 'common',
              minShareCount: 2,
              test: /web.ui|lucide-react|web.remembered|main.search-state/,
            },
          ],
          includeDependenciesRecursively: false,
        },
      },
    },
    // pdf.js alone is larger; it is loaded after the main page is idle.
    chunkSizeWarningLimit: 850,
  },
  server: {
    proxy: { '/auth': apiUrl, '/vue-egd-lib': apiUrl, '/document': apiUrl },
  },
});

/**
 * What pdf.js fetches while it works: its worker, at the address the specification names
 * (section 7), and the character maps, fonts, decoders, colour profiles and icons some PDFs need.
 */
function pdfjsFiles(): Plugin {
  const files = filesOfPdfjs();
  return {
    name: 'pdfjs-files',
    generateBundle() {
      for (const [fileName, path] of files) {
        this.emitFile({ type: 'asset', fileName, source: sourceOf(path) });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = files.get(request.url?.slice(1).split('?')[0] ?? '');
        if (path === undefined) return next();
        if (path.endsWith('.mjs')) response.setHeader('content-type', 'text/javascript');
        return response.end(sourceOf(path));
      });
    },
  };
}

function sourceOf(path: string): Buffer {
  const source = readFileSync(path);
  if (!path.endsWith('pdf.worker.min.mjs')) return source;
  const before = ['web/public/polyfills.js', 'web/viewer/pdf-js/worker-prelude.js'];
  const scripts = before.map((script) => readFileSync(join(import.meta.dirname, script)));
  return Buffer.concat([...scripts, source]);
}

function filesOfPdfjs(): Map<string, string> {
  const home = join(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist'))), '..');
  const files = new Map([
    ['pdf.worker.min.mjs', join(home, 'build/pdf.worker.min.mjs')],
    ['older-browsers/pdf.worker.min.mjs', join(home, 'legacy/build/pdf.worker.min.mjs')],
  ]);
  for (const folder of ['cmaps', 'standard_fonts', 'wasm', 'iccs', 'web/images']) {
    for (const name of readdirSync(join(home, folder))) {
      // The other pictures belong to screens of pdf.js's that are not ours.
      if (folder === 'web/images' && !name.startsWith('annotation-')) continue;
      if (/quickjs/i.test(name)) continue; // it runs scripts of PDFs, which we do not
      files.set(`pdfjs/${basename(folder)}/${name}`, join(home, folder, name));
    }
  }
  return files;
}

/** Beside every text file the same in Brotli and gzip, for the server to send as it lies. */
function compressedTwins(): Plugin {
  // The last tenth of the size would take most of the time of a build.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return {
    name: 'compressed-twins',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const fileName of Object.keys(bundle)) {
        if (!/\.(js|mjs|css|html|svg)$/.test(fileName)) continue;
        const path = join(dir, fileName);
        const content = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
