import type { CompatData, Identifier } from '@mdn/browser-compat-data';
import { type AtRule, type ChildNode, type Declaration, parse } from 'postcss';
import { browsersWithout, readData } from './newer-functions.ts';
import type { NewerUse } from './newer-uses.ts';

/** Properties, rules and selectors that some of the oldest browsers lack, and why they may. */
const allowed = {
  'for a mouse, which phones do not have': ['cursor', 'resize'],
  'the page is as usable without it': [
    '::selection',
    'content-visibility',
    'scrollbar-gutter',
    'text-size-adjust',
    'text-wrap',
  ],
  'a browser without it has nothing to switch off': ['forced-color-adjust', 'overflow-anchor'],
  'without it, the margins and breaks of the printer': ['@page', '@page size', 'break-after'],
};
const allowedNames = new Set(Object.values(allowed).flat());

/**
 * What a stylesheet uses that one of the oldest supported browsers lacks: at-rules, selectors, properties
 * and their values. Not what is within `@supports`, or has another value for older browsers before it.
 */
export function newerStyles(stylesheet: string, data = readData()): NewerUse[] {
  const uses = new Map<string, string[]>();
  const root = parse(stylesheet);
  root.walkAtRules('supports', (rule) => void rule.remove());
  root.walk((node) => {
    if (hasFallback(node)) return;
    for (const [what, entry] of partsOf(node, data.css)) {
      const lackedBy = browsersWithout(entry);
      if (lackedBy.length > 0 && !allowedNames.has(what.replace(/: .*/, '')))
        uses.set(what, lackedBy);
    }
  });
  return [...uses].map(([what, lackedBy]) => ({ what, lackedBy }));
}

type Styles = CompatData['css'];
type Part = [what: string, entry: Identifier];

function partsOf(node: ChildNode, css: Styles): Part[] {
  if (node.type === 'atrule') return entryOf(`@${node.name}`, css['at-rules'], node.name);
  if (node.type === 'rule') return selectorParts(node.selector, css);
  if (node.type === 'decl' && !node.prop.startsWith('--')) return declarationParts(node, css);
  return [];
}

function selectorParts(selector: string, css: Styles): Part[] {
  const names = selector.matchAll(/(?<!\\)::?([a-z][a-z-]*)/g);
  return [...names].flatMap(([what, name = '']) => entryOf(what, css.selectors, name));
}

function declarationParts({ prop, value, parent }: Declaration, css: Styles): Part[] {
  if (parent?.type === 'atrule') {
    const { name } = parent as AtRule;
    return entryOf(`@${name} ${prop}`, css['at-rules']?.[name], prop);
  }
  const property = css.properties?.[prop];
  const words = value
    .replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '')
    .matchAll(/(?<![\w.#-])([a-z][a-z-]*)(\(?)/gi);
  const values = [...words].flatMap(([, word = '', bracket]) =>
    bracket === ''
      ? entryOf(`${prop}: ${word}`, property, word)
      : [...entryOf(`${prop}: ${word}()`, property, `${word}_function`), ...functionOf(word, css)],
  );
  return [...entryOf(prop, css.properties, prop), ...values];
}

/** `round()` is a type of its own, `color-mix()` one of colors. */
function functionOf(name: string, { types = {} }: Styles): Part[] {
  // Each of them contains further entries.
  const groups = [types, ...(Object.values(types) as Identifier[])];
  const found = groups.flatMap((group) => entryOf(`${name}()`, group, name));
  // One name may be in several groups: `round` is also a shape of corners.
  return found.some(([, entry]) => browsersWithout(entry).length === 0) ? [] : found;
}

function entryOf(what: string, entries: Identifier | undefined, name: string): Part[] {
  const entry = entries?.[name];
  return entry !== undefined && '__compat' in entry ? [[what, entry]] : [];
}

/** Browsers skip unknown values: an earlier value, or a prefixed name, is for older ones. */
function hasFallback(node: ChildNode): boolean {
  if (node.type !== 'decl') return false;
  for (let before = node.prev(); before !== undefined; before = before.prev()) {
    if (before.type === 'decl' && before.prop.replace(/^-\w+-/, '') === node.prop) return true;
  }
  return false;
}
