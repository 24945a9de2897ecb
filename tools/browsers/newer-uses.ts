import { parseAst } from 'vite';
import type { NewerFunctions } from './newer-functions.ts';

/** A use of something that one of the oldest supported browsers lacks. */
export type NewerUse = { what: string; lackedBy: string[] };

/** What may be used although some of the oldest browsers lack it, and why. */
const everywhere = {
  'added where it is missing, by web/public/polyfills.js':
    'AbortSignal.any Promise.withResolvers Intl.Segmenter Iterator.filter Iterator.map .checkVisibility() .toArray()',
  'used only where the browser has it':
    'navigation scheduler requestIdleCallback cancelIdleCallback .startViewTransition() .connection .touches',
  'a method of React, Base UI or our own with the same name':
    '.lock() .take() .unlock() .use() .getMetadata() .isVisible() .resize()',
  'a property of React, its libraries or our own with the same name':
    '.bytes .capture .config .delay .displayName .dispose .drop .element .fileName .imageSizes .login ' +
    '.manifest .navigationType .popover .scrollMargin .share .take .use .windows',
};
const withPdfjs = {
  'added where it is missing, by web/public/polyfills.js': '.bytes() .transferToFixedLength()',
  'used only where the browser has it':
    'Float16Array Sanitizer Temporal VideoFrame .copyTo() .setHTML()',
  'put there by web/viewer/pdf-js/worker-prelude.js': 'ImageDecoder ImageDecoder.isTypeSupported',
  'added where it is missing, by pdf.js itself': 'Iterator.join',
  'a method of its own with the same name': '.dump() .grow() .isValid()',
};
const withOlderPdfjs = {
  'added where it is missing, by this build itself':
    'Iterator.filter Iterator.find Iterator.flatMap Iterator.some .difference() .fromBase64() .getOrInsert() .getOrInsertComputed() .intersection() ' +
    '.setFromBase64() .setFromHex() .toBase64() .toHex() .try() JSON.isRawJSON ' +
    'JSON.rawJSON Math.sumPrecise Promise.try RegExp.escape URL.parse Uint8Array.fromBase64',
};
const olderPdfjsFiles = /(assets.pdfjs-older-[^/\\]*\.js|older-browsers.pdf\.worker\.min\.mjs)$/;
const pdfjsFiles = /(assets.pdfjs-(newest|older)-[^/\\]*\.js|pdf\.worker\.min\.mjs)$/;

export function isAllowed(what: string, file: string): boolean {
  // Of properties, pdf.js reads what is missing as undefined; the tests in older browsers read with it.
  if (pdfjsFiles.test(file) && /^\.\w+$/.test(what)) return true;
  const lists = Object.values(everywhere);
  if (pdfjsFiles.test(file)) lists.push(...Object.values(withPdfjs));
  if (olderPdfjsFiles.test(file)) lists.push(...Object.values(withOlderPdfjs));
  return lists.some((list) => list.split(' ').includes(what));
}

type Node = { type: string; [key: string]: unknown };

const pageItself = new Set(['globalThis', 'self', 'window']);
/** Methods that return an iterator; those of Object return arrays. */
const iteratorMakers = new Set(['values', 'keys', 'entries', 'matchAll']);
/** Nodes that only test a value: a read in there checks whether the browser has it. */
const deciding = new Set([
  'ConditionalExpression',
  'IfStatement',
  'LogicalExpression',
  'UnaryExpression',
]);

/**
 * What a script uses that is newer than the oldest supported browsers: objects, their static members,
 * helpers of iterators, the flag `v`, and methods and properties whose name no older object has. A call
 * that asks first (`?.()`) is none, nor a read that decides.
 */
export function newerUses(script: string, newer: NewerFunctions): NewerUse[] {
  const uses = new Map<string, string[]>();
  const use = (what: string, lackedBy: string[] | undefined) => {
    if (lackedBy !== undefined) uses.set(what, lackedBy);
  };
  const useMember = (object: string, member: string) =>
    pageItself.has(object)
      ? use(member, newer.globals.get(member))
      : use(`${object}.${member}`, newer.members.get(`${object}.${member}`));

  function visit(node: Node, parent: Node | null): void {
    for (const name of objectsNamedBy(node)) use(name, newer.globals.get(name));
    for (const [object, member] of takenApart(node)) useMember(object, member);
    if (flagsOf(node).includes('v')) use('the flag v', newer.members.get('RegExp.unicodeSets'));
    if (node.type === 'MemberExpression' && node['computed'] === false) visitMember(node, parent);
    for (const child of Object.values(node)) {
      for (const each of Array.isArray(child) ? child : [child]) {
        if (isNode(each)) visit(each, node);
      }
    }
  }

  function visitMember(node: Node, parent: Node | null): void {
    const object = makesIterator(node['object']) ? 'Iterator' : nameOf(node['object']);
    const member = nameOf(node['property']);
    const isCalled = parent?.type === 'CallExpression' && parent['callee'] === node;
    if (pageItself.has(object) || newer.members.has(`${object}.${member}`)) {
      useMember(object, member);
    } else if (isCalled) {
      if (parent['optional'] !== true) use(`.${member}()`, newer.methods.get(member));
    } else if (isRead(node, parent)) use(`.${member}`, newer.methods.get(member));
  }

  // The parser's own types have no common node with named fields.
  visit(parseAst(script) as unknown as Node, null);
  return [...uses].map(([what, lackedBy]) => ({ what, lackedBy }));
}

function objectsNamedBy(node: Node): string[] {
  if (node.type === 'MemberExpression') return [nameOf(node['object'])];
  const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
  return isCall ? [nameOf(node['callee'])] : [];
}

/** `const { any } = AbortSignal`: the object and the member, for each member. */
function takenApart({ type, id, init }: Node): [object: string, member: string][] {
  if (type !== 'VariableDeclarator' || !isNode(id) || id.type !== 'ObjectPattern') return [];
  const properties = id['properties'] as Node[]; // so says ESTree
  return properties.map(({ key }) => [nameOf(init), nameOf(key)]);
}

function flagsOf(node: Node): string {
  // So says ESTree, of a literal, and of the arguments of a call.
  if (node.type === 'Literal') return (node['regex'] as { flags?: string } | null)?.flags ?? '';
  if (nameOf(node['callee']) !== 'RegExp') return '';
  const [, flags] = node['arguments'] as Node[];
  return String(flags?.['value'] ?? '');
}

function makesIterator(node: unknown): boolean {
  if (!isNode(node) || node.type !== 'CallExpression') return false;
  const { callee } = node;
  if (!isNode(callee) || callee.type !== 'MemberExpression') return false;
  return iteratorMakers.has(nameOf(callee['property'])) && nameOf(callee['object']) !== 'Object';
}

function isRead(node: Node, parent: Node | null): boolean {
  if (parent === null || deciding.has(parent.type)) return false;
  return parent.type !== 'AssignmentExpression' || parent['left'] !== node;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function nameOf(node: unknown): string {
  return isNode(node) && node.type === 'Identifier' ? String(node['name']) : '';
}
