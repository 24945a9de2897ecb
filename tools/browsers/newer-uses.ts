import { parseAst } from 'vite';
import type { NewerFunctions } from './newer-functions.ts';

/** A use of something that one of the oldest supported browsers lacks. */
export type NewerUse = { what: string; lackedBy: string[] };

/** What may be used although some of the oldest browsers lack it, and why. */
const everywhere = {
  'added where it is missing, by web/public/polyfills.js':
    'AbortSignal.any Promise.withResolvers Intl.Segmenter .checkVisibility() .toArray()',
  'used only where the browser has it':
    'navigation scheduler requestIdleCallback cancelIdleCallback .startViewTransition()',
  'a method of React, Base UI or our own with the same name':
    '.lock() .take() .unlock() .use() .getMetadata() .isVisible() .resize()',
};
const withPdfjs = {
  'added where it is missing, by web/public/polyfills.js': '.bytes() .transferToFixedLength()',
  'used only where the browser has it':
    'Float16Array Sanitizer Temporal VideoFrame .copyTo() .setHTML()',
  'put there by web/viewer/pdf-js/worker-prelude.js': 'ImageDecoder ImageDecoder.isTypeSupported',
  'a method of its own with the same name': '.dump() .grow() .isValid()',
};
const withOlderPdfjs = {
  'added where it is missing, by this build itself':
    '.difference() .fromBase64() .getOrInsert() .getOrInsertComputed() .intersection() ' +
    '.setFromBase64() .setFromHex() .toBase64() .toHex() .try() JSON.isRawJSON ' +
    'JSON.rawJSON Math.sumPrecise Promise.try RegExp.escape URL.parse Uint8Array.fromBase64',
};
const olderPdfjsFiles = /(assets.pdfjs-older-[^/\\]*\.js|older-browsers.pdf\.worker\.min\.mjs)$/;
const pdfjsFiles = /(assets.pdfjs-(newest|older)-[^/\\]*\.js|pdf\.worker\.min\.mjs)$/;

export function isAllowed(what: string, file: string): boolean {
  const lists = Object.values(everywhere);
  if (pdfjsFiles.test(file)) lists.push(...Object.values(withPdfjs));
  if (olderPdfjsFiles.test(file)) lists.push(...Object.values(withOlderPdfjs));
  return lists.some((list) => list.split(' ').includes(what));
}

type Node = { type: string; [key: string]: unknown };

const pageItself = new Set(['globalThis', 'self', 'window']);

/**
 * What a script uses that is newer than the oldest supported browsers: objects, their static members, and
 * methods whose name no older object has. A call that asks first (`?.()`) is none.
 */
export function newerUses(script: string, newer: NewerFunctions): NewerUse[] {
  const uses = new Map<string, string[]>();
  function use(what: string, lackedBy: string[] | undefined) {
    if (lackedBy !== undefined) uses.set(what, lackedBy);
  }

  function visit(node: Node, parent: Node | null): void {
    if (node.type === 'NewExpression' || node.type === 'MemberExpression') {
      const name = nameOf(node.type === 'NewExpression' ? node['callee'] : node['object']);
      use(name, newer.globals.get(name));
    }
    if (node.type === 'CallExpression') {
      const name = nameOf(node['callee']);
      use(name, newer.globals.get(name));
    }
    if (node.type === 'MemberExpression' && node['computed'] === false) {
      const object = nameOf(node['object']);
      const member = nameOf(node['property']);
      const isCalled = parent?.type === 'CallExpression' && parent['callee'] === node;
      if (pageItself.has(object)) use(member, newer.globals.get(member));
      else if (newer.members.has(`${object}.${member}`)) {
        use(`${object}.${member}`, newer.members.get(`${object}.${member}`));
      } else if (isCalled && parent['optional'] !== true) {
        use(`.${member}()`, newer.methods.get(member));
      }
    }
    for (const child of Object.values(node)) {
      for (const each of Array.isArray(child) ? child : [child]) {
        if (isNode(each)) visit(each, node);
      }
    }
  }

  // The parser's own types have no common node with named fields.
  visit(parseAst(script) as unknown as Node, null);
  return [...uses].map(([what, lackedBy]) => ({ what, lackedBy }));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function nameOf(node: unknown): string {
  return isNode(node) && node.type === 'Identifier' ? String(node['name']) : '';
}
